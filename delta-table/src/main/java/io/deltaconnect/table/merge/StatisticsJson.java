package io.deltaconnect.table.merge;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.deltaconnect.table.storage.CorruptTableException;
import java.io.IOException;

/**
 * The parts of a file's statistics JSON that deletion vectors concern (Delta protocol, "Per-file
 * Statistics"). The text is edited in place, so that no bound is changed by reading and writing it.
 *
 * @param text the JSON, null if there is none
 * @param numRecords physical rows of the file, dead ones counted; -1 if not said
 * @param tightBoundsAt where in the text the value of that field is, -1 if not said
 */
record StatisticsJson(String text, long numRecords, int tightBoundsAt) {
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * @param stats as the log has it, may be null
   * @throws CorruptTableException if it is not a JSON object
   */
  static StatisticsJson parse(String stats) {
    long numRecords = -1;
    int tightBoundsAt = -1;
    if (stats == null || stats.isBlank()) {
      return new StatisticsJson(null, numRecords, tightBoundsAt);
    }
    try (JsonParser parser = JSON.createParser(stats)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw notAnObject(stats, null);
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        JsonToken value = parser.nextToken();
        if (field.equals("numRecords") && value == JsonToken.VALUE_NUMBER_INT) {
          numRecords = parser.getLongValue();
        } else if (field.equals("tightBounds")) {
          tightBoundsAt = (int) parser.currentTokenLocation().getCharOffset();
        }
        parser.skipChildren();
      }
    } catch (IOException e) {
      throw notAnObject(stats, e);
    }
    return new StatisticsJson(stats, numRecords, tightBoundsAt);
  }

  private static CorruptTableException notAnObject(String stats, IOException cause) {
    return new CorruptTableException(
        "the statistics of a file in the log are not a JSON object: " + stats, cause);
  }

  /**
   * These statistics for a file with a deletion vector: bounds need not be tight any more, and the
   * number of rows is said.
   *
   * @param physicalRows of the file, dead ones counted
   */
  String withLooseBounds(long physicalRows) {
    String loose = text == null ? "{}" : text;
    if (tightBoundsAt >= 0) {
      if (loose.startsWith("true", tightBoundsAt)) {
        loose = loose.substring(0, tightBoundsAt) + "false" + loose.substring(tightBoundsAt + 4);
      }
    } else {
      loose = withField(loose, "\"tightBounds\":false");
    }
    return numRecords >= 0 ? loose : withField(loose, "\"numRecords\":" + physicalRows);
  }

  private static String withField(String object, String field) {
    int open = object.indexOf('{') + 1;
    String rest = object.substring(open);
    return "{" + field + (rest.strip().equals("}") ? "" : ",") + rest;
  }
}
