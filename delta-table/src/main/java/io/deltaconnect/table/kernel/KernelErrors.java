package io.deltaconnect.table.kernel;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.delta.kernel.exceptions.InvalidTableException;
import io.delta.kernel.exceptions.KernelEngineException;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.exceptions.UnsupportedProtocolVersionException;
import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import io.deltaconnect.table.storage.CorruptTableException;
import io.deltaconnect.table.storage.UnsafeStoreException;
import java.io.FileNotFoundException;
import java.io.IOException;

/** What Kernel throws, in the words of this package. */
final class KernelErrors {
  private KernelErrors() {}

  /** A call into Kernel. */
  interface Call<T> {
    T run() throws IOException;
  }

  /**
   * Runs it; Kernel's unchecked exceptions come out as {@link IOException} where trying again may
   * help, a missing table or file as {@link FileNotFoundException}.
   *
   * @throws CorruptTableException if the log is damaged or has a gap
   * @throws UnsupportedTableException if the table has a feature or protocol version that Kernel
   *     does not know
   */
  static <T> T translate(String tablePath, Call<T> call) throws IOException {
    try {
      return call.run();
    } catch (UnsupportedTableFeatureException | UnsupportedProtocolVersionException e) {
      throw new UnsupportedTableException(
          "Table " + tablePath + " is not supported: " + e.getMessage(), e);
    } catch (TableNotFoundException e) {
      throw notFound("There is no Delta table at " + tablePath, e);
    } catch (InvalidTableException e) {
      throw corrupt(tablePath, e);
    } catch (KernelException e) {
      throw new IOException(
          "The Delta log of " + tablePath + " cannot be read: " + e.getMessage(), e);
    } catch (UnsupportedTableException
        | VersionNotAvailableException
        | CorruptTableException
        | UnsafeStoreException e) {
      throw e;
    } catch (RuntimeException e) {
      // Kernel's JSON and Parquet readers throw whatever they meet in a damaged file.
      if (isDamage(e)) {
        throw corrupt(tablePath, e);
      }
      throw ioException(tablePath, e);
    }
  }

  /** Whether Kernel says that a version is before the first or after the last it can rebuild. */
  static boolean isVersionNotAvailable(IOException e) {
    return e.getCause() instanceof KernelException;
  }

  /** Whether Kernel says that commits are missing from the log. */
  static boolean isIncomplete(CorruptTableException e) {
    return e.getCause() instanceof InvalidTableException;
  }

  /** Whether what was read is wrong, rather than that it could not be read. */
  private static boolean isDamage(RuntimeException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof JsonProcessingException) {
        return true;
      }
      if (cause instanceof IOException) {
        return false;
      }
    }
    return !(e instanceof KernelEngineException);
  }

  private static CorruptTableException corrupt(String tablePath, RuntimeException e) {
    return new CorruptTableException(
        "The Delta log of " + tablePath + " cannot be read: " + e.getMessage(), e);
  }

  private static IOException ioException(String tablePath, RuntimeException e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof FileNotFoundException) {
        return notFound(cause.getMessage(), e);
      }
    }
    return new IOException(
        "The Delta log of " + tablePath + " cannot be reached: " + e.getMessage(), e);
  }

  private static FileNotFoundException notFound(String message, RuntimeException cause) {
    FileNotFoundException e = new FileNotFoundException(message);
    e.initCause(cause);
    return e;
  }
}
