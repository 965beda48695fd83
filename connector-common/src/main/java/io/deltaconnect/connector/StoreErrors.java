package io.deltaconnect.connector;

import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.connector.config.StorageKeys;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.security.auth.login.LoginException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.fs.s3a.UnknownStoreException;
import org.apache.hadoop.fs.s3a.auth.NoAuthWithAWSException;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.apache.hadoop.security.AccessControlException;

/** What the failures of an object store come from, in the words of the configuration. */
public final class StoreErrors {
  private static final String SDK = "software.amazon.awssdk.";

  /** Of Hadoop's {@code UserGroupInformation}. */
  private static final String INVALID_UID = "Invalid UID";

  private static final List<String> CREDENTIALS =
      List.of(StorageKeys.ACCESS_KEY, StorageKeys.SECRET_KEY);

  private StoreErrors() {}

  /** What to look at, and where to set it. */
  private record Advice(String text, List<String> keys) {}

  /**
   * What to look at, as the end of a message; empty if nothing is known.
   *
   * @param pathKey the configuration key that names the path
   */
  public static String advice(Exception e, String pathKey) {
    Advice advice = adviceOn(e, pathKey);
    return advice == null ? "" : ". " + advice.text;
  }

  /**
   * A failure as a fault of the configuration; empty if it may be over the next time.
   *
   * @param what was looked at, for the message
   * @param pathKey the configuration key that names the path
   */
  public static Optional<Problem> problem(String what, Exception e, String pathKey) {
    Advice advice = adviceOn(e, pathKey);
    if (advice != null) {
      return Optional.of(new Problem(what + ": " + e + ". " + advice.text, advice.keys));
    }
    return isPermanent(e)
        ? Optional.of(new Problem(what + ": " + e, List.of(pathKey)))
        : Optional.empty();
  }

  private static Advice adviceOn(Exception e, String pathKey) {
    if (isOfNamelessUser(e)) {
      return new Advice(
          "The worker's user has no name, and Hadoop's file systems need one: give its UID an entry"
              + " in /etc/passwd, or run the worker as a user that has one",
          List.of(pathKey));
    }
    if (!isFromS3(e)) {
      return null;
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      Advice advice = adviceOn(cause, pathKey);
      if (advice != null) {
        return advice;
      }
    }
    return null;
  }

  /** Something is missing or forbidden, and will be so the next time. */
  public static boolean isPermanent(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileNotFoundException
          || cause instanceof NoSuchFileException
          || cause instanceof AccessDeniedException
          || cause instanceof AccessControlException
          || cause instanceof UnsupportedFileSystemException
          || cause instanceof UnknownStoreException) {
        return true;
      }
    }
    return isOfNamelessUser(e);
  }

  /**
   * Whether the process has a UID without a name, as in containers that are given any. It is Java's
   * login that fails; a login that fails by Kerberos may be over the next time.
   */
  private static boolean isOfNamelessUser(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause.getCause() instanceof LoginException
          && cause.getMessage() != null
          && cause.getMessage().startsWith(INVALID_UID)) {
        return true;
      }
    }
    return false;
  }

  private static Advice adviceOn(Throwable cause, String pathKey) {
    if (cause instanceof UnknownStoreException) {
      return new Advice(
          "There is no such bucket: check " + pathKey + " and " + StorageKeys.ENDPOINT,
          List.of(pathKey));
    }
    if (cause instanceof NoAuthWithAWSException) {
      return new Advice(
          "There are no credentials: set "
              + StorageKeys.ACCESS_KEY
              + " and "
              + StorageKeys.SECRET_KEY
              + ", or give the worker some",
          CREDENTIALS);
    }
    if (cause instanceof AccessDeniedException) {
      return new Advice(
          "Check "
              + StorageKeys.ACCESS_KEY
              + " and "
              + StorageKeys.SECRET_KEY
              + " (or the worker's own credentials), and what they are allowed to do with "
              + pathKey,
          CREDENTIALS);
    }
    if (cause instanceof UnknownHostException) {
      return new Advice(
          "There is no such host: check "
              + StorageKeys.ENDPOINT
              + " and "
              + StorageKeys.REGION
              + ", and set "
              + StorageKeys.PATH_STYLE_ACCESS
              + "=true for a store that has no host of its own for each bucket",
          List.of(StorageKeys.ENDPOINT, StorageKeys.PATH_STYLE_ACCESS));
    }
    if (cause instanceof SSLException) {
      return new Advice(
          "There is no TLS with the store: check "
              + StorageKeys.ENDPOINT
              + " (http:// if the store has none), and that the worker's JVM trusts its certificate",
          List.of(StorageKeys.ENDPOINT));
    }
    if (cause instanceof ConnectException
        || cause instanceof ConnectTimeoutException
        || cause instanceof SocketException
        || cause instanceof SocketTimeoutException
        || cause instanceof EOFException) {
      return new Advice(
          "The store does not answer: check " + StorageKeys.ENDPOINT,
          List.of(StorageKeys.ENDPOINT));
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
