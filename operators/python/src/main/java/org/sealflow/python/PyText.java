package org.sealflow.python;

import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;

/** {@code str} and {@code repr}. An instance writes one text. */
public final class PyText {
  /**
   * The longest text of a value, in characters; far more than any of the benchmark. A small list
   * that holds one value many times is huge when it is printed.
   */
  static final int LONGEST = 1 << 24;

  /** Python refuses to print ints of more than 4,300 digits. */
  private static final BigInteger UNPRINTABLE_INT = BigInteger.TEN.pow(4300);

  /**
   * Java gives two digits at the least. Below this double, where doubles are coarse, one digit may
   * identify the same double (5e-324).
   */
  private static final double LARGEST_COARSE_DOUBLE = 1e-320;

  private final StringBuilder out = new StringBuilder();
  private final Deque<Object> open = new ArrayDeque<>();
  private final int enough;
  private final boolean forPeople;

  private PyText(int enough, boolean forPeople) {
    this.enough = enough;
    this.forPeople = forPeople;
  }

  /**
   * {@code str(value)}.
   *
   * @throws PyException ValueError at an int of more than 4,300 digits
   * @throws PyLimitException if a text that is made for it has more than {@link #LONGEST}
   *     characters
   */
  public static String str(Object value) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof PyObject object) {
      return object.str();
    }
    return repr(value);
  }

  /**
   * {@code repr(value)}.
   *
   * @throws PyException ValueError at an int of more than 4,300 digits
   * @throws PyLimitException if it has more than {@link #LONGEST} characters
   */
  public static String repr(Object value) {
    if (value instanceof Long || value instanceof BigInteger) {
      return intRepr(value);
    }
    StringBuilder out = new PyText(LONGEST, false).written(value);
    if (out.length() > LONGEST) {
      throw tooLong();
    }
    return out.toString();
  }

  static PyLimitException tooLong() {
    return new PyLimitException("a text of more than " + LONGEST + " characters");
  }

  /**
   * The beginning of {@code repr(value)} for people; see {@link Py#reprStart}.
   *
   * @param length in characters; a longer text ends with an ellipsis instead
   */
  static String reprStart(Object value, int length) {
    StringBuilder out = new PyText(length, true).written(value);
    if (out.length() > length) {
      out.setLength(length);
      out.append('…');
    }
    return out.toString();
  }

  /** The text of a value; if it is longer than enough, its end may be missing. */
  private StringBuilder written(Object value) {
    writeRepr(value);
    return out;
  }

  /** Writes a text as it is. */
  public void write(String text) {
    out.append(text);
  }

  /** Writes {@code str(value)}. */
  public void writeStr(Object value) {
    if (value instanceof String || value instanceof PyObject) {
      out.append(str(value));
    } else {
      writeRepr(value);
    }
  }

  /** Writes {@code repr(value)}; of containers the beginning if the text is long enough then. */
  public void writeRepr(Object value) {
    if (value instanceof String text) {
      appendString(text);
    } else if (value instanceof Long || value instanceof BigInteger) {
      out.append(forPeople ? intOrSize(value) : intRepr(value));
    } else if (value instanceof Double number) {
      out.append(floatRepr(number));
    } else if (value instanceof Boolean bool) {
      out.append(bool ? "True" : "False");
    } else if (value instanceof PyNone none) {
      out.append(none.repr());
    } else if (value instanceof PyObject object) {
      object.writeRepr(this);
    } else {
      appendContainer(value);
    }
  }

  private void appendContainer(Object value) {
    for (Object outer : open) {
      if (outer == value) {
        out.append(
            value instanceof PyDict ? "{...}" : value instanceof PyTuple ? "(...)" : "[...]");
        return;
      }
    }
    open.push(value);
    if (value instanceof PyList list) {
      out.append('[');
      appendItems(list.asList().iterator());
      out.append(']');
    } else if (value instanceof PyTuple tuple) {
      out.append('(');
      appendItems(tuple.iterator());
      out.append(tuple.size() == 1 ? ",)" : ")");
    } else if (value instanceof PySet set) {
      if (set.size() == 0) {
        out.append("set()");
      } else {
        out.append('{');
        appendItems(set.iterator());
        out.append('}');
      }
    } else {
      appendEntries((PyDict) value);
    }
    open.pop();
  }

  private void appendItems(Iterator<Object> items) {
    while (items.hasNext() && out.length() <= enough) {
      writeRepr(items.next());
      if (items.hasNext()) {
        out.append(", ");
      }
    }
  }

  private void appendEntries(PyDict dict) {
    out.append('{');
    String separator = "";
    for (Map.Entry<Object, Object> entry : dict.byKey().entrySet()) {
      if (out.length() > enough) {
        break;
      }
      out.append(separator);
      writeRepr(PyKey.value(entry.getKey()));
      out.append(": ");
      writeRepr(entry.getValue());
      separator = ", ";
    }
    out.append('}');
  }

  private static String intOrSize(Object value) {
    return value instanceof BigInteger big && isUnprintable(big)
        ? "<int of " + big.bitLength() + " bits>"
        : value.toString();
  }

  private static boolean isUnprintable(BigInteger number) {
    return number.abs().compareTo(UNPRINTABLE_INT) >= 0;
  }

  /** An int in decimal; ValueError beyond 4,300 digits. */
  static String intRepr(Object value) {
    if (value instanceof BigInteger big && isUnprintable(big)) {
      throw PyException.valueError(
          "Exceeds the limit (4300 digits) for integer string conversion;"
              + " use sys.set_int_max_str_digits() to increase the limit");
    }
    return value.toString();
  }

  /** The shortest decimal that reads back as the same double, in Python's notation. */
  public static String floatRepr(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return (value == 0 && 1 / value < 0) ? "-0.0" : (long) value + ".0";
    }
    double size = Math.abs(value);
    if (size >= 1e-3 && size < 1e7) {
      // Here Java's notation is Python's.
      return DoubleToDecimal.toString(value);
    }
    return decimalRepr(value);
  }

  private static String decimalRepr(double value) {
    String java = DoubleToDecimal.toString(Math.abs(value));
    int e = java.indexOf('E');
    String mantissa = e < 0 ? java : java.substring(0, e);
    int point = mantissa.indexOf('.');
    String digits = mantissa.substring(0, point) + mantissa.substring(point + 1);
    int exponent = point - 1 + (e < 0 ? 0 : Integer.parseInt(java.substring(e + 1)));
    int leading = 0;
    while (digits.charAt(leading) == '0') {
      leading++;
    }
    exponent -= leading;
    int end = digits.length();
    while (end > leading + 1 && digits.charAt(end - 1) == '0') {
      end--;
    }
    String shortest = digits.substring(leading, end);
    if (shortest.length() == 2 && Math.abs(value) < LARGEST_COARSE_DOUBLE) {
      String single = singleDigit(shortest);
      int power = exponent + single.length() - 1;
      if (Double.parseDouble(single.charAt(0) + "e" + power) == Math.abs(value)) {
        shortest = single.substring(0, 1);
        exponent = power;
      }
    }
    return (value < 0 ? "-" : "") + notation(shortest, exponent);
  }

  /** The nearest one-digit number to two digits: 4.9 → 5, 9.9 → 10. */
  private static String singleDigit(String twoDigits) {
    return String.valueOf((Integer.parseInt(twoDigits) + 5) / 10);
  }

  private static String notation(String digits, int exponent) {
    if (exponent < -4 || exponent >= 16) {
      String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
      String power = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
      return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + power;
    }
    if (exponent < 0) {
      return "0." + "0".repeat(-exponent - 1) + digits;
    }
    if (digits.length() <= exponent + 1) {
      return digits + "0".repeat(exponent + 1 - digits.length()) + ".0";
    }
    return digits.substring(0, exponent + 1) + "." + digits.substring(exponent + 1);
  }

  private void appendString(String text) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    out.append(quote);
    int plain = plainLength(text, quote);
    out.append(plain == text.length() ? text : text.substring(0, plain));
    for (int i = plain; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c == quote || c == '\\') {
        out.append('\\').append((char) c);
      } else if (c >= 0x20 && c < 0x7f) {
        out.append((char) c);
      } else {
        appendUnusual(c);
      }
    }
    out.append(quote);
  }

  /** How many characters at the beginning stand for themselves. */
  private static int plainLength(String text, char quote) {
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c < 0x20 || c >= 0x7f || c == quote || c == '\\') {
        break;
      }
      i++;
    }
    return i;
  }

  private void appendUnusual(int c) {
    switch (c) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (isPrintable(c)) {
          out.appendCodePoint(c);
        } else if (c < 0x100) {
          appendHex("\\x", c, 2);
        } else if (c < 0x10000) {
          appendHex("\\u", c, 4);
        } else {
          appendHex("\\U", c, 8);
        }
      }
    }
  }

  private void appendHex(String escape, int c, int digits) {
    out.append(escape);
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      out.append(Character.forDigit((c >>> shift) & 15, 16));
    }
  }

  /** {@code str.isprintable} of one character. */
  public static boolean isPrintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> codePoint == ' ';
      default -> true;
    };
  }
}
