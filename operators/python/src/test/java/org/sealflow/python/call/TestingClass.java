package org.sealflow.python.call;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyNone;

/** A class of a test, put together method by method. */
record TestingClass<S>(String name, Map<String, Method<S>> byName) implements CallableClass<S> {
  static <S> TestingClass<S> named(String name) {
    return new TestingClass<>(name, Map.of());
  }

  /** The same class with one more method; a parameter written {@code name=} defaults to None. */
  TestingClass<S> with(String methodName, Method.Body<S> body, String... parameters) {
    Map<String, Method<S>> methods = new LinkedHashMap<>(byName);
    List<Method.Parameter> declared =
        Arrays.stream(parameters).map(TestingClass::parameter).toList();
    methods.put(methodName, new Method<>(methodName, declared, body));
    return new TestingClass<>(name, methods);
  }

  private static Method.Parameter parameter(String declared) {
    return declared.endsWith("=")
        ? new Method.Parameter(declared.substring(0, declared.length() - 1), PyNone.NONE)
        : new Method.Parameter(declared, null);
  }

  @Override
  public @Nullable Method<S> method(String methodName) {
    return byName.get(methodName);
  }

  @Override
  public List<Method<S>> methods() {
    return List.copyOf(byName.values());
  }

  @Override
  public String qualifiedName(String methodName) {
    return "bfcl_eval.eval_checker.multi_turn_eval.func_source_code."
        + name
        + "."
        + name
        + "."
        + methodName
        + "()";
  }
}
