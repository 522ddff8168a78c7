package org.sealflow.generate.family;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJsonReader;

/** One turn while it is planned: the values of its request and the calls that serve it. */
public final class Turn {
  private final Family family;
  private final Scene scene;
  private final Draws draws;
  private final TaskWords values;
  private final Map<String, String> slots = new LinkedHashMap<>();
  private final List<String> calls = new ArrayList<>();
  private final List<String> tools = new ArrayList<>();

  public Turn(Family family, Scene scene, Draws draws, TaskWords values) {
    this.family = family;
    this.scene = scene;
    this.draws = draws;
    this.values = values;
  }

  /** Fills the slots and makes the calls of its family. */
  public Turn played() {
    family.plan().play(this);
    return this;
  }

  public Family family() {
    return family;
  }

  Draws draws() {
    return draws;
  }

  TaskWords values() {
    return values;
  }

  <S extends ServiceStage> S stage(Class<S> type) {
    return scene.stage(type);
  }

  /** Fills a slot with a value as it is. */
  <T> T slot(String name, T value) {
    slots.put(name, value instanceof String text ? text : Py.repr(value));
    return value;
  }

  /** The value of a slot that was filled as it is. */
  String slot(String name) {
    String value = slots.get(name);
    if (value == null) {
      throw new IllegalStateException(family.id() + " has no value for " + name);
    }
    return value;
  }

  /** Fills a slot with a text in quotes. */
  String quoted(String name, String text) {
    slots.put(name, "'" + text + "'");
    return text;
  }

  /**
   * Makes a call and executes it.
   *
   * @param arguments names and values in turn
   * @throws UnfitException if it fails
   */
  Answer call(String tool, Object... arguments) {
    StringBuilder call = new StringBuilder(tool).append('(');
    for (int i = 0; i < arguments.length; i += 2) {
      call.append(i == 0 ? "" : ", ")
          .append(arguments[i])
          .append('=')
          .append(Py.repr(arguments[i + 1]));
    }
    calls.add(call.append(')').toString());
    tools.add(tool);
    return new Answer(scene.execute(call.toString()));
  }

  /** Slot → its text in the request. */
  public Map<String, String> slots() {
    return slots;
  }

  /** The calls made so far. */
  public List<String> calls() {
    return calls;
  }

  /** The tools called, in order. */
  public List<String> tools() {
    return tools;
  }

  /** The values that fill the slots. */
  public SlotCounts counts() {
    SlotCounts counts = SlotCounts.NONE;
    for (String text : slots.values()) {
      counts = counts.plus(values.count(text));
    }
    return counts;
  }

  /** The text a call is answered by. */
  record Answer(String text) {
    /** A field of the answer, a JSON object. */
    Object field(String name) {
      return ((PyDict) PyJsonReader.read(text)).getItem(name);
    }
  }
}
