package io.deltaconnect.quickstart;

/**
 * A broker, a worker or a connector did not do what was asked. The message is for a person: what
 * was tried, the cause as the component tells it, and where its log is.
 */
public final class ComponentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ComponentException(String message) {
    super(message);
  }

  public ComponentException(String message, Throwable cause) {
    super(message, cause);
  }
}
