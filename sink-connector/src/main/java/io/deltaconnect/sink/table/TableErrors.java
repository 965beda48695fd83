package io.deltaconnect.sink.table;

import io.deltaconnect.connector.StoreErrors;
import io.deltaconnect.sink.buffer.PartitionBuffer;
import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.table.commit.EarlierCommitLandedException;
import io.deltaconnect.table.commit.FencedException;
import io.deltaconnect.table.commit.RetriesExhaustedException;
import io.deltaconnect.table.commit.TableRecreatedException;
import io.deltaconnect.table.kernel.TableGoneException;
import io.deltaconnect.table.merge.ConcurrentTypeException;
import io.deltaconnect.table.merge.MissingRowsException;
import io.deltaconnect.table.merge.SchemaMismatchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.stream.Collectors;
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
      if (StoreErrors.isPermanent(e)) {
        throw new ConnectException(what + ": " + e + StoreErrors.advice(e, Keys.TABLE_PATH), e);
      }
      throw new RetriableException(what + ": " + e + StoreErrors.advice(e, Keys.TABLE_PATH), e);
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
