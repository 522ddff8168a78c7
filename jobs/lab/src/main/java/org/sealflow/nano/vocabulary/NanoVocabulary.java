package org.sealflow.nano.vocabulary;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.sealflow.environment.ToolDoc;

/**
 * The entries of the nano tokenizer. Entry i has the id i; what is no letter or digit is written in
 * the {@link ByteAlphabet}, and what continues a word begins with {@link #CONTINUES}. In order:
 *
 * <ol>
 *   <li>special tokens,
 *   <li>all names of tools and parameters, each in one piece,
 *   <li>every byte that UTF-8 has: a letter or digit both at the beginning of a word and within it,
 *   <li>frequent runs of punctuation, such as a colon, a blank and a quote,
 *   <li>frequent words,
 *   <li>pieces of two and three letters, frequent in what is left.
 * </ol>
 *
 * Numbers have no entries but the digits, so a number is spelled the same way everywhere.
 */
public final class NanoVocabulary {
  /** Most entries. */
  public static final int SIZE = 1280;

  static final String UNKNOWN = "<unk>";
  static final String PADDING = "<|endoftext|>";
  static final String TURN_BEGINS = "<|im_start|>";
  static final String TURN_ENDS = "<|im_end|>";

  /** In front of an entry that continues a word: in no byte's place of the alphabet. */
  static final String CONTINUES = "\u203f";

  /** Tokens that structure a conversation; not part of the text. */
  private static final List<String> MARKS = List.of(PADDING, UNKNOWN, TURN_BEGINS, TURN_ENDS);

  /** Tokens around calls and results; part of the text. */
  private static final List<String> TAGS =
      List.of("<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>");

  private static final int RUNS = 48;
  private static final int PIECES = 160;

  private final Set<String> entries = new LinkedHashSet<>();
  private final List<String> names;
  private final List<String> runs;

  private NanoVocabulary(Set<String> names, Collection<String> texts, Collection<String> values) {
    this.names = List.copyOf(new TreeSet<>(names));
    this.runs = PunctuationRuns.frequent(texts, RUNS);
    entries.addAll(MARKS);
    entries.addAll(TAGS);
    entries.addAll(this.names);
    entries.addAll(Utf8Bytes.entries());
    runs.forEach(run -> entries.add(ByteAlphabet.of(run)));
    WordCounts words = WordCounts.of(texts, names);
    List<String> frequent = new ArrayList<>(words.frequent());
    frequent.removeAll(Set.copyOf(values));
    add(frequent, SIZE - PIECES);
    add(words.pieces(entries), SIZE);
  }

  /**
   * The vocabulary of a corpus; the same tools and texts give the same entries.
   *
   * @param tools whose names and parameters are known by heart
   * @param texts what is said in the conversations, system prompts included
   * @param values words that are said as values only; they are spelled, as unseen values have to be
   * @throws IllegalArgumentException if a name is none that a call could have
   */
  public static NanoVocabulary of(
      Collection<ToolDoc> tools, Collection<String> texts, Collection<String> values) {
    Set<String> names = new TreeSet<>();
    for (ToolDoc tool : tools) {
      names.add(checked(tool.name()));
      tool.parameters().keySet().forEach(parameter -> names.add(checked(parameter)));
    }
    return new NanoVocabulary(names, texts, values);
  }

  private static String checked(String name) {
    if (!name.matches("[A-Za-z][A-Za-z0-9_]*")) {
      throw new IllegalArgumentException(
          "the name '"
              + name
              + "' is no token; expected a letter, then letters, digits and _; correct the tool's"
              + " documentation");
    }
    return name;
  }

  private void add(List<String> candidates, int limit) {
    for (String candidate : candidates) {
      if (entries.size() >= limit) {
        return;
      }
      entries.add(candidate);
    }
  }

  /** All entries by their ids. */
  List<String> entries() {
    return List.copyOf(entries);
  }

  /** The tokens that structure a conversation, ids 0 to 3. */
  static List<String> marks() {
    return MARKS;
  }

  /** The marks of a call or a result, the ids behind {@link #marks}. */
  static List<String> tags() {
    return TAGS;
  }

  /** The names that are no plain words, in order: they would be split at {@code _}. */
  List<String> joinedNames() {
    List<String> joined = new ArrayList<>(names);
    joined.removeIf(name -> name.indexOf('_') < 0);
    return joined;
  }

  /** The runs of punctuation as they stand in texts, the longest first. */
  List<String> runs() {
    return runs;
  }
}
