package org.sealflow.python.call;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyNumbers;

/** An object with methods: it keeps every page it is given and notes which methods ran. */
public final class TestingNotebook {
  static final TestingClass<TestingNotebook> TYPE =
      TestingClass.<TestingNotebook>named("Notebook")
          .with("write", TestingNotebook::write, "page", "mark=")
          .with("page", TestingNotebook::page, "number")
          .with("ruled", TestingNotebook::ruled, "a", "b", "c")
          .with("size", TestingNotebook::size)
          .with("tear", TestingNotebook::tear)
          .with("spin", TestingNotebook::spin);

  public static final MethodTable METHODS = MethodTable.of(List.of(TYPE));

  final PyList pages = new PyList();
  final List<String> ran = new ArrayList<>();

  /** An executor over one empty notebook, of the side {@code m_eval} and the task {@code t_1}. */
  static CallExecutor executor() {
    return new TestingNotebook().opened();
  }

  /** An executor over an empty notebook of another name. */
  static CallExecutor executor(String name) {
    return new TestingNotebook().opened(name);
  }

  /** An executor over this notebook. */
  CallExecutor opened() {
    return opened("m_eval_t_1_Notebook_instance");
  }

  private CallExecutor opened(String name) {
    LiveInstance<TestingNotebook> instance = new LiveInstance<>(TYPE, this);
    return new CallExecutor(METHODS, new InstanceNames(List.of(name)), index -> instance);
  }

  private Object write(Object[] arguments) {
    ran.add("write");
    pages.add(arguments[0]);
    return PyDict.of("page", arguments[0], "mark", arguments[1]);
  }

  private Object page(Object[] arguments) {
    ran.add("page");
    return Py.getItem(pages, arguments[0]);
  }

  private Object ruled(Object[] arguments) {
    ran.add("ruled");
    return PyNumbers.add(arguments[0], PyNumbers.add(arguments[1], arguments[2]));
  }

  private Object size(Object[] arguments) {
    ran.add("size");
    return (long) pages.size();
  }

  private Object tear(Object[] arguments) {
    ran.add("tear");
    throw PyException.keyError("page");
  }

  /** Calls itself until the stack is used up. */
  private Object spin(Object[] arguments) {
    return arguments.length == 0 ? spin(arguments) : PyNone.NONE;
  }
}
