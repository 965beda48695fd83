package io.deltaconnect.sink.table;

import io.deltaconnect.sink.buffer.PartitionBuffer;
import io.deltaconnect.table.commit.FencedException;
import io.deltaconnect.table.commit.RetriesExhaustedException;
import io.deltaconnect.table.commit.TableRecreatedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.util.Collection;
import java.util.stream.Collectors;
import org.apache.hadoop.security.AccessControlException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;

/** What the engine's errors mean to the worker: try again, or stop. */
final class TableErrors {
  private TableErrors() {}

  /** Something done with a table. */
  @FunctionalInterface
  interface Action<T> {
    T run() throws IOException;
  }

  /**
   * @param what was done, for the message, e.g. "table orders (s3a://lake/orders): opening it"
   * @throws RetriableException if trying again can help
   * @throws ConnectException otherwise
   * @throws FencedException as it comes
   * @throws TableRecreatedException as it comes
   */
  static <T> T run(String what, Action<T> action) {
    try {
      return action.run();
    } catch (FencedException | TableRecreatedException | ConnectException e) {
      throw e;
    } catch (AccessDeniedException | AccessControlException | FileNotFoundException e) {
      throw new ConnectException(what + ": " + e, e);
    } catch (IOException | UncheckedIOException | RetriesExhaustedException e) {
      throw new RetriableException(what + ": " + e + "; it will be tried again", e);
    } catch (RuntimeException e) {
      throw new ConnectException(what + ": " + message(e), e);
    }
  }

  private static String message(RuntimeException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /** The offsets a commit covers, e.g. {@code orders-0@17..40}. */
  static String offsets(Collection<PartitionBuffer> buffers) {
    return buffers.stream()
        .filter(b -> b.firstHeld() != PartitionBuffer.NONE)
        .map(b -> b.partition() + "@" + b.firstHeld() + ".." + b.lastHandled())
        .collect(Collectors.joining(", "));
  }
}
