package org.sealflow.jobs.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sealflow.jobs.settings.UserError;

/**
 * Splits tasks into those for training and those for testing.
 *
 * @param train ids of the training tasks, in the order given
 * @param test ids of the test tasks, in the order given
 */
public record TaskSplit(List<String> train, List<String> test) {
  /** The built-in split: half of the scenarios on either side. */
  public static final String BY_SCENARIO = "scenario";

  /** Half of each category on either side, as in SEAL: variants of a scenario stand on both. */
  public static final String BY_CATEGORY = "category";

  private static final Pattern SCENARIO = Pattern.compile("([0-9]+)$");
  private static final int NAMED = 3;

  /** A side of a split. */
  public enum Side {
    /** The training tasks. */
    TRAIN,
    /** The test tasks. */
    TEST
  }

  /** Copies the lists. */
  public TaskSplit {
    train = List.copyOf(train);
    test = List.copyOf(test);
  }

  /** The tasks of a side. */
  public List<String> side(Side side) {
    return side == Side.TRAIN ? train : test;
  }

  /**
   * Reads lists such as SEAL's: a JSON object with the keys {@code train} and {@code test}.
   *
   * @throws UserError if the file is none, or names a task twice
   */
  public static TaskSplit read(Path file) {
    JsonNode lists;
    try {
      lists = new ObjectMapper().readTree(Files.readString(file));
    } catch (JsonProcessingException malformed) {
      throw new UserError(file + " is no JSON: " + malformed.getOriginalMessage(), malformed);
    } catch (IOException unreadable) {
      throw new UserError(
          "cannot read the split "
              + file
              + "; expected a JSON file with the lists train and test, or the word "
              + BY_SCENARIO,
          unreadable);
    }
    TaskSplit split = new TaskSplit(ids("train", lists, file), ids("test", lists, file));
    List<String> both = split.train.stream().filter(new HashSet<>(split.test)::contains).toList();
    if (!both.isEmpty()) {
      throw new UserError(
          file
              + " has "
              + both.size()
              + " tasks on both sides, e.g. "
              + String.join(", ", both.subList(0, Math.min(NAMED, both.size()))));
    }
    return split;
  }

  private static List<String> ids(String side, JsonNode lists, Path file) {
    JsonNode list = lists.path(side);
    if (!list.isArray()) {
      throw new UserError(
          file + " has no list '" + side + "'; expected {\"train\": [task ids], \"test\": […]}");
    }
    List<String> ids = new ArrayList<>();
    for (JsonNode id : list) {
      if (!id.isTextual()) {
        throw new UserError(file + ": '" + side + "' holds " + id + ", expected task ids");
      }
      ids.add(id.asText());
    }
    if (new HashSet<>(ids).size() < ids.size()) {
      throw new UserError(file + ": '" + side + "' names a task twice");
    }
    return ids;
  }

  /**
   * Half of the scenarios on either side: categories are variants of the same scenarios, so tasks
   * that share a number never stand on both. Tasks without a number are scenarios of their own.
   *
   * @param seed which halves
   */
  public static TaskSplit byScenario(Collection<String> ids, long seed) {
    Set<String> scenarios = new TreeSet<>();
    ids.forEach(id -> scenarios.add(scenario(id)));
    List<String> shuffled = new ArrayList<>(scenarios);
    Collections.shuffle(shuffled, new Random(seed));
    Set<String> training = new HashSet<>(shuffled.subList(0, shuffled.size() / 2));
    return new TaskSplit(
        ids.stream().filter(id -> training.contains(scenario(id))).toList(),
        ids.stream().filter(id -> !training.contains(scenario(id))).toList());
  }

  /**
   * Half of each category on either side, whatever the scenarios (arXiv 2605.24426, section 4.1):
   * of most tasks a variant is then on the other side.
   *
   * @param seed which halves
   */
  public static TaskSplit byCategory(Collection<String> ids, long seed) {
    Map<String, List<String>> categories = new TreeMap<>();
    ids.forEach(
        id ->
            categories
                .computeIfAbsent(SCENARIO.matcher(id).replaceFirst(""), any -> new ArrayList<>())
                .add(id));
    Random random = new Random(seed);
    Set<String> training = new HashSet<>();
    for (List<String> category : categories.values()) {
      List<String> shuffled = new ArrayList<>(category);
      Collections.shuffle(shuffled, random);
      training.addAll(shuffled.subList(0, shuffled.size() / 2));
    }
    return new TaskSplit(
        ids.stream().filter(training::contains).toList(),
        ids.stream().filter(id -> !training.contains(id)).toList());
  }

  /** The scenario of a task: the number at the end of its id, or the id where there is none. */
  public static String scenario(String id) {
    Matcher number = SCENARIO.matcher(id);
    return number.find() ? number.group(1) : id;
  }

  /**
   * The tasks of a side that are there.
   *
   * @throws UserError if a task of the side is not
   */
  public List<String> require(Side side, Collection<String> known) {
    Set<String> there = new HashSet<>(known);
    List<String> missing = side(side).stream().filter(id -> !there.contains(id)).toList();
    if (!missing.isEmpty()) {
      throw new UserError(
          missing.size()
              + " tasks of the split are not in the task directory, e.g. "
              + String.join(", ", missing.subList(0, Math.min(NAMED, missing.size())))
              + "; name its directory with --tasks");
    }
    return side(side);
  }
}
