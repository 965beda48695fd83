package io.deltaconnect.table.kernel;

import io.delta.kernel.TableManager;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.CheckpointAlreadyExistsException;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes checkpoints when the table's interval is reached. */
final class Checkpoints {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

  private Checkpoints() {}

  /** To be called after each commit of ours. A checkpoint that fails is logged, never thrown. */
  static void writeIfDue(Engine engine, String tablePath, LogSnapshot snapshot) {
    try {
      if (snapshot.version() % snapshot.table().checkpointInterval() == 0) {
        // The newest one, not exactly ours: only that lets Kernel clean up old log files too.
        TableManager.loadSnapshot(tablePath).build(engine).writeCheckpoint(engine);
      }
    } catch (CheckpointAlreadyExistsException e) {
      LOG.debug("Another writer has written the checkpoint of {}", tablePath, e);
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "No checkpoint after version {} of {}; the next one is due at the table's interval",
          snapshot.version(),
          tablePath,
          e);
    }
  }
}
