package io.deltaconnect.sink.config;

/** What to do when another table has taken the place of the one written so far. */
public enum OnTableRecreated {
  FAIL,
  CONTINUE
}
