package io.deltaconnect.integration;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * What the values of a column look like, at random. A shape is seen in versions: each shows some of
 * a struct's fields, and each number in one of the types it may widen to. It remembers which fields
 * it has shown, and the widest type that a value needed, as a table must that had all its values,
 * in their order.
 */
abstract sealed class RandomShape {
  private static final int MAX_DEPTH = 4;

  /**
   * A random struct of at least one field.
   *
   * @param widens whether numbers show in several types
   */
  static RandomStruct struct(Random random, boolean widens) {
    return new RandomStruct(random, 1, widens);
  }

  private static RandomShape any(Random random, int depth, boolean widens) {
    int kinds = depth < MAX_DEPTH ? 8 : 5;
    return switch (random.nextInt(kinds)) {
      case 0, 1 -> new Whole(widens ? -1 : random.nextInt(4), widens);
      case 2 -> new Floating(widens);
      case 3 -> new Fraction(widens);
      case 4 -> new Plain(random.nextInt(Plain.KINDS));
      case 5 -> new RandomStruct(random, depth + 1, widens);
      case 6 -> new Elements(any(random, depth + 1, widens));
      default -> new Entries(any(random, depth + 1, widens));
    };
  }

  /** One way to see the shape. */
  interface Version {
    /** Optional, and the same object at every call. */
    Schema schema();

    /** A random value of the schema, rarely null. */
    default Object value(Random random) {
      return random.nextInt(8) == 0 ? null : notNull(random);
    }

    Object notNull(Random random);
  }

  /** A random version. */
  abstract Version version(Random random);

  /**
   * The value that Spark reads from the table after everything that was seen.
   *
   * @param value of any version's schema, or null
   */
  final Object expected(Object value) {
    return value == null ? null : expectedNotNull(value);
  }

  abstract Object expectedNotNull(Object value);

  private record Leaf(Schema schema, Function<Random, Object> values) implements Version {
    @Override
    public Object notNull(Random random) {
      return values.apply(random);
    }
  }

  /** Fields of any shapes. */
  static final class RandomStruct extends RandomShape {
    private final Map<String, RandomShape> fields = new LinkedHashMap<>();
    private final Map<String, RandomShape> seen = new TreeMap<>();

    private RandomStruct(Random random, int depth, boolean widens) {
      int count = 1 + random.nextInt(depth == 1 ? 8 : 4);
      for (int i = 0; i < count; i++) {
        fields.put((random.nextBoolean() ? "f" : "Field_") + i, any(random, depth, widens));
      }
    }

    @Override
    Version version(Random random) {
      Map<String, Version> shown = new LinkedHashMap<>();
      List<String> names = new ArrayList<>(fields.keySet());
      String always = names.get(random.nextInt(names.size()));
      for (String name : names) {
        if (name.equals(always) || random.nextInt(3) > 0) {
          shown.put(name, fields.get(name).version(random));
          seen.put(name, fields.get(name));
        }
      }
      SchemaBuilder builder = SchemaBuilder.struct().optional();
      shown.forEach((name, version) -> builder.field(name, version.schema()));
      Schema schema = builder.build();
      return new Leaf(
          schema,
          r -> {
            Struct struct = new Struct(schema);
            shown.forEach((name, version) -> struct.put(name, version.value(r)));
            return struct;
          });
    }

    @Override
    Map<String, Object> expectedNotNull(Object value) {
      Struct struct = (Struct) value;
      Map<String, Object> row = new TreeMap<>();
      seen.forEach(
          (name, shape) -> {
            boolean has = struct.schema().field(name) != null;
            row.put(name, has ? shape.expected(struct.get(name)) : null);
          });
      return row;
    }
  }

  private static final class Elements extends RandomShape {
    private final RandomShape element;

    Elements(RandomShape element) {
      this.element = element;
    }

    @Override
    Version version(Random random) {
      Version of = element.version(random);
      return new Leaf(
          SchemaBuilder.array(of.schema()).optional().build(),
          r -> {
            List<Object> list = new ArrayList<>();
            for (int n = r.nextInt(4); n > 0; n--) {
              list.add(of.value(r));
            }
            return list;
          });
    }

    @Override
    Object expectedNotNull(Object value) {
      List<Object> list = new ArrayList<>();
      ((List<?>) value).forEach(e -> list.add(element.expected(e)));
      return list;
    }
  }

  private static final class Entries extends RandomShape {
    private final RandomShape shape;

    Entries(RandomShape shape) {
      this.shape = shape;
    }

    @Override
    Version version(Random random) {
      Version of = shape.version(random);
      return new Leaf(
          SchemaBuilder.map(Schema.STRING_SCHEMA, of.schema()).optional().build(),
          r -> {
            Map<String, Object> map = new HashMap<>();
            for (int n = r.nextInt(4); n > 0; n--) {
              map.put("k" + r.nextInt(9), of.value(r));
            }
            return map;
          });
    }

