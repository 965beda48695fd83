package io.deltaconnect.connector;

import java.util.Map;
import org.slf4j.MDC;

/** What the worker has log lines say of the connector, on threads of our own too. */
public final class LogContext {
  private LogContext() {}

  /** What is to run on another thread, with the diagnostic context of this one. */
  public static Runnable inherited(Runnable run) {
    Map<String, String> context = MDC.getCopyOfContextMap();
    return () -> {
      if (context != null) {
        MDC.setContextMap(context);
      }
      try {
        run.run();
      } finally {
        MDC.clear();
      }
    };
  }
}
