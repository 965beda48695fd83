package io.deltaconnect.source.record;

/** What a change of the schema is that readers of the topic may not understand. */
public enum SchemaChangeBehavior {
  /** It shows from the version on that made it. */
  EVOLVE,
  /** The task stops before that version. */
  FAIL
}
