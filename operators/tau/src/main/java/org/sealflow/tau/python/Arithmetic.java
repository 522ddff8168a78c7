package org.sealflow.tau.python;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyNumbers;

/**
 * An arithmetic expression in Python's syntax: numerals, {@code + - * / // **}, parentheses.
 * Nothing else can be evaluated; what Python would parse beyond that (calls, empty tuples, the
 * ellipsis) only leads to Python's error.
 */
public final class Arithmetic {
  private static final int MAX_NESTING = 200;

  /** A value that is no number: its type's name. */
  private record Odd(String type) {}

  /** A node of the parsed expression. */
  private interface Node {
    Object value();
  }

  private final ArithmeticTokens tokens;
  private int nesting;

  private Arithmetic(String text) {
    this.tokens = new ArithmeticTokens(text);
  }

  /**
   * The value as a float.
   *
   * @throws CallException with Python's text for what cannot be parsed or evaluated
   */
  public static double evaluate(String text) {
    Arithmetic parser = new Arithmetic(text);
    Object value = parser.whole().value();
    if (value instanceof Odd odd) {
      throw CallException.typeError(
          "float() argument must be a string or a real number, not '" + odd.type() + "'");
    }
    return PythonNumbers.asDouble(value);
  }

  private Node whole() {
    if (tokens.isEnd()) {
      throw CallException.arithmetic("SyntaxError", "invalid syntax (<string>, line 0)");
    }
    Node node = sum();
    if (!tokens.isEnd()) {
      throw tokens.unexpected();
    }
    return node;
  }

  private Node sum() {
    Node node = term();
    while (tokens.at("+") || tokens.at("-")) {
      node = binary(tokens.take(), node, term());
    }
    return node;
  }

  private Node term() {
    Node node = factor();
    while (tokens.at("*") || tokens.at("/") || tokens.at("//")) {
      node = binary(tokens.take(), node, factor());
    }
    return node;
  }

  private Node factor() {
    if (tokens.at("+") || tokens.at("-")) {
      String sign = tokens.take();
      Node operand = factor();
      return () -> signed(sign, operand.value());
    }
    Node base = primary();
    return tokens.at("**") ? binary(tokens.take(), base, factor()) : base;
  }

  private Node primary() {
    Node node = atom();
    while (tokens.at("(")) {
      Node called = node;
      @Nullable Node argument = parenthesised();
      node =
          () -> {
            Object callee = called.value();
            if (argument != null) {
              argument.value();
            }
            throw CallException.typeError("'" + typeName(callee) + "' object is not callable");
          };
    }
    return node;
  }

  private Node atom() {
    if (tokens.at("(")) {
      Node inner = parenthesised();
      return inner == null ? () -> new Odd("tuple") : inner;
    }
    if (tokens.at("...")) {
      tokens.take();
      return () -> new Odd("ellipsis");
    }
    Object number = tokens.takeNumber();
    return () -> number;
  }

  private @Nullable Node parenthesised() {
    tokens.take();
    nesting++;
    if (nesting > MAX_NESTING) {
      throw CallException.arithmetic(
          "SyntaxError", "too many nested parentheses (<string>, line 1)");
    }
    Node inner = tokens.at(")") ? null : sum();
    if (!tokens.at(")")) {
      throw tokens.unexpected();
    }
    tokens.take();
    nesting--;
    return inner;
  }

  private static Node binary(String operator, Node left, Node right) {
    return () -> {
      Object first = left.value();
      Object second = right.value();
      if (first instanceof Odd || second instanceof Odd) {
        return odd(operator, first, second);
      }
      return switch (operator) {
        case "+" -> PythonNumbers.add(first, second);
        case "-" -> PythonNumbers.subtract(first, second);
        case "*" -> Power.bounded(PythonNumbers.multiply(first, second));
        case "/" -> PythonNumbers.divide(first, second);
        case "//" -> PythonNumbers.floorDivide(first, second);
        default -> Power.of(first, second);
      };
    };
  }

  private static Object odd(String operator, Object first, Object second) {
    boolean tuples = typeName(first).equals("tuple") && typeName(second).equals("tuple");
    boolean repeated =
        operator.equals("*")
            && ((typeName(first).equals("tuple") && PythonNumbers.isInteger(second))
                || (typeName(second).equals("tuple") && PythonNumbers.isInteger(first)));
    if ((operator.equals("+") && tuples) || repeated) {
      return new Odd("tuple");
    }
    throw CallException.typeError(
        "unsupported operand type(s) for %s: '%s' and '%s'"
            .formatted(
                operator.equals("**") ? "** or pow()" : operator,
                typeName(first),
                typeName(second)));
  }

  private static Object signed(String sign, Object value) {
    if (value instanceof Odd odd) {
      throw CallException.typeError(
          "bad operand type for unary " + sign + ": '" + odd.type() + "'");
    }
    return sign.equals("-") ? PythonNumbers.negate(value) : value;
  }

  private static String typeName(Object value) {
    return value instanceof Odd odd ? odd.type() : Python.typeName(value);
  }

  /** Exact integer arithmetic is bounded in size, so that no expression takes for ever. */
  private static final class Power {
    private static final int MAX_BITS = 4_000_000;

    static Object bounded(Object value) {
      if (value instanceof BigInteger number && number.bitLength() > MAX_BITS) {
        throw tooLarge();
      }
      return value;
    }

    static Object of(Object base, Object exponent) {
      if (base instanceof Double || exponent instanceof Double || isNegative(exponent)) {
        return ofDoubles(PythonNumbers.asDouble(base), PythonNumbers.asDouble(exponent));
      }
      BigInteger number = PythonNumbers.asInteger(base);
      BigInteger power = PythonNumbers.asInteger(exponent);
      if (number.abs().bitLength() <= 1) {
        boolean odd = power.testBit(0);
        boolean kept = odd || (number.signum() == 0 && power.signum() > 0);
        return kept ? PyNumbers.normalize(number) : (Object) 1L;
      }
      if (power.bitLength() > 31 || (long) number.bitLength() * power.longValue() > MAX_BITS) {
        throw tooLarge();
      }
      return PyNumbers.normalize(number.pow(power.intValue()));
    }

    private static boolean isNegative(Object value) {
      return PythonNumbers.asInteger(value).signum() < 0;
    }

    private static Object ofDoubles(double base, double exponent) {
      if (base == 0 && exponent < 0) {
        throw CallException.arithmetic(
            "ZeroDivisionError", "0.0 cannot be raised to a negative power");
      }
      if (base < 0 && exponent != Math.rint(exponent)) {
        return new Odd("complex");
      }
      double power = Math.pow(base, exponent);
      if (Double.isInfinite(power) && !Double.isInfinite(base) && !Double.isInfinite(exponent)) {
        throw CallException.arithmetic("OverflowError", "(34, 'Numerical result out of range')");
      }
      return power;
    }

    private static CallException tooLarge() {
      return CallException.arithmetic("OverflowError", "int too large to convert to float");
    }
  }
}
