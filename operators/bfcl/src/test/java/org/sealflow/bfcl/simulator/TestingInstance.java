package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.call.Method;

/** One loaded simulator whose methods are called with Python values. */
final class TestingInstance<S extends Simulator> {
  private final SimulatorClass<S> type;
  private final S instance;

  private TestingInstance(SimulatorClass<S> type, S instance) {
    this.type = type;
    this.instance = instance;
  }

  static <S extends Simulator> TestingInstance<S> of(SimulatorClass<S> type, Object... scenario) {
    SharedWorld world = new SharedWorld(LongContext.none(), null);
    return new TestingInstance<>(type, type.load(PyDict.of(scenario), false, world));
  }

  static <S extends Simulator> TestingInstance<S> longContext(
      SimulatorClass<S> type, Map<String, Object> constants, Object... scenario) {
    SharedWorld world = new SharedWorld(new LongContext(constants), null);
    return new TestingInstance<>(type, type.load(PyDict.of(scenario), true, world));
  }

  /** The result of a method; missing trailing arguments take their defaults. */
  Object call(String method, Object... arguments) {
    Method<S> found = Objects.requireNonNull(type.method(method), method);
    List<Method.Parameter> parameters = found.parameters();
    assertThat(arguments.length).isBetween(found.required(), parameters.size());
    Object[] bound = new Object[parameters.size()];
    for (int i = 0; i < bound.length; i++) {
      bound[i] = i < arguments.length ? arguments[i] : parameters.get(i).fallback();
    }
    return found.body().call(instance, bound);
  }

  /** The call returns the value that Python prints like this. */
  void returns(String repr, String method, Object... arguments) {
    assertThat(Py.repr(call(method, arguments))).isEqualTo(repr);
  }

  /** The call returns a dict of nothing but this error. */
  void refuses(String error, String method, Object... arguments) {
    returns(Py.repr(PyDict.of("error", error)), method, arguments);
  }

  /** The call raises an exception of this text. */
  void raises(String text, String method, Object... arguments) {
    PyException raised = catchThrowableOfType(PyException.class, () -> call(method, arguments));
    assertThat(raised).as(method + " raises").isNotNull();
    assertThat(raised.text()).isEqualTo(text);
  }

  /** The value of a public attribute. */
  Object attribute(String name) {
    int index = type.publicAttributes().indexOf(name);
    assertThat(index).as(name).isNotNegative();
    return instance.publicState().get(index);
  }

  /** The public attribute prints like this. */
  void holds(String repr, String attribute) {
    assertThat(Py.repr(attribute(attribute))).isEqualTo(repr);
  }

  List<Object> privateState() {
    return instance.privateState();
  }
}
