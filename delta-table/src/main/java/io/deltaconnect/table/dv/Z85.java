package io.deltaconnect.table.dv;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/**
 * Four bytes as five printable characters, the Base85 variant of the Delta log (<a
 * href="https://rfc.zeromq.org/spec/32/">ZeroMQ RFC 32</a>).
 */
final class Z85 {
  /** Characters of an encoded UUID. */
  static final int UUID_LENGTH = 20;

  private static final String ALPHABET =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";
  private static final byte[] DIGITS = digits();

  private Z85() {}

  private static byte[] digits() {
    byte[] digits = new byte[128];
    Arrays.fill(digits, (byte) -1);
    for (int i = 0; i < ALPHABET.length(); i++) {
      digits[ALPHABET.charAt(i)] = (byte) i;
    }
    return digits;
  }

  static String encode(UUID uuid) {
    ByteBuffer bytes = ByteBuffer.allocate(16);
    bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits()).flip();
    char[] text = new char[UUID_LENGTH];
    for (int block = 0; block < UUID_LENGTH; block += 5) {
      long word = bytes.getInt() & 0xFFFFFFFFL;
      for (int i = 4; i >= 0; i--) {
        text[block + i] = ALPHABET.charAt((int) (word % 85));
        word /= 85;
      }
    }
    return new String(text);
  }

  /**
   * @throws IllegalArgumentException if the text is not 20 characters of Z85
   */
  static UUID decodeUuid(String text) {
    if (text.length() != UUID_LENGTH) {
      throw new IllegalArgumentException("not an encoded UUID: " + text);
    }
    byte[] decoded = decode(text);
    if (decoded.length != 2 * Long.BYTES) {
      throw new IllegalArgumentException("not an encoded UUID: " + text);
    }
    ByteBuffer bytes = ByteBuffer.wrap(decoded);
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  /**
   * All bytes of the text, those that pad the last block included. Other writers (delta-rs) do not
   * pad bytes: as many {@code #} begin the last block as are missing from it, which no whole block
   * can begin with.
   *
   * @throws IllegalArgumentException if the text is not Z85
   */
  static byte[] decode(String text) {
    if (text.length() % 5 != 0) {
      throw new IllegalArgumentException("not Z85, " + text.length() + " characters: " + text);
    }
    int missing = missing(text);
    ByteBuffer bytes = ByteBuffer.allocate(text.length() / 5 * 4 - missing);
    for (int block = 0; block < text.length(); block += 5) {
      boolean isShort = missing > 0 && block + 5 == text.length();
      int size = isShort ? 4 - missing : 4;
      long word = word(text, block + 4 - size, block + 5);
      if (word >> (Byte.SIZE * size) != 0) {
        throw new IllegalArgumentException("not Z85, a block is too large: " + text);
      }
      for (int i = size - 1; i >= 0; i--) {
        bytes.put((byte) (word >> (Byte.SIZE * i)));
      }
    }
    return bytes.array();
  }

  private static int missing(String text) {
    int missing = 0;
    while (missing < Math.min(3, text.length())
        && text.charAt(text.length() - 5 + missing) == '#') {
      missing++;
    }
    return missing;
  }

  private static long word(String text, int from, int to) {
    long word = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      int digit = c < DIGITS.length ? DIGITS[c] : -1;
      if (digit < 0) {
        throw new IllegalArgumentException("not Z85, character '" + c + "': " + text);
      }
      word = word * 85 + digit;
    }
    return word;
  }
}
