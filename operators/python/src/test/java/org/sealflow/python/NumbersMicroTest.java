package org.sealflow.python;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Every recorded number of the reference, row by row. */
class NumbersMicroTest {
  private static void everyRowOf(
      String kind,
      int rows,
      Function<JsonNode, String> expected,
      Function<JsonNode, String> actual) {
    List<String> differences = new ArrayList<>();
    List<JsonNode> micro = Reference.micro(kind);
    for (JsonNode row : micro) {
      String found = outcome(() -> actual.apply(row));
      if (!found.equals(expected.apply(row))) {
        differences.add(row + " but was " + found);
      }
    }
    assertThat(differences).as(kind).isEmpty();
    assertThat(micro).hasSize(rows);
  }

  private static String outcome(Supplier<String> text) {
    try {
      return text.get();
    } catch (PyException e) {
      return e.kind().pythonName() + ": " + e.text();
    }
  }

  private static String recorded(JsonNode row) {
    return row.has("exc")
        ? row.get("exc").asText() + ": " + row.get("msg").asText()
        : row.get("r").asText();
  }

  private static double bits(JsonNode row) {
    return Double.longBitsToDouble(Long.parseUnsignedLong(row.get("hex").asText(), 16));
  }

  /** An int where the text has digits only, a float otherwise. */
  private static Object number(String text) {
    try {
      return PyNumbers.parseInt(text);
    } catch (PyException notAnInt) {
      return PyNumbers.parseFloat(text);
    }
  }

  @Test
  void floatsPrintAsRecorded() {
    everyRowOf("float_repr", 3000, NumbersMicroTest::recorded, row -> Py.repr(bits(row)));
    everyRowOf("float_repr", 3000, row -> row.get("json").asText(), row -> PyJson.dumps(bits(row)));
  }

  @Test
  void floatsReadBackFromTheirText() {
    everyRowOf(
        "float_repr",
        3000,
        row -> Long.toHexString(Double.doubleToLongBits(bits(row))),
        row ->
            Long.toHexString(Double.doubleToLongBits(PyNumbers.parseFloat(row.get("r").asText()))));
  }

  @Test
  void floatsRoundAsRecorded() {
    everyRowOf(
        "round",
        1993,
        NumbersMicroTest::recorded,
        row -> {
          Object digits = row.get("n").isNull() ? PyNone.NONE : (Object) row.get("n").asLong();
          return Py.repr(PyNumbers.round(bits(row), digits));
        });
  }

  @Test
  void intsRoundAsRecorded() {
    everyRowOf(
        "round_int",
        300,
        NumbersMicroTest::recorded,
        row ->
            Py.repr(
                PyNumbers.round(
                    PyNumbers.normalize(row.get("x").bigIntegerValue()), row.get("n").asLong())));
  }

  @Test
  void moneyIsFormattedAsRecorded() {
    everyRowOf("fmt2f", 1568, NumbersMicroTest::recorded, row -> PyNumbers.fixed(bits(row), 2));
  }

  @Test
  void arithmeticGivesTheRecordedResults() {
    everyRowOf(
        "arith",
        4200,
        NumbersMicroTest::recorded,
        row -> {
          Object x = number(row.get("x").asText());
          Object y = number(row.get("y").asText());
          return Py.repr(
              switch (row.get("op").asText()) {
                case "add" -> PyNumbers.add(x, y);
                case "sub" -> PyNumbers.subtract(x, y);
                case "mul" -> PyNumbers.multiply(x, y);
                case "div" -> PyNumbers.divide(x, y);
                case "mod" -> PyNumbers.modulo(x, y);
                case "pow" -> PyNumbers.power(x, y);
                default -> throw new AssertionError("operator of " + row);
              });
        });
  }

  @Test
  void textsAreReadAsRecorded() {
    everyRowOf(
        "int_of_str",
        26,
        NumbersMicroTest::recorded,
        row -> Py.repr(PyNumbers.parseInt(row.get("s").asText())));
    everyRowOf(
        "float_of_str",
        26,
        NumbersMicroTest::recorded,
        row -> Py.repr(PyNumbers.parseFloat(row.get("s").asText())));
  }

  @Test
  void aSeedGivesTheRecordedWords() {
    everyRowOf(
        "mt_u32",
        5,
        row -> row.get("r").toString(),
        row -> draws(row, random -> random.nextWord()));
  }

  @Test
  void aSeedGivesTheRecordedInts() {
    everyRowOf(
        "mt_randint",
        35,
        row -> row.get("r").toString(),
        row -> draws(row, random -> random.randint(row.get("a").asLong(), row.get("b").asLong())));
  }

  @Test
  void aSeedGivesTheRecordedFloats() {
    everyRowOf(
        "mt_uniform",
        10,
        row -> row.get("r").toString(),
        row ->
            draws(
                row,
                random ->
                    '"'
                        + Py.repr(random.uniform(row.get("a").asDouble(), row.get("b").asDouble()))
                        + '"'));
  }

  private static String draws(JsonNode row, Function<PyRandom, Object> draw) {
    PyRandom random = new PyRandom(row.get("seed").asLong());
    List<String> drawn = new ArrayList<>();
    for (int i = 0; i < row.get("r").size(); i++) {
      drawn.add(draw.apply(random).toString());
    }
    return "[" + String.join(",", drawn) + "]";
  }
}
