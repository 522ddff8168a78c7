package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sealflow.python.PyDict;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.CallOutcome.Status;
import org.sealflow.python.call.Invocation;
import org.sealflow.python.call.Method;
import org.sealflow.python.call.MethodTable;

/** Random call texts on all eight classes: whatever is written, the outcome is an outcome. */
class CallFuzzTest {
  private static final int CALLS = 100_000;

  /** State grows with the calls; a fresh side now and then keeps each call small. */
  private static final int CALLS_PER_EXECUTOR = 200;

  private static final String ERROR = "Error during execution: ";

  private static final MethodTable METHODS = MethodTable.of(Simulators.all());

  private static final List<String> NAMES = names();

  private static final List<String> VALUES =
      List.of(
          "'a.txt'",
          "'w'",
          "'..'",
          "'d'",
          "''",
          "'1'",
          "'sort (x)'",
          "'AAPL'",
          "'USR001'",
          "'2024-09-01'",
          "'start'",
          "'é\\n\\ud83d'",
          "1",
          "0",
          "-1",
          "2.5",
          "1e400",
          "10**30",
          "True",
          "None",
          "...",
          "1j",
          "[]",
          "[1, 'a']",
          "['driver', 'rear_left']",
          "(1,)",
          "{}",
          "{'a': {'b': [1]}}",
          "{1, 2}",
          "{'status': 'x', 'title': 5}",
          "x",
          "a.txt",
          "len('a')",
          "b'a'",
          "f'{1}'",
          "not 1",
          "1 < 2",
          "[i for i in 'ab']",
          "lambda: 1",
          "'%s' % 1",
          "'a' * 99",
          "[0] * 3",
          "1/0",
          "{[]: 1}",
          "'x'[0]",
          "{'a': 1}['b']",
          "'a'[1:]",
          "print");

  private final Random random = new Random(20240911);

  private static List<String> names() {
    List<String> names =
        new ArrayList<>(List.of("nope", "exit", "os.run", "self.cat", "Cat", "len"));
    for (SimulatorClass<?> type : Simulators.all()) {
      for (Method<?> method : type.methods()) {
        names.add(method.name());
        names.add(method.name());
      }
    }
    return names;
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  private String call(int depth) {
    String name = pick(NAMES);
    SimulatorClass<?> type = Simulators.withMethod(name);
    Method<?> method = type == null ? null : type.method(name);
    StringBuilder text = new StringBuilder(name).append(random.nextInt(20) == 0 ? " (" : "(");
    if (method == null || random.nextInt(8) == 0) {
      int count = random.nextInt(4);
      for (int i = 0; i < count; i++) {
        text.append(i == 0 ? "" : ", ").append(argument("other" + i, depth));
      }
      return text.append(')').toString();
    }
    String separator = "";
    for (Method.Parameter parameter : method.parameters()) {
      if (parameter.fallback() == null || random.nextBoolean()) {
        text.append(separator).append(argument(parameter.name(), depth));
        separator = ",";
      }
    }
    return text.append(')').toString();
  }

  private String argument(String name, int depth) {
    return switch (random.nextInt(30)) {
      case 0 -> "*" + value(depth);
      case 1 -> "**" + value(depth);
      case 2, 3, 4, 5 -> value(depth);
      default -> name + "=" + value(depth);
    };
  }

  private String value(int depth) {
    if (depth > 0 && random.nextInt(12) == 0) {
      String nested = call(depth - 1);
      return random.nextBoolean() ? nested : nested + "['result']";
    }
    return random.nextInt(25) == 0 ? pick(VALUES) + " + " + pick(VALUES) : pick(VALUES);
  }

  /** One in eight texts is damaged: a character dropped, doubled or replaced. */
  private String text() {
    String call = call(2);
    if (random.nextInt(8) != 0) {
      return call;
    }
    int at = random.nextInt(call.length());
    String rest = call.substring(at + 1);
    String damage =
        switch (random.nextInt(3)) {
          case 0 -> "";
          case 1 -> call.charAt(at) + "" + call.charAt(at);
          default -> String.valueOf("()[]{}'\"\\,=:.*#\n\u00a0$é0".charAt(random.nextInt(20)));
        };
    return call.substring(0, at) + damage + rest;
  }

  private static SimulatorInstances executor() {
    PyDict file = PyDict.of("type", "file", "content", "b\na");
    PyDict folder = PyDict.of("type", "directory", "contents", new PyDict());
    PyDict contents = PyDict.of("a.txt", file, "d", folder);
    PyDict root = PyDict.of("w", PyDict.of("type", "directory", "contents", contents));
    PyDict configuration = PyDict.of("GorillaFileSystem", PyDict.of("root", root));
    SharedWorld world = new SharedWorld(LongContext.none(), LocalDate.of(2024, 9, 1));
    return new SimulatorInstances(
        ReferenceNames.of("fuzz_eval", "task_1", METHODS), METHODS, configuration, false, world);
  }

  @Test
  void everyTextEndsInAnOutcome() {
    Map<Status, Integer> counts = new EnumMap<>(Status.class);
    SimulatorInstances executor = executor();
    for (int i = 0; i < CALLS; i++) {
      if (i % CALLS_PER_EXECUTOR == 0) {
        executor = executor();
      }
      String text = text();
      CallOutcome outcome = execute(executor, text);
      counts.merge(outcome.status(), 1, Integer::sum);
      assertOutcome(text, outcome);
    }
    assertThat(counts).containsOnlyKeys(Status.values());
    assertThat(counts.get(Status.RETURNED)).isGreaterThan(CALLS / 10);
  }

  private static CallOutcome execute(SimulatorInstances executor, String text) {
    try {
      return executor.execute(text);
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError("no outcome of: " + text, e);
    }
  }

  private static void assertOutcome(String text, CallOutcome outcome) {
    boolean returned = outcome.status() == Status.RETURNED;
    assertThat(returned || outcome.text().startsWith(ERROR)).as(text).isTrue();
    boolean refused = outcome.status() == Status.REFUSED;
    assertThat(outcome.refusedForm() != null).as(text).isEqualTo(refused);
    assertThat(outcome.exception() != null).as(text).isEqualTo(!returned && !refused);
    Invocation invocation = outcome.invocation();
    if (invocation != null) {
      assertThat(Simulators.withMethod(invocation.methodName()))
          .as(text)
          .isSameAs(Simulators.named(invocation.className()));
    }
  }
}
