package org.sealflow.jobs.settings.yaml;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.settings.SettingValues;
import org.sealflow.settings.SettingsMapping;

/**
 * Settings of a command: bundled defaults, a file over them, {@code key=value} over both. The
 * defaults name every setting there is; below one whose default is an empty section anything may
 * stand. What is wrong is gathered from all sections and told at once.
 */
public final class SettingsFile {
  private final String source;
  private final ObjectNode defaults;
  private final ObjectNode tree;
  private final List<String> problems = new ArrayList<>();

  /** The file without the overrides, to tell whose problems are whose; null without overrides. */
  private final @Nullable SettingsFile alone;

  private SettingsFile(
      String source, ObjectNode defaults, ObjectNode tree, @Nullable SettingsFile alone) {
    this.source = source;
    this.defaults = defaults;
    this.tree = tree;
    this.alone = alone;
    new UnknownSettings(defaults, problems).find(tree);
  }

  /**
   * Reads settings.
   *
   * @param defaults class-path resource of the defaults, next to {@code owner}
   * @param file the user's file
   * @param overrides settings of the form {@code path.to.key=value}, the value as YAML; a key that
   *     only one section has may stand alone
   * @throws UserError if the file cannot be read or is no YAML
   * @throws UsageError if an override has another form
   */
  public static SettingsFile read(
      Class<?> owner, String defaults, Path file, List<String> overrides) {
    ObjectNode base = SettingsTree.bundled(owner, defaults);
    ObjectNode tree = base.deepCopy();
    SettingsTree.merge(tree, SettingsTree.given(file));
    SettingsFile alone = new SettingsFile(file.toString(), base, tree, null);
    if (overrides.isEmpty()) {
      return alone;
    }
    ObjectNode changed = tree.deepCopy();
    for (String override : overrides) {
      SettingsTree.override(changed, override);
    }
    return new SettingsFile(file.toString(), base, changed, alone);
  }

  /**
   * Makes a value of the settings and ends the reading. The value is made of the file alone as
   * well, if there are overrides, so that each is blamed for its own problems.
   *
   * @param maker reads sections and notes what is wrong
   * @throws UserError as {@link #requireSound}
   */
  public <T> T make(Function<SettingsFile, T> maker) {
    if (alone != null) {
      T unused = maker.apply(alone);
    }
    T made = maker.apply(this);
    requireSound();
    return made;
  }

  /**
   * A section as a value; where it is wrong, that is noted for {@link #requireSound}, and the
   * section is as it is by default.
   *
   * @param type a record whose components are the section's settings
   */
  public <T extends Record> T section(String name, Class<T> type) {
    T standard = standard(name, type);
    T value =
        tree.get(name) instanceof ObjectNode given
            ? new SettingsMapping(problems).read(name, given, type, standard)
            : null;
    return value == null ? standard : value;
  }

  private <T extends Record> T standard(String name, Class<T> type) {
    List<String> wrong = new ArrayList<>();
    ObjectNode section = (ObjectNode) requireNonNull(defaults.get(name), name);
    T value = new SettingsMapping(wrong).read(name, section, type);
    if (value == null) {
      throw new IllegalStateException("the defaults are wrong: " + wrong);
    }
    return value;
  }

  /**
   * A section as a value, by a reader that notes what is wrong with it.
   *
   * @param reader takes the name of the section, what stands in it, and the problems
   */
  public <T> T section(String name, SectionReader<T> reader) {
    JsonNode given = tree.path(name);
    if (given instanceof ObjectNode section) {
      return reader.read(name, section, problems);
    }
    problems.add(name + " is " + SettingValues.shown(given) + ", expected a section");
    return reader.read(name, SettingsTree.YAML.createObjectNode(), new ArrayList<>());
  }

  /**
   * Makes a value of a section.
   *
   * @param <T> type of the value
   */
  @FunctionalInterface
  public interface SectionReader<T> {
    /**
     * Reads a section and notes what is wrong with it.
     *
     * @return the value; where the section is wrong, that of the defaults
     */
    T read(String path, ObjectNode section, List<String> problems);
  }

  /** All values of a section, by the path of names below it. */
  public Map<String, String> flat(String name) {
    Map<String, String> values = new TreeMap<>();
    if (tree.get(name) instanceof ObjectNode section) {
      flatten("", section, values);
    } else {
      problems.add(name + " is " + SettingValues.shown(tree.path(name)) + ", expected a section");
    }
    return values;
  }

  private static void flatten(String path, ObjectNode section, Map<String, String> values) {
    for (Map.Entry<String, JsonNode> entry : section.properties()) {
      if (entry.getValue() instanceof ObjectNode below) {
        flatten(path + entry.getKey() + ".", below, values);
      } else {
        values.put(path + entry.getKey(), entry.getValue().asText());
      }
    }
  }

  /** The lists of texts in a section of any form, by their names, in the order of the file. */
  public Map<String, List<String>> lists(String name) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : tree.path(name).properties()) {
      List<String> texts = new ArrayList<>();
      entry.getValue().forEach(text -> texts.add(text.asText()));
      if (!entry.getValue().isArray()) {
        problems.add(
            name
                + "."
                + entry.getKey()
                + " is "
                + SettingValues.shown(entry.getValue())
                + ", expected a list");
      }
      lists.put(entry.getKey(), texts);
    }
    return lists;
  }

  /** Notes what is wrong between sections. */
  public void note(String problem) {
    problems.add(problem);
  }

  /**
   * Ends the reading.
   *
   * @throws UserError naming everything that is wrong; a {@link UsageError} if none of it was noted
   *     of the file alone
   */
  public void requireSound() {
    if (problems.isEmpty()) {
      return;
    }
    List<String> ofFile = new ArrayList<>(problems);
    List<String> ofCommandLine = new ArrayList<>();
    if (alone != null) {
      ofFile.retainAll(alone.problems);
      ofCommandLine.addAll(problems);
      ofCommandLine.removeAll(alone.problems);
    }
    String given = String.join("; ", ofCommandLine);
    if (ofFile.isEmpty()) {
      throw new UsageError(given);
    }
    throw new UserError(
        source
            + ": "
            + String.join("; ", ofFile)
            + (given.isEmpty() ? "" : "; beside the file: " + given));
  }

  /** All settings in force, as YAML that can be read again. */
  public String text() {
    try {
      return SettingsTree.YAML.writeValueAsString(tree);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
