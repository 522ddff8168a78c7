package org.sealflow.python.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.python.PyException;
import org.sealflow.python.PyNone;

class ArgumentBinderTest {
  private static final Method<TestingNotebook> NONE = method();
  private static final Method<TestingNotebook> ONE = method("a");
  private static final Method<TestingNotebook> FOUR = method("a", "b", "c", "d");
  private static final Method<TestingNotebook> OPTIONAL = method("a", "b=", "c=");
  private static final Method<TestingNotebook> ALL_OPTIONAL = method("a=");

  private static Method<TestingNotebook> method(String... parameters) {
    List<Method.Parameter> declared =
        List.of(parameters).stream().map(ArgumentBinderTest::parameter).toList();
    return new Method<>("m", declared, (self, arguments) -> PyNone.NONE);
  }

  private static Method.Parameter parameter(String declared) {
    return declared.endsWith("=")
        ? new Method.Parameter(declared.substring(0, declared.length() - 1), "default")
        : new Method.Parameter(declared, null);
  }

  private static CallArguments given(int positional, String... names) {
    Object[] values = new Object[positional];
    for (int i = 0; i < positional; i++) {
      values[i] = (long) i;
    }
    Object[] named = new Object[names.length];
    for (int i = 0; i < names.length; i++) {
      named[i] = "given " + names[i];
    }
    return new CallArguments(values, names, named);
  }

  private static void assertError(Method<?> method, CallArguments arguments, String problem) {
    assertThatThrownBy(() -> ArgumentBinder.bind("C", method, arguments))
        .isInstanceOf(PyException.class)
        .hasMessage("C.m() " + problem);
  }

  @Test
  void positionalAndNamedArgumentsFindTheirParametersAndDefaultsTheRest() {
    assertThat(ArgumentBinder.bind("C", OPTIONAL, given(1, "c")))
        .containsExactly(0L, "default", "given c");
    assertThat(ArgumentBinder.bind("C", OPTIONAL, given(0, "b", "a")))
        .containsExactly("given a", "given b", "default");
    assertThat(ArgumentBinder.bind("C", ALL_OPTIONAL, given(0))).containsExactly("default");
    assertThat(ArgumentBinder.bind("C", NONE, given(0))).isEmpty();
  }

  @Test
  void unknownNamesAreReportedFirstInTheOrderWritten() {
    assertError(ONE, given(0, "x", "y"), "got an unexpected keyword argument 'x'");
    assertError(ONE, given(3, "x"), "got an unexpected keyword argument 'x'");
    assertError(FOUR, given(1, "x", "a"), "got an unexpected keyword argument 'x'");
    assertError(FOUR, given(1, "a", "x"), "got multiple values for argument 'a'");
  }

  @Test
  void aParameterFilledByPositionTakesNoNamedValue() {
    assertError(ONE, given(2, "a"), "got multiple values for argument 'a'");
    assertError(OPTIONAL, given(2, "b"), "got multiple values for argument 'b'");
  }

  @Test
  void theInstanceIsAParameterNamedSelf() {
    assertError(ONE, given(0, "self"), "got multiple values for argument 'self'");
  }

  @Test
  void tooManyPositionalArgumentsCountTheInstance() {
    assertError(NONE, given(1), "takes 1 positional argument but 2 were given");
    assertError(NONE, given(2), "takes 1 positional argument but 3 were given");
    assertError(ONE, given(2), "takes 2 positional arguments but 3 were given");
    assertError(OPTIONAL, given(4), "takes from 2 to 4 positional arguments but 5 were given");
    assertError(ALL_OPTIONAL, given(2), "takes from 1 to 2 positional arguments but 3 were given");
  }

  @Test
  void missingArgumentsAreListedInTheOrderDeclared() {
    assertError(ONE, given(0), "missing 1 required positional argument: 'a'");
    assertError(FOUR, given(2), "missing 2 required positional arguments: 'c' and 'd'");
    assertError(FOUR, given(0, "b"), "missing 3 required positional arguments: 'a', 'c', and 'd'");
    assertError(FOUR, given(0), "missing 4 required positional arguments: 'a', 'b', 'c', and 'd'");
    assertError(OPTIONAL, given(0, "c"), "missing 1 required positional argument: 'a'");
  }
}
