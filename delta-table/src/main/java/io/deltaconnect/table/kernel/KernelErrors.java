package io.deltaconnect.table.kernel;

import io.delta.kernel.exceptions.InvalidTableException;
import io.delta.kernel.exceptions.KernelEngineException;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.exceptions.UnsupportedProtocolVersionException;
import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What Kernel throws, in the words of this package. */
final class KernelErrors {
  private KernelErrors() {}

  /** A call into Kernel. */
  interface Call<T> {
    T run() throws IOException;
  }

  /**
   * Runs it; Kernel's unchecked exceptions come out as {@link IOException}, a missing table or file
   * as {@link FileNotFoundException}.
   *
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
      throw notFound("No Delta table at " + tablePath, e);
    } catch (KernelException e) {
      throw new IOException(
          "The Delta log of " + tablePath + " cannot be read: " + e.getMessage(), e);
    } catch (KernelEngineException | UncheckedIOException e) {
      throw ioException(tablePath, e);
    } catch (UnsupportedTableException | VersionNotAvailableException e) {
      throw e;
    } catch (RuntimeException e) {
      // Kernel's JSON and Parquet readers throw whatever they meet in a damaged file.
      throw new IOException(
          "The Delta log of " + tablePath + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Whether Kernel says that a version is before the first or after the last it can rebuild. */
  static boolean isVersionNotAvailable(IOException e) {
    return e.getCause() instanceof KernelException cause
        && !(cause instanceof InvalidTableException);
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
