package io.deltaconnect.sink.table;

import io.deltaconnect.sink.config.Keys;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import org.apache.hadoop.fs.s3a.UnknownStoreException;
import org.apache.hadoop.fs.s3a.auth.NoAuthWithAWSException;
import org.apache.hadoop.net.ConnectTimeoutException;

/** What the failures of an object store come from, in the words of the configuration. */
final class StoreErrors {
  private static final String SDK = "software.amazon.awssdk.";

  private StoreErrors() {}

  /** What to look at, as the end of a message; empty if nothing is known. */
  static String advice(Exception e) {
    boolean s3 = isFromS3(e);
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      String advice = s3 ? advice(cause) : null;
      if (advice != null) {
        return ". " + advice;
      }
    }
    return "";
  }

  private static String advice(Throwable cause) {
    if (cause instanceof UnknownStoreException) {
      return "There is no such bucket: check " + Keys.TABLE_PATH + " and " + Keys.STORAGE_ENDPOINT;
    }
    if (cause instanceof NoAuthWithAWSException) {
      return "There are no credentials: set "
          + Keys.STORAGE_ACCESS_KEY
          + " and "
          + Keys.STORAGE_SECRET_KEY
          + ", or give the worker some";
    }
    if (cause instanceof AccessDeniedException) {
      return "Check "
          + Keys.STORAGE_ACCESS_KEY
          + " and "
          + Keys.STORAGE_SECRET_KEY
          + " (or the worker's own credentials), and what they are allowed to do with "
          + Keys.TABLE_PATH;
    }
    if (cause instanceof UnknownHostException
        || cause instanceof ConnectException
        || cause instanceof ConnectTimeoutException
        || cause instanceof SocketException
        || cause instanceof SocketTimeoutException
        || cause instanceof EOFException) {
      return "The store does not answer: check " + Keys.STORAGE_ENDPOINT;
    }
    return null;
  }

  private static boolean isFromS3(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause.getClass().getName().startsWith(SDK)
          || cause instanceof UnknownStoreException
          || cause instanceof NoAuthWithAWSException) {
        return true;
      }
    }
    return false;
  }
}
