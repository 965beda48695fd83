package io.deltaconnect.sink.table;

import io.deltaconnect.sink.buffer.PartitionBuffer;
import io.deltaconnect.table.commit.EarlierCommitLandedException;
import io.deltaconnect.table.commit.FencedException;
import io.deltaconnect.table.commit.RetriesExhaustedException;
import io.deltaconnect.table.commit.TableRecreatedException;
import io.deltaconnect.table.kernel.TableGoneException;
import io.deltaconnect.table.merge.ConcurrentTypeException;
import io.deltaconnect.table.merge.MissingRowsException;
import io.deltaconnect.table.merge.SchemaMismatchException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.s3a.UnknownStoreException;
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
   * @throws MissingTableException if the table was there and is gone
   * @throws ConnectException otherwise
   * @throws EarlierCommitLandedException as it comes
   * @throws FencedException as it comes
   * @throws TableRecreatedException as it comes
   * @throws ConcurrentTypeException as it comes
   * @throws MissingRowsException as it comes
   */
  static <T> T run(String what, Action<T> action) {
    try {
      return action.run();
    } catch (EarlierCommitLandedException
        | FencedException
        | TableRecreatedException
        | ConcurrentTypeException
        | MissingRowsException
        | ConnectException e) {
      throw e;
    } catch (SchemaMismatchException e) {
      throw new ConnectException(
          what
              + ": "
              + e.getMessage()
              + ". Nothing was committed: when the task is restarted the records are read again"
              + " and converted for the table as it is then",
          e);
    } catch (RetriesExhaustedException e) {
      throw new RetriableException(what + ": " + e, e);
    } catch (UnusableFolderException e) {
      throw new ConnectException(what + ": " + e.getMessage(), e);
    } catch (TableGoneException e) {
      throw new MissingTableException(what + ": " + e.getMessage(), e);
    } catch (IOException | UncheckedIOException e) {
      if (isPermanent(e)) {
        throw new ConnectException(what + ": " + e + StoreErrors.advice(e), e);
      }
      throw new RetriableException(what + ": " + e + StoreErrors.advice(e), e);
    } catch (RuntimeException e) {
      throw new ConnectException(what + ": " + message(e), e);
    }
  }

  /** Something is missing or forbidden, and will be so the next time. */
  private static boolean isPermanent(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileNotFoundException
          || cause instanceof NoSuchFileException
          || cause instanceof AccessDeniedException
          || cause instanceof AccessControlException
          || cause instanceof UnknownStoreException) {
        return true;
      }
    }
    return false;
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
