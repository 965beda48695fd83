package io.deltaconnect.sink.config;

import io.deltaconnect.sink.convert.KeptValues;
import io.deltaconnect.sink.convert.TypeOptions;
import io.deltaconnect.table.TableOptions;
import java.util.List;
import java.util.Map;

/**
 * What holds for one table.
 *
 * @param pkFields empty: all fields of the key
 * @param columnsInclude empty: all
 * @param kept which columns of a record leave the stored value as it is
 * @param properties of tables to be made
 * @param regressionToleranceMs by how much a record must be younger than the commit that has its
 *     offset to be another record, in milliseconds
 * @param options of the engine
 */
public record TableConfig(
    InsertMode insertMode,
    PkMode pkMode,
    List<String> pkFields,
    boolean deleteEnabled,
    OpConfig op,
    List<String> columnsInclude,
    List<String> columnsExclude,
    KeptValues kept,
    TypeOptions types,
    boolean autoCreate,
    AutoEvolve autoEvolve,
    List<String> partitionBy,
    List<String> clusterBy,
    Map<String, String> properties,
    TableUpgrade upgrade,
    OnTableRecreated onRecreated,
    OnOffsetRegression onRegression,
    long regressionToleranceMs,
    TableOptions options) {

  public boolean append() {
    return insertMode == InsertMode.APPEND;
  }
}
