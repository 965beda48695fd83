package io.deltaconnect.sink.change;

import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.convert.Columns;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** Which fields of a value become columns, whatever the case of their names. */
final class ColumnFilter implements Predicate<String> {
  private final Set<String> included;
  private final Set<String> excluded;

  /**
   * @param fromElsewhere columns that are not read from the value
   */
  ColumnFilter(TableConfig config, Collection<String> fromElsewhere) {
    this.included = folded(config.columnsInclude());
    this.excluded = folded(config.columnsExclude());
    excluded.addAll(folded(fromElsewhere));
    if (!included.isEmpty()) {
      included.addAll(folded(config.pkFields()));
    }
  }

  @Override
  public boolean test(String name) {
    if (included.isEmpty() && excluded.isEmpty()) {
      return true;
    }
    String folded = Columns.fold(name);
    return (included.isEmpty() || included.contains(folded)) && !excluded.contains(folded);
  }

  private static Set<String> folded(Collection<String> names) {
    Set<String> folded = new HashSet<>();
    names.forEach(name -> folded.add(Columns.fold(name)));
    return folded;
  }
}
