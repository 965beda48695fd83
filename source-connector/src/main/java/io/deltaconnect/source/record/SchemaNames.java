package io.deltaconnect.source.record;

/**
 * Names of record schemas: the same ones whatever columns come and go, and legal in Avro
 * (specification, "Names").
 *
 * <p>Structs inside a row are named by where they are, so that no two schemas share a name. They
 * are in a name space of their own, {@code <topic>.value}: were it {@code <topic>.Value}, generated
 * classes would have the name of a package.
 */
final class SchemaNames {
  private final String topic;

  /**
   * @param topic what Avro does not allow in its name becomes an underscore
   */
  SchemaNames(String topic) {
    StringBuilder name = new StringBuilder();
    for (String part : topic.split("\\.", -1)) {
      name.append(name.isEmpty() ? "" : ".").append(FieldNames.avro(part));
    }
    this.topic = name.toString();
  }

  String key() {
    return topic + ".Key";
  }

  String value() {
    return topic + ".Value";
  }

  String envelope() {
    return topic + ".Envelope";
  }

  /** Of what is inside a value; {@link #inside} names the parts. */
  String insideValue() {
    return topic + ".value";
  }

  /**
   * @param field as records have it; what Avro does not allow is written as {@code _u} and its
   *     code, so that two fields never get one name
   */
  static String inside(String enclosing, String field) {
    StringBuilder name = new StringBuilder(enclosing).append('.');
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (FieldNames.isAvro(c, i == 0)) {
        name.append(c);
      } else {
        name.append("_u%04x".formatted((int) c));
      }
    }
    return name.toString();
  }
}
