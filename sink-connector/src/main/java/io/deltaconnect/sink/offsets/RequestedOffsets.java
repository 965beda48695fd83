package io.deltaconnect.sink.offsets;

import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.table.kernel.Action;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;

/** Offsets that a connector's partitions shall have, and what that means for {@code txn}s. */
final class RequestedOffsets {
  private static final String TOPICS = "topics";
  private static final String TOPICS_REGEX = "topics.regex";

  /** The {@code txn} of a partition of which nothing is covered. */
  private static final long NOTHING = -1;

  private final Set<String> topics;
  private final Map<TopicPartition, Long> offsets;
  private final Pattern ours;

  private RequestedOffsets(
      DeltaSinkConfig config, Set<String> topics, Map<TopicPartition, Long> offsets) {
    this.topics = topics;
    this.offsets = offsets;
    this.ours = Pattern.compile(Pattern.quote(config.txnAppId()) + ":([^:]+):(\\d+)");
  }

  /**
   * @param offsets as in {@link OffsetAlteration#apply}
   * @throws ConnectException naming the partition whose offset is negative or no number, or whose
   *     topic is not the connector's. A partition may be forgotten whatever its topic: it may have
   *     been the connector's before
   */
  static RequestedOffsets of(DeltaSinkConfig config, Map<TopicPartition, Long> offsets) {
    Set<String> topics = new LinkedHashSet<>(list(config.originalsStrings().get(TOPICS)));
    String regex = config.originalsStrings().get(TOPICS_REGEX);
    for (Map.Entry<TopicPartition, Long> entry : offsets.entrySet()) {
      String topic = entry.getKey().topic();
      boolean known = topics.contains(topic) || (regex != null && Pattern.matches(regex, topic));
      check(entry.getKey(), entry.getValue(), known);
    }
    offsets.keySet().forEach(partition -> topics.add(partition.topic()));
    return new RequestedOffsets(config, topics, offsets);
  }

  /**
   * @param offset declared as an object: the worker parses JSON, and generics promise nothing
   */
  private static void check(TopicPartition partition, Object offset, boolean known) {
    if (offset == null) {
      return;
    }
    if (!(offset instanceof Long number)) {
      throw new ConnectException(
          "the offset of " + partition + " is not a number but '" + offset + "'");
    }
    if (number < 0) {
      throw new ConnectException("the offset of " + partition + " is negative: " + offset);
    }
    if (!known) {
      throw new ConnectException(
          "the connector does not read the topic of "
              + partition
              + ": it is neither in "
              + TOPICS
              + " nor does it match "
              + TOPICS_REGEX);
    }
  }

  private static List<String> list(String names) {
    return names == null
        ? List.of()
        : Arrays.stream(names.split(",", -1)).map(String::trim).filter(n -> !n.isEmpty()).toList();
  }

  /** The connector's topics as far as they are known by name. */
  Set<String> topics() {
    return topics;
  }

  /**
   * What must be committed to a table.
   *
   * @param txns those it has, by application id
   */
  List<Action.Txn> changes(Map<String, Action.Txn> txns) {
    long now = System.currentTimeMillis();
    List<Action.Txn> changes = new ArrayList<>();
    for (Action.Txn txn : txns.values()) {
      Matcher matcher = ours.matcher(txn.appId());
      if (matcher.matches()) {
        long version =
            version(
                new TopicPartition(matcher.group(1), Integer.parseInt(matcher.group(2))),
                txn.version());
        if (version != txn.version()) {
          changes.add(new Action.Txn(txn.appId(), version, now));
        }
      }
    }
    return changes;
  }

  private long version(TopicPartition partition, long otherwise) {
    if (offsets.isEmpty()) {
      return NOTHING;
    }
    if (!offsets.containsKey(partition)) {
      return otherwise;
    }
    Long offset = offsets.get(partition);
    return offset == null ? NOTHING : offset - 1;
  }
}
