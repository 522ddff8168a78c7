package org.sealflow.generate.family;

import java.util.List;
import java.util.stream.Collectors;
import org.sealflow.python.Py;
import org.sealflow.python.PyList;

/** Requests to the calculator. */
final class MathFamilies {
  static final String CLASS = "MathAPI";

  private static final List<List<String>> LENGTHS =
      List.of(
          List.of("km", "m"),
          List.of("m", "cm"),
          List.of("cm", "mm"),
          List.of("m", "km"),
          List.of("mm", "cm"));

  private static final List<List<String>> SYSTEMS =
      List.of(
          List.of("miles", "km"),
          List.of("km", "miles"),
          List.of("kg", "lb"),
          List.of("lb", "kg"),
          List.of("ft", "m"),
          List.of("m", "yd"));

  private MathFamilies() {}

  static List<Family> all() {
    return List.of(
        of(
            "math.add",
            turn -> two(turn, "add"),
            """
            Add {a} and {b}.
            What is {a} plus {b}?
            * Give me {a} plus {b}.
            Please add {a} and {b}.
            ? b
            Add a number to {a}.
            What is {a} plus the other number?
            Give me {a} plus another number.
            * Please add another number to {a}.
            """),
        of(
            "math.subtract",
            turn -> two(turn, "subtract"),
            """
            * Subtract {b} from {a}.
            What is {a} minus {b}?
            Give me {a} minus {b}.
            Please subtract {b} from {a}.
            ? b
            Subtract a number from {a}.
            * What is {a} minus the other number?
            Give me {a} minus another number.
            Please subtract another number from {a}.
            """),
        of(
            "math.multiply",
            turn -> two(turn, "multiply"),
            """
            Multiply {a} by {b}.
            What is {a} times {b}?
            Give me {a} times {b}.
            * Please multiply {a} by {b}.
            ? b
            * Multiply {a} by a number.
            What is {a} times the other number?
            Give me {a} times another number.
            Please multiply {a} by another number.
            """),
        of(
            "math.divide",
            turn -> two(turn, "divide"),
            """
            Divide {a} by {b}.
            * What is {a} over {b}?
            Give me {a} over {b}.
            Please divide {a} by {b}.
            ? b
            Divide {a} by a number.
            What is {a} over the other number?
            * Give me {a} over another number.
            Please divide {a} by another number.
            """),
        of(
            "math.power",
            turn ->
                turn.call(
                    "power",
                    "base",
                    turn.slot("a", turn.draws().between(2, 30)),
                    "exponent",
                    turn.slot("b", turn.draws().between(2, 6))),
            """
            * What is {a} to the power of {b}?
            Give me {a} to the power of {b}.
            Take {a} to the power of {b}.
            Please take {a} to the power of {b}.
            ? b
            What is {a} to the power of the other number?
            * Give me {a} to the power of a number.
            Take {a} to the power of another number.
            Please take {a} to the power of a number.
            """),
        of(
            "math.root",
            turn ->
                turn.call(
                    "square_root",
                    "number",
                    turn.slot("a", turn.draws().between(2, 999)),
                    "precision",
                    turn.slot("digits", turn.draws().between(2, 8))),
            """
            Give me the square root of {a} with {digits} digits.
            What is the square root of {a} with {digits} digits?
            * Take the square root of {a} with {digits} digits.
            Please give me the square root of {a} with {digits} digits.
            ? a
            Give me the square root of a number with {digits} digits.
            What is the square root of that number with {digits} digits?
            Take the square root of a number with {digits} digits.
            * Please give me the square root of that number with {digits} digits.
            """),
        of("math.mean", turn -> several(turn, "mean"), listed("the mean")),
        of("math.max", turn -> several(turn, "max_value"), listed("the largest number")),
        of("math.min", turn -> several(turn, "min_value"), listed("the smallest number")),
        of("math.sum", turn -> several(turn, "sum_values"), listed("the sum")),
        of(
            "math.deviation",
            turn -> several(turn, "standard_deviation"),
            listed("the standard deviation")),
        of(
            "math.percentage",
            turn ->
                turn.call(
                    "percentage",
                    "part",
                    turn.slot("a", turn.draws().between(2, 99)),
                    "whole",
                    turn.slot("b", turn.draws().between(100, 999))),
            """
            How many percent of {b} are {a}?
            * What is {a} of {b} in percent?
            Give me {a} of {b} in percent.
            Please give me the percent that {a} is of {b}.
            ? b
            How many percent of the other number are {a}?
            What is {a} of another number in percent?
            * Give me {a} of a number in percent.
            Please give me the percent that {a} is of another number.
            """),
        of(
            "math.round",
            turn ->
                turn.call(
                    "round_number",
                    "number",
                    turn.slot("a", turn.draws().between(10_000, 99_999) / 1000.0),
                    "decimal_places",
                    turn.slot("digits", turn.draws().between(1, 2))),
            """
            Round {a} to {digits} digits.
            Give me {a} rounded to {digits} digits.
            What is {a} rounded to {digits} digits?
            * Please round {a} to {digits} digits.
            ? a
            * Round a number to {digits} digits.
            Give me a number rounded to {digits} digits.
            What is that number rounded to {digits} digits?
            Please round that number to {digits} digits.
            """),
        of(
            "math.absolute",
            turn ->
                turn.call(
                    "absolute_value", "number", turn.slot("a", -turn.draws().between(2, 9999))),
            """
            What is the absolute value of {a}?
            Give me the absolute value of {a}.
            * Take the absolute value of {a}.
            Please give me the absolute value of {a}.
            ? a
            What is the absolute value of that number?
            Give me the absolute value of a number.
            Take the absolute value of a number.
            * Please give me the absolute value of that number.
            """),
        of(
            "math.length",
            turn -> converted(turn, "si_unit_conversion", LENGTHS),
            """
            * How many {to} are the length {a} {from}?
            Change the length {a} {from} to {to}.
            Give me the length {a} {from} in {to}.
            Please change the length {a} {from} into {to}.
            ? a
            How many {to} are the length in {from}?
            * Change a length from {from} to {to}.
            Give me a length in {from} as {to}.
            Please change a length in {from} into {to}.
            """),
        of(
            "math.imperial",
            turn -> converted(turn, "imperial_si_conversion", SYSTEMS),
            """
            How many {to} are {a} {from}?
            Change {a} {from} to {to}.
            Give me {a} {from} in {to}.
            * Please change {a} {from} into {to}.
            ? a
            * How many {to} are my {from}?
            Change some {from} to {to}.
            Give me the {from} in {to}.
            Please change the {from} into {to}.
            """),
        of(
            "math.add-multiply",
            turn -> chained(turn, "add", "multiply"),
            """
            Add {a} and {b}, then multiply the result by {c}.
            * What is {a} plus {b}, then times {c}?
            Take {a} plus {b} and multiply the result by {c}.
            Please add {a} and {b}, then multiply it by {c}.
            """),
        of(
            "math.subtract-add",
            turn -> chained(turn, "subtract", "add"),
            """
            Subtract {b} from {a}, then add {c} to the result.
            What is {a} minus {b}, then plus {c}?
            * Take {a} minus {b} and add {c} to the result.
            Please subtract {b} from {a}, then add {c} to it.
            """));
  }

