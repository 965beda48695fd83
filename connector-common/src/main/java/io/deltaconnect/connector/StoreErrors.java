package io.deltaconnect.connector;

import io.deltaconnect.connector.config.StorageKeys;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.apache.hadoop.fs.s3a.UnknownStoreException;
import org.apache.hadoop.fs.s3a.auth.NoAuthWithAWSException;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.apache.hadoop.security.AccessControlException;

/** What the failures of an object store come from, in the words of the configuration. */
public final class StoreErrors {
  private static final String SDK = "software.amazon.awssdk.";

  private StoreErrors() {}

  /**
   * What to look at, as the end of a message; empty if nothing is known.
   *
   * @param pathKey the configuration key that names the path
   */
  public static String advice(Exception e, String pathKey) {
    boolean s3 = isFromS3(e);
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      String advice = s3 ? advice(cause, pathKey) : null;
      if (advice != null) {
        return ". " + advice;
      }
    }
    return "";
  }

  /** Something is missing or forbidden, and will be so the next time. */
  public static boolean isPermanent(Exception e) {
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

  private static String advice(Throwable cause, String pathKey) {
    if (cause instanceof UnknownStoreException) {
      return "There is no such bucket: check " + pathKey + " and " + StorageKeys.ENDPOINT;
    }
    if (cause instanceof NoAuthWithAWSException) {
      return "There are no credentials: set "
          + StorageKeys.ACCESS_KEY
          + " and "
          + StorageKeys.SECRET_KEY
          + ", or give the worker some";
    }
    if (cause instanceof AccessDeniedException) {
      return "Check "
          + StorageKeys.ACCESS_KEY
          + " and "
          + StorageKeys.SECRET_KEY
          + " (or the worker's own credentials), and what they are allowed to do with "
          + pathKey;
    }
    if (cause instanceof UnknownHostException
        || cause instanceof ConnectException
        || cause instanceof ConnectTimeoutException
        || cause instanceof SocketException
        || cause instanceof SocketTimeoutException
        || cause instanceof EOFException) {
      return "The store does not answer: check " + StorageKeys.ENDPOINT;
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
