package org.sealflow.python;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ElementaryTest {
  private static BigFloat number(double value) {
    return BigFloat.of(value);
  }

  private static String digits(BigFloat value, int count) {
    return value.toDigits(count);
  }

  @Test
  void knownConstantsComeOutAtAnyLength() {
    assertThat(digits(Elementary.ln(number(2), 200), 50))
        .isEqualTo("0.69314718055994530941723212145817656807550013436026");
    assertThat(digits(Elementary.ln(number(10), 1200), 50))
        .isEqualTo("2.3025850929940456840179914546843642076011014886288");
    assertThat(digits(Elementary.pi(1000), 50))
        .isEqualTo("3.1415926535897932384626433832795028841971693993751");
    assertThat(digits(Elementary.atan2(BigFloat.ONE, BigFloat.ONE, 900).scale(2), 50))
        .isEqualTo("3.1415926535897932384626433832795028841971693993751");
  }

  @Test
  void longAndShortResultsAgree() {
    Random random = new Random(3);
    for (int i = 0; i < 40; i++) {
      BigFloat x = number(Math.exp(random.nextGaussian() * 20));
      BigFloat y = number(random.nextGaussian());
      assertThat(Elementary.ln(x, 1500).round(90)).isEqualTo(Elementary.ln(x, 90));
      assertThat(Elementary.atan2(y, x, 1500).round(90)).isEqualTo(Elementary.atan2(y, x, 90));
      assertThat(Elementary.atan2(x, y, 1500).round(90)).isEqualTo(Elementary.atan2(x, y, 90));
    }
  }

  @Test
  void theLogarithmKeepsItsDigitsNearOne() {
    BigFloat x = number(Math.nextUp(1.0));
    assertThat(Elementary.ln(x, 53).toDouble()).isEqualTo(Math.log1p(Math.ulp(1.0)));
    assertThat(Elementary.ln(BigFloat.ONE, 53)).isEqualTo(BigFloat.ZERO);
  }

  /** Java's functions are at most one unit off, and so must be the correctly rounded ones. */
  @Test
  void doublesAreWithinOneUnitOfJava() {
    Random random = new Random(5);
    for (int i = 0; i < 5000; i++) {
      double x = random.nextDouble() * 100;
      double y = random.nextGaussian() * 5;
      near(Elementary.pow(x, y), StrictMath.pow(x, y));
      near(Elementary.exp(y), StrictMath.exp(y));
      near(Elementary.ln(x), StrictMath.log(x));
      near(Elementary.sin(y), StrictMath.sin(y));
      near(Elementary.cos(y), StrictMath.cos(y));
      near(Elementary.hypot(x, y), StrictMath.hypot(x, y));
    }
  }

  private static void near(double actual, double expected) {
    assertThat(Math.abs(actual - expected)).isLessThanOrEqualTo(Math.ulp(expected));
  }

  @Test
  void wholePowersAreRoundedFromTheExactProduct() {
    Random random = new Random(9);
    for (int i = 0; i < 2000; i++) {
      double base = random.nextDouble() * 50;
      int exponent = 1 + random.nextInt(12);
      double exact = new BigDecimal(base).pow(exponent).doubleValue();
      assertThat(Elementary.pow(base, exponent)).isEqualTo(exact);
    }
  }

  @Test
  void tiesOfPowersGoToTheEvenDouble() {
    // 3^34 is odd and has 54 bits: it lies midway between two doubles.
    double even = 16677181699666568.0;
    assertThat(Elementary.pow(3, 34)).isEqualTo(even);
    assertThat(Elementary.pow(81, 8.5)).isEqualTo(even);
    assertThat(Elementary.pow(0.25, 537.5)).isZero();
    assertThat(Elementary.pow(0.25, 537.25)).isEqualTo(Double.MIN_VALUE);
  }

  @Test
  void thePowerOfNearlyOneIsOne() {
    assertThat(Elementary.pow(Math.nextUp(1.0), 1e-300)).isEqualTo(1.0);
    assertThat(Elementary.pow(Math.nextDown(1.0), 1e-300)).isEqualTo(1.0);
    assertThat(Elementary.pow(Math.nextUp(1.0), 1e18)).isEqualTo(2.7086111089766717e96);
    assertThat(Elementary.pow(10, 309)).isInfinite();
    assertThat(Elementary.pow(10, -400)).isZero();
  }

  @Test
  void angleFunctionsReduceHugeAngles() {
    assertThat(Elementary.sin(1e22)).isEqualTo(-0.8522008497671888);
    assertThat(Elementary.cos(Math.PI / 2)).isEqualTo(6.123233995736766e-17);
    assertThat(Elementary.sin(-1e-300)).isEqualTo(-1e-300);
  }

  @Test
  void quotientsAreRoundedOnce() {
    Random random = new Random(11);
    MathContext wide = new MathContext(60);
    for (int i = 0; i < 2000; i++) {
      double x = random.nextGaussian() * 1e10;
      double y = random.nextGaussian() / 1e10;
      assertThat(number(x).divide(number(y), 53).toDouble()).isEqualTo(x / y);
      double exact = new BigDecimal(x).divide(new BigDecimal(y), wide).doubleValue();
      assertThat(x / y).isEqualTo(exact);
    }
  }

  @Test
  void numbersBecomeTheNearestDouble() {
    Random random = new Random(13);
    for (int i = 0; i < 5000; i++) {
      BigInteger mantissa = new BigInteger(1 + random.nextInt(120), random);
      int exponent = random.nextInt(2300) - 1250;
      BigDecimal power = new BigDecimal(BigInteger.TWO.pow(Math.abs(exponent)));
      BigDecimal exact =
          exponent < 0
              ? new BigDecimal(mantissa).divide(power)
              : new BigDecimal(mantissa).multiply(power);
      assertThat(BigFloat.of(mantissa.negate(), exponent).toDouble() + 0.0)
          .isEqualTo(-exact.doubleValue() + 0.0);
    }
  }

  @Test
  void digitsAreRoundedHalfUp() {
    assertThat(digits(number(0.125), 2)).isEqualTo("0.13");
    assertThat(digits(number(-0.375), 2)).isEqualTo("-0.38");
    assertThat(digits(number(99.96), 3)).isEqualTo("100.0");
    assertThat(digits(number(1e16), 5)).isEqualTo("1.0e+16");
    assertThat(digits(number(123456), 5)).isEqualTo("1.2346e+5");
    assertThat(digits(number(0.00001234), 5)).isEqualTo("1.234e-5");
    assertThat(digits(BigFloat.ZERO, 5)).isEqualTo("0.0");
  }
}
