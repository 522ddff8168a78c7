package org.sealflow.tau.python;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Floats as Python prints and rounds them. */
public final class FloatText {
  /** Products with a hundred below this are exact enough to find two decimals. */
  private static final double SMALL = 1e9;

  private static final int MAX_DIGITS = 17;

  private FloatText() {}

  /** The shortest text that reads back as the same float: {@code 4.0}, {@code 1e+16}. */
  public static String repr(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0.0" : "0.0";
    }
    double hundredths = Math.rint(value * 100);
    if (Math.abs(hundredths) < SMALL && hundredths != 0 && hundredths / 100 == value) {
      return decimals((long) hundredths);
    }
    return general(shortest(value));
  }

  /** Rounds to a number of decimals: the exact binary value, ties to even. */
  public static double round(double value, int decimals) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return value;
    }
    double rounded = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).doubleValue();
    return Math.copySign(rounded, value);
  }

  /** The text with a fixed number of decimals, as the format {@code .2f} gives it. */
  public static String fixed(double value, int decimals) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return repr(value);
    }
    String text =
        new BigDecimal(Math.abs(value)).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    return 1 / value < 0 || value < 0 ? "-" + text : text;
  }

  private static String decimals(long hundredths) {
    long positive = Math.abs(hundredths);
    StringBuilder text = new StringBuilder(16);
    if (hundredths < 0) {
      text.append('-');
    }
    text.append(positive / 100).append('.').append(positive / 10 % 10);
    if (positive % 10 != 0) {
      text.append(positive % 10);
    }
    return text.toString();
  }

  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    // Any float of normal size has at most one text of 15 digits; tiny ones may have a shorter one.
    for (int digits = Math.abs(value) < 1e-300 ? 1 : 15; digits < MAX_DIGITS; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == value) {
        return rounded.stripTrailingZeros();
      }
    }
    return exact.round(new MathContext(MAX_DIGITS, RoundingMode.HALF_EVEN)).stripTrailingZeros();
  }

  private static String general(BigDecimal value) {
    String digits = value.unscaledValue().abs().toString();
    int exponent = digits.length() - value.scale() - 1;
    String sign = value.signum() < 0 ? "-" : "";
    if (exponent >= -4 && exponent < 16) {
      String plain = value.abs().toPlainString();
      return sign + (plain.indexOf('.') < 0 ? plain + ".0" : plain);
    }
    String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    String power = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : "" + Math.abs(exponent);
    return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + power;
  }
}
