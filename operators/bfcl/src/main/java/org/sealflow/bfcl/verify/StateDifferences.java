package org.sealflow.bfcl.verify;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.simulator.Directory;
import org.sealflow.bfcl.simulator.File;
import org.sealflow.environment.StateDifference;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

/** Describes how two values differ by the shortest path to the first difference. */
final class StateDifferences {
  private static final int MAX_TEXT = 2000;
  private static final int MAX_DEPTH = 20;

  private StateDifferences() {}

  /**
   * The difference of two values of an attribute.
   *
   * @param truth left as it is, even by looking into it: verifications in other threads read it too
   */
  static StateDifference describe(String className, String attribute, Object policy, Object truth) {
    List<String> path = new ArrayList<>();
    Object left = policy;
    Object right = Py.copyOfConstant(truth);
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
      Step step = step(left, right);
      if (step == null) {
        break;
      }
      path.add(step.name());
      left = step.policy();
      right = Py.copyOfConstant(step.truth());
    }
    String where = attribute + String.join("", path);
    return new StateDifference(
        className, where, Py.reprStart(left, MAX_TEXT), Py.reprStart(right, MAX_TEXT));
  }

  private record Step(String name, Object policy, Object truth) {}

  /** The one place two containers of the same keys differ in, or null if they differ in more. */
  private static @org.jspecify.annotations.Nullable Step step(Object policy, Object truth) {
    if (policy instanceof Directory left && truth instanceof Directory right) {
      return Py.same(left.name(), right.name())
          ? only(left.contents(), right.contents(), "/", "")
          : null;
    }
    if (policy instanceof File left && truth instanceof File right) {
      return Py.same(left.name(), right.name())
          ? new Step(".content", left.content(), right.content())
          : null;
    }
    if (policy instanceof PyDict left && truth instanceof PyDict right) {
      return only(left, right, "[", "]");
    }
    if (policy instanceof PyList left
        && truth instanceof PyList right
        && left.size() == right.size()) {
      return only(left, right);
    }
    return null;
  }

  private static @org.jspecify.annotations.Nullable Step only(
      PyDict policy, PyDict truth, String open, String close) {
    if (policy.size() != truth.size()) {
      return null;
    }
    Step found = null;
    for (PyDict.Entry entry : truth.entries()) {
      Object other = policy.get(entry.key());
      if (other == null) {
        return null;
      }
      if (!Py.same(other, entry.value())) {
        if (found != null) {
          return null;
        }
        String key = open.equals("/") ? Py.str(entry.key()) : Py.repr(entry.key());
        found = new Step(open + key + close, other, entry.value());
      }
    }
    return found;
  }

  private static @org.jspecify.annotations.Nullable Step only(PyList policy, PyList truth) {
    Step found = null;
    for (int i = 0; i < truth.size(); i++) {
      if (!Py.same(policy.get(i), truth.get(i))) {
        if (found != null) {
          return null;
        }
        found = new Step("[" + i + "]", policy.get(i), truth.get(i));
      }
    }
    return found;
  }
}
