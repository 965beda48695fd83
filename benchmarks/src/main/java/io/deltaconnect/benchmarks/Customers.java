package io.deltaconnect.benchmarks;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import java.util.List;

/**
 * The measured table: 13 columns of a customer. Every value is a function of the customer's id and
 * edition, so that both sides make the same rows without sharing data, and nearly none of them
 * compresses: e-mails, numbers and digests are hashes.
 */
final class Customers {
  static final String KEY = "id";

  /** What an update sets; the other columns keep the values of edition 0. */
  static final List<String> UPDATED = List.of("alias", "memo", "modified");

  static final StructType SCHEMA =
      new StructType()
          .add(KEY, LongType.LONG, false)
          .add("name", StringType.STRING)
          .add("alias", StringType.STRING)
          .add("payment_type", StringType.STRING)
          .add("payment_number", StringType.STRING)
          .add("email", StringType.STRING)
          .add("work_email", StringType.STRING)
          .add("ip", StringType.STRING)
          .add("md5", StringType.STRING)
          .add("notes", StringType.STRING)
          .add("created", TimestampType.TIMESTAMP)
          .add("modified", TimestampType.TIMESTAMP)
          .add("memo", StringType.STRING);

  private static final String[] SYLLABLES = {
    "an", "be", "cor", "da", "el", "fi", "gro", "ha", "in", "jo", "ka", "lu", "mi", "no", "or",
    "pe", "qui", "ra", "so", "ta", "ul", "ve", "wa", "xe", "yo", "za", "bri", "che", "dru", "fle",
    "gla", "sto"
  };
  private static final String[] WORDS = {
    "account", "asks", "before", "calls", "card", "changed", "claims", "closed", "customer",
        "delay",
    "delivery", "does", "expects", "family", "gift", "holiday", "invoice", "late", "letter",
        "month",
    "moved", "never", "notice", "offer", "order", "paid", "parcel", "phone", "prefers", "refund",
    "renewal", "reply"
  };
  private static final String[] PAYMENTS = {"card", "transfer", "invoice", "wallet", "cash"};
  private static final char[] HEX = "0123456789abcdef".toCharArray();
  private static final long EPOCH_2020_MICROS = 1_577_836_800_000_000L;
  private static final long DAY_MICROS = 86_400_000_000L;

  private Customers() {}

  /**
   * A customer in the engine's shapes.
   *
   * @param edition 0 as first written; any other is how update {@code edition} leaves it
   */
  static Object[] row(long id, int edition) {
    long created = EPOCH_2020_MICROS + Long.remainderUnsigned(mix(id, 10), 1500 * DAY_MICROS);
    long changes = id + ((long) edition << 40);
    return new Object[] {
      id,
      name(mix(id, 1)),
      hex(mix(changes, 2), 10),
      PAYMENTS[(int) Long.remainderUnsigned(mix(id, 3), PAYMENTS.length)],
      digits(mix(id, 4)),
      hex(mix(id, 5), 9) + "@mail.example",
      hex(mix(id, 6), 8) + "@work.example",
      ip((int) mix(id, 7)),
      hex(mix(id, 8), 16) + hex(mix(id, 9), 16),
      text(mix(id, 11), 7),
      created,
      created + Long.remainderUnsigned(mix(changes, 12), 500 * DAY_MICROS),
      text(mix(changes, 13), 4)
    };
  }

  /** A well-spread hash of a number (the finalizer of SplitMix64). */
  static long mix(long n, int column) {
    long z = n * 31 + column + 0x9E3779B97F4A7C15L * (column + 1);
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private static String name(long h) {
    StringBuilder s = new StringBuilder(24);
    for (int i = 0; i < 6; i++) {
      if (i == 3) {
        s.append(' ');
      }
      s.append(SYLLABLES[(int) (h >>> (i * 5)) & 31]);
    }
    return s.toString();
  }

  private static String text(long h, int words) {
    StringBuilder s = new StringBuilder(64);
    for (int i = 0; i < words; i++) {
      s.append(WORDS[(int) (h >>> (i * 5)) & 31]).append(' ');
    }
    return s.append(h >>> 48).toString();
  }

  private static String hex(long h, int length) {
    char[] s = new char[length];
    for (int i = 0; i < length; i++) {
      s[i] = HEX[(int) (h >>> (i * 4)) & 15];
    }
    return new String(s);
  }

  private static String digits(long h) {
    long fifteen = Long.remainderUnsigned(h, 1_000_000_000_000_000L);
    return Long.toString(4_000_000_000_000_000L + fifteen);
  }

  private static String ip(int h) {
    return (h >>> 24) + "." + (h >>> 16 & 255) + "." + (h >>> 8 & 255) + "." + (h & 255);
  }
}