  private static Family of(String id, Family.Plan plan, String wordings) {
    return Family.of(id, CLASS, plan, wordings);
  }

  /** Wordings that ask for one thing of a list of numbers. */
  private static String listed(String what) {
    return """
    * What is WHAT of {numbers}?
    Give me WHAT of {numbers}.
    Find WHAT of {numbers}.
    Please give me WHAT of {numbers}.
    ? numbers
    What is WHAT of my numbers?
    * Give me WHAT of some numbers.
    Find WHAT of the numbers.
    Please give me WHAT of my numbers.
    """
        .replace("WHAT", what);
  }

  private static Object operand(Turn turn, String slot) {
    return turn.slot(slot, turn.values().amount(2, turn.draws().chance(0.5) ? 99 : 9999));
  }

  private static void two(Turn turn, String tool) {
    turn.call(tool, "a", operand(turn, "a"), "b", operand(turn, "b"));
  }

  private static void several(Turn turn, String tool) {
    PyList numbers = new PyList();
    for (long more = turn.draws().between(3, 4); more > 0; more--) {
      numbers.add(turn.values().amount(2, 99));
    }
    turn.slot(
        "numbers", numbers.snapshot().stream().map(Py::repr).collect(Collectors.joining(", ")));
    turn.call(tool, "numbers", numbers);
  }

  private static void converted(Turn turn, String tool, List<List<String>> units) {
    List<String> pair = turn.draws().pick(units);
    turn.call(
        tool,
        "value",
        operand(turn, "a"),
        "unit_in",
        turn.slot("from", pair.get(0)),
        "unit_out",
        turn.slot("to", pair.get(1)));
  }

  private static void chained(Turn turn, String first, String second) {
    long a = turn.slot("a", turn.draws().between(100, 999));
    long b = turn.slot("b", turn.draws().between(2, 99));
    Object result = turn.call(first, "a", a, "b", b).field("result");
    turn.call(second, "a", result, "b", turn.slot("c", turn.draws().between(2, 99)));
  }
}
