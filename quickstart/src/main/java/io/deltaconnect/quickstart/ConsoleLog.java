package io.deltaconnect.quickstart;

import java.nio.file.Path;

/** What libraries log in this process is not for the console. */
final class ConsoleLog {
  private ConsoleLog() {}

  /** Sends it to a file; to be called before any logger is made. */
  static void divertTo(Path file) {
    System.setProperty("org.slf4j.simpleLogger.logFile", file.toString());
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
    System.setProperty("org.slf4j.simpleLogger.showDateTime", "true");
    System.setProperty("org.slf4j.simpleLogger.dateTimeFormat", "yyyy-MM-dd HH:mm:ss.SSS");
    // It warns each time it looks whether the broker is up already.
    System.setProperty(
        "org.slf4j.simpleLogger.log.org.apache.kafka.clients.NetworkClient", "error");
  }
}
