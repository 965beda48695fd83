package io.deltaconnect.table.kernel;

import io.delta.kernel.TableManager;
import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.commit.CommitMetadata;
import io.delta.kernel.commit.CommitResponse;
import io.delta.kernel.commit.Committer;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableAlreadyExistsException;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.DomainMetadata;
import io.delta.kernel.internal.files.ParsedPublishedDeltaData;
import io.delta.kernel.transaction.CreateTableTransactionBuilder;
import io.delta.kernel.transaction.DataLayoutSpec;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltaconnect.table.storage.CorruptTableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a table. Kernel works out protocol and metadata and checks them; the commit itself is
 * written as all of ours are, so that its outcome is known.
 */
final class TableCreation {
  private static final Map<String, String> DEFAULT_PROPERTIES =
      Map.of(
          "delta.enableChangeDataFeed", "true",
          "delta.enableDeletionVectors", "true",
          "delta.enableInCommitTimestamps", "true");

  private final Engine engine;
  private final String tablePath;
  private final CommitReader reader;
  private final CommitWriter writer;
  private final StoreCheck storeCheck;

  /** What must hold before anything is written; the log's directory is there by then. */
  interface StoreCheck {
    void run() throws IOException;
  }

  TableCreation(
      Engine engine,
      String tablePath,
      CommitReader reader,
      CommitWriter writer,
      StoreCheck storeCheck) {
    this.engine = engine;
    this.tablePath = tablePath;
    this.reader = reader;
    this.writer = writer;
    this.storeCheck = storeCheck;
  }

  LogSnapshot create(TableDefinition definition) throws IOException, CommitConflictException {
    Map<String, String> properties = new HashMap<>(DEFAULT_PROPERTIES);
    properties.putAll(definition.properties());
    ChangeFeedColumns.check(definition.schema(), properties);
    if (!definition.partitionColumns().isEmpty() && !definition.clusterColumns().isEmpty()) {
      throw new IllegalArgumentException(
          "A table has partition columns or cluster columns, not both: "
              + definition.partitionColumns()
              + ", "
              + definition.clusterColumns());
    }
    VersionZero versionZero = new VersionZero();
    try {
      if (reader.hasLog()) {
        throw conflict(null);
      }
      KernelErrors.translate(
          tablePath,
          () ->
              builder(definition, properties)
                  .withCommitter(versionZero)
                  .withMaxRetries(0)
                  .build(engine)
                  .commit(engine, CloseableIterable.emptyIterable()));
    } catch (IOException | CorruptTableException e) {
      if (versionZero.conflict != null) {
        throw versionZero.conflict;
      }
      if (e.getCause() instanceof TableAlreadyExistsException) {
        throw conflict(e);
      }
      if (e.getCause() instanceof KernelException
          || e.getCause() instanceof IllegalArgumentException) {
        throw new IllegalArgumentException(
            "No table with the properties "
                + properties
                + " can be made at "
                + tablePath
                + ": "
                + e.getCause().getMessage(),
            e);
      }
      throw e;
    }
    return versionZero.snapshot;
  }

  private CreateTableTransactionBuilder builder(
      TableDefinition definition, Map<String, String> properties) {
    CreateTableTransactionBuilder builder =
        TableManager.buildCreateTableTransaction(tablePath, definition.schema(), EngineInfo.TEXT)
            .withTableProperties(properties);
    if (!definition.partitionColumns().isEmpty()) {
      builder.withDataLayoutSpec(
          DataLayoutSpec.partitioned(columns(definition.partitionColumns())));
    } else if (!definition.clusterColumns().isEmpty()) {
      builder.withDataLayoutSpec(DataLayoutSpec.clustered(columns(definition.clusterColumns())));
    }
    return builder;
  }

  private static List<Column> columns(List<String> names) {
    return names.stream().map(Column::new).toList();
  }

  private CommitConflictException conflict(Throwable cause) {
    return new CommitConflictException("There is a Delta table at " + tablePath, cause);
  }

  /** Takes from Kernel what version 0 must say, and writes it. */
  private final class VersionZero implements Committer {
    private LogSnapshot snapshot;
    private CommitConflictException conflict;

    @Override
    public CommitResponse commit(
        Engine ignored, CloseableIterator<Row> kernelsLines, CommitMetadata commit)
        throws CommitFailedException {
      TableMetadata table =
          TableMetadata.of(tablePath, commit.getEffectiveProtocol(), commit.getEffectiveMetadata());
      TableFeatureSupport.checkWritable(tablePath, table);
      CommitInfo commitInfo = commitInfo(commit.getCommitInfo());
      List<Row> lines = new ArrayList<>();
      lines.add(ActionRows.of(commitInfo));
      lines.add(ActionRows.of(table.protocol()));
      lines.add(ActionRows.of(table.metadata()));
      for (DomainMetadata domain : commit.getCommitDomainMetadatas()) {
        lines.add(ActionRows.of(domain));
      }
      try {
        storeCheck.run();
        FileStatus file =
            writer.write(
                new CommitWriter.Draft(
                    0,
                    commitInfo,
                    null,
                    table.protocol(),
                    table.metadata(),
                    commit.getCommitDomainMetadatas(),
                    lines::iterator));
        long timestamp = commitInfo.getInCommitTimestamp().orElse(file.getModificationTime());
        snapshot =
            new LogSnapshot(
                tablePath,
                0,
                timestamp,
                file,
                commitInfo.getTxnId().orElse(null),
                0,
                table,
                Map.of(),
                Map.of());
        return new CommitResponse(ParsedPublishedDeltaData.forFileStatus(file));
      } catch (CommitConflictException e) {
        conflict = e;
        throw new CommitFailedException(false, true, e.getMessage(), e);
      } catch (IOException e) {
        throw new CommitFailedException(false, false, e.getMessage(), e);
      }
    }

    private CommitInfo commitInfo(CommitInfo kernels) {
      return new CommitInfo(
          kernels.getInCommitTimestamp(),
          kernels.getTimestamp(),
          Optional.of(EngineInfo.TEXT),
          kernels.getOperation(),
          kernels.getOperationParameters(),
          kernels.getIsBlindAppend(),
          kernels.getTxnId(),
          kernels.getOperationMetrics());
    }
  }
}
