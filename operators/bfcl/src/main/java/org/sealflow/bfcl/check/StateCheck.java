package org.sealflow.bfcl.check;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.python.Py;

/** Compares the policy's simulator instances with the ground truth's (tasks-and-checker.md 4.3). */
public final class StateCheck {
  private StateCheck() {}

  /**
   * An attribute in which two instances of a class differ.
   *
   * @param policy the live value on the policy's side
   * @param truth the live value on the ground truth's side
   */
  public record Difference(String className, String attribute, Object policy, Object truth) {}

  /** Whether all public attributes of all classes are equal. */
  public static boolean equal(List<Simulator> policy, List<Simulator> truth) {
    for (int i = 0; i < truth.size(); i++) {
      if (!sameValues(policy.get(i).publicState(), truth.get(i).publicState())) {
        return false;
      }
    }
    return true;
  }

  /** Whether what acts on later calls is equal too: public and private attributes. */
  public static boolean equalWithPrivate(List<Simulator> policy, List<Simulator> truth) {
    return equal(policy, truth) && equalInPrivate(policy, truth);
  }

  /** Whether the private attributes that act on later calls are equal. */
  public static boolean equalInPrivate(List<Simulator> policy, List<Simulator> truth) {
    for (int i = 0; i < truth.size(); i++) {
      if (!sameValues(policy.get(i).privateState(), truth.get(i).privateState())) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameValues(List<Object> policy, List<Object> truth) {
    for (int i = 0; i < truth.size(); i++) {
      if (!Py.same(policy.get(i), truth.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** The differing public attributes of the first class that differs, as the checker reports. */
  public static List<Difference> differences(List<Simulator> policy, List<Simulator> truth) {
    List<Difference> differences = new ArrayList<>();
    for (int i = 0; i < truth.size() && differences.isEmpty(); i++) {
      List<String> names = truth.get(i).type().publicAttributes();
      List<Object> found = policy.get(i).publicState();
      List<Object> expected = truth.get(i).publicState();
      for (int a = 0; a < names.size(); a++) {
        if (!Py.same(found.get(a), expected.get(a))) {
          differences.add(
              new Difference(
                  truth.get(i).type().name(), names.get(a), found.get(a), expected.get(a)));
        }
      }
    }
    return differences;
  }
}