    @Override
    Object expectedNotNull(Object value) {
      Map<Object, Object> map = new HashMap<>();
      ((Map<?, ?>) value).forEach((k, v) -> map.put(k, shape.expected(v)));
      return map;
    }
  }

  /** Whole numbers of one to eight bytes. */
  private static final class Whole extends RandomShape {
    private static final Schema[] SCHEMAS = {
      Schema.OPTIONAL_INT8_SCHEMA,
      Schema.OPTIONAL_INT16_SCHEMA,
      Schema.OPTIONAL_INT32_SCHEMA,
      Schema.OPTIONAL_INT64_SCHEMA
    };
    private final boolean widens;
    private int width;

    /**
     * @param width of all versions, or -1 for any
     */
    Whole(int width, boolean widens) {
      this.width = width;
      this.widens = widens;
    }

    @Override
    Version version(Random random) {
      int shown = widens ? random.nextInt(SCHEMAS.length) : width;
      width = width < 0 ? shown : width;
      return new Leaf(
          SCHEMAS[shown],
          r -> {
            Number value = number(r.nextLong(), shown);
            if (number(value.longValue(), width).longValue() != value.longValue()) {
              width = shown;
            }
            return value;
          });
    }

    @Override
    Object expectedNotNull(Object value) {
      return number(((Number) value).longValue(), width);
    }

    private static Number number(long value, int width) {
      return switch (width) {
        case 0 -> (byte) value;
        case 1 -> (short) value;
        case 2 -> (int) value;
        default -> value;
      };
    }
  }

  private static final class Floating extends RandomShape {
    private final boolean widens;
    private Schema column;

    Floating(boolean widens) {
      this.widens = widens;
    }

    @Override
    Version version(Random random) {
      Schema shown =
          widens && random.nextBoolean()
              ? Schema.OPTIONAL_FLOAT64_SCHEMA
              : Schema.OPTIONAL_FLOAT32_SCHEMA;
      column = column == null ? shown : column;
      return new Leaf(
          shown,
          r -> {
            double value = r.nextGaussian();
            if (shown.type() == Schema.Type.FLOAT32) {
              return (float) value;
            }
            if ((float) value != value) {
              column = shown;
            }
            return value;
          });
    }

    @Override
    Object expectedNotNull(Object value) {
      double number = ((Number) value).doubleValue();
      return column.type() == Schema.Type.FLOAT32 ? (Object) (float) number : (Object) number;
    }
  }

  /** Decimals; those that come later may have more digits on both sides of the point. */
  private static final class Fraction extends RandomShape {
    private final boolean widens;

    Fraction(boolean widens) {
      this.widens = widens;
    }

    @Override
    Version version(Random random) {
      int width = widens ? random.nextInt(3) : 2;
      int scale = 2 + 2 * width;
      int precision = 6 + 8 * width;
      Schema schema =
          Decimal.builder(scale)
              .parameter("connect.decimal.precision", Integer.toString(precision))
              .optional()
              .build();
      BigInteger limit = BigInteger.TEN.pow(precision);
      return new Leaf(
          schema,
          r -> {
            BigInteger digits = new BigInteger(limit.bitLength() - 1, r);
            return new BigDecimal(r.nextBoolean() ? digits : digits.negate(), scale);
          });
    }

    @Override
    Object expectedNotNull(Object value) {
      return ((BigDecimal) value).stripTrailingZeros();
    }
  }

  /** What does not widen. */
  @SuppressWarnings("JavaUtilDate") // how Connect represents its dates
  private static final class Plain extends RandomShape {
    static final int KINDS = 5;
    private static final Schema DAY =
        org.apache.kafka.connect.data.Date.builder().optional().build();
    private static final Schema MOMENT =
        SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").optional().build();
    private final int kind;

    Plain(int kind) {
      this.kind = kind;
    }

    @Override
    Version version(Random random) {
      return switch (kind) {
        case 0 -> new Leaf(Schema.OPTIONAL_BOOLEAN_SCHEMA, Random::nextBoolean);
        case 1 -> new Leaf(Schema.OPTIONAL_STRING_SCHEMA, Plain::text);
        case 2 ->
            new Leaf(
                Schema.OPTIONAL_BYTES_SCHEMA, r -> BigInteger.valueOf(r.nextLong()).toByteArray());
        case 3 -> new Leaf(DAY, r -> new Date(86_400_000L * r.nextInt(-700_000, 2_900_000)));
        default -> new Leaf(MOMENT, r -> r.nextLong(-62_000_000_000L, 250_000_000_000L) * 999_983);
      };
    }

    private static String text(Random random) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(60); n > 0; n--) {
        text.appendCodePoint(random.nextInt(4) == 0 ? 0x1F600 + n : 32 + random.nextInt(900));
      }
      return text.toString();
    }

    @Override
    Object expectedNotNull(Object value) {
      return switch (kind) {
        case 2 -> ByteBuffer.wrap((byte[]) value);
        case 3 -> LocalDate.ofEpochDay(Math.floorDiv(((Date) value).getTime(), 86_400_000L));
        case 4 -> Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS);
        default -> value;
      };
    }
  }
}
