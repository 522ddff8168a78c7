package org.sealflow.diagnose;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Tags;

/**
 * SEAL's four tables of observations. A run keeps two of these: one of all episodes and one of the
 * current window, which begins anew as {@link #EMPTY}. Names of tags are as SEAL spells them, an
 * episode without tags counts under {@link #UNKNOWN}.
 *
 * @param categories cells by category of the task
 * @param tags cells by tag
 * @param categoryTags cells by {@code category::tag}
 * @param turnPositions cells by {@code position::tag}, see {@link TurnPosition}
 */
public record TagCells(
    Map<String, TagCell> categories,
    Map<String, TagCell> tags,
    Map<String, TagCell> categoryTags,
    Map<String, TagCell> turnPositions) {
  /** Nothing observed. */
  public static final TagCells EMPTY = new TagCells(Map.of(), Map.of(), Map.of(), Map.of());

  /** The name under which an episode without tags counts. */
  public static final String UNKNOWN = "unknown";

  /** The category under which a task without one counts. */
  public static final String NO_CATEGORY = "_none";

  private static final String SEPARATOR = "::";

  /** Copies the tables, sorted by name. */
  public TagCells {
    categories = sorted(categories);
    tags = sorted(tags);
    categoryTags = sorted(categoryTags);
    turnPositions = sorted(turnPositions);
  }

  private static Map<String, TagCell> sorted(Map<String, TagCell> table) {
    return Collections.unmodifiableMap(new TreeMap<>(table));
  }

  /**
   * These tables with one more episode: one observation of its category, and one of each occurrence
   * of a tag, so that a tag of two turns is counted twice.
   *
   * @param category the category of its task; empty counts under {@link #NO_CATEGORY}
   * @param episodeTags the tag of each turn in order; empty if it was not verified
   * @param reward its reward
   * @param success whether it was successful
   */
  public TagCells observe(String category, List<Tag> episodeTags, double reward, boolean success) {
    String place = category.isEmpty() ? NO_CATEGORY : category;
    List<String> names = names(episodeTags);
    Map<String, TagCell> nextCategories = new TreeMap<>(categories);
    Map<String, TagCell> nextTags = new TreeMap<>(tags);
    Map<String, TagCell> nextCategoryTags = new TreeMap<>(categoryTags);
    Map<String, TagCell> nextTurnPositions = new TreeMap<>(turnPositions);
    TagCell once = TagCell.EMPTY.observe(reward, success);
    nextCategories.merge(place, once, TagCell::plus);
    for (int turn = 0; turn < names.size(); turn++) {
      String name = names.get(turn);
      String position = TurnPosition.of(turn, names.size()).lowerCase();
      nextTags.merge(name, once, TagCell::plus);
      nextCategoryTags.merge(key(place, name), once, TagCell::plus);
      nextTurnPositions.merge(key(position, name), once, TagCell::plus);
    }
    return new TagCells(nextCategories, nextTags, nextCategoryTags, nextTurnPositions);
  }

  private static List<String> names(List<Tag> tags) {
    return tags.isEmpty() ? List.of(UNKNOWN) : tags.stream().map(Tags::lowerCase).toList();
  }

  /** The composite key {@code left::right}. */
  public static String key(String left, String right) {
    return left + SEPARATOR + right;
  }

  /** The part left of the first {@code ::} of a composite key; all of it if there is none. */
  public static String left(String key) {
    int separator = key.indexOf(SEPARATOR);
    return separator < 0 ? key : key.substring(0, separator);
  }

  /**
   * The part right of the first {@code ::} of a composite key; {@link #UNKNOWN} if there is none.
   */
  public static String right(String key) {
    int separator = key.indexOf(SEPARATOR);
    return separator < 0 ? UNKNOWN : key.substring(separator + SEPARATOR.length());
  }
}
