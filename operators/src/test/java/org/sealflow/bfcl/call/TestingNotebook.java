package org.sealflow.bfcl.call;

import static org.sealflow.bfcl.simulator.SimulatorClass.optional;
import static org.sealflow.bfcl.simulator.SimulatorClass.required;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.python.Py;
import org.sealflow.bfcl.python.PyDict;
import org.sealflow.bfcl.python.PyException;
import org.sealflow.bfcl.python.PyList;
import org.sealflow.bfcl.python.PyNone;
import org.sealflow.bfcl.python.PyNumbers;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.World;

/** A small simulator: it keeps every page it is given and notes which methods ran. */
final class TestingNotebook implements Simulator {
  static final SimulatorClass<TestingNotebook> TYPE =
      SimulatorClass.named("Notebook", TestingNotebook::new)
          .publicAttributes("pages")
          .method("write", TestingNotebook::write, required("page"), optional("mark", PyNone.NONE))
          .method("page", TestingNotebook::page, required("number"))
          .method("ruled", TestingNotebook::ruled, required("a"), required("b"), required("c"))
          .method("size", TestingNotebook::size)
          .method("tear", TestingNotebook::tear)
          .method("spin", TestingNotebook::spin)
          .build();

  static final MethodTable METHODS = MethodTable.of(List.of(TYPE));

  final PyList pages;
  final List<String> ran = new ArrayList<>();

  private TestingNotebook(PyDict scenario, boolean longContext, World world) {
    this.pages = (PyList) scenario.getOrDefault("pages", new PyList());
  }

  /** An executor over one empty notebook, of the side {@code m_eval} and the task {@code t_1}. */
  static CallExecutor executor() {
    return executor(new PyDict());
  }

  static CallExecutor executor(PyDict initialConfiguration) {
    return executor("m_eval", initialConfiguration);
  }

  static CallExecutor executor(String side, PyDict initialConfiguration) {
    World world = new World(LongContext.none(), null);
    return new CallExecutor(side, "t_1", METHODS, initialConfiguration, false, world);
  }

  static TestingNotebook of(CallExecutor executor) {
    return (TestingNotebook) executor.instances().get(0);
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

  @Override
  public SimulatorClass<?> type() {
    return TYPE;
  }

  @Override
  public List<Object> publicState() {
    return List.of(pages);
  }
}
