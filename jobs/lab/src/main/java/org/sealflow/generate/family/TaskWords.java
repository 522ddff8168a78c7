package org.sealflow.generate.family;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The names, words and numbers of one task. A word or name is a random string or an entry of the
 * lexicon; no two names of a task are equal. Not thread-safe.
 */
public final class TaskWords {
  static final List<String> FILE_ENDINGS = List.of("txt", "md", "csv", "log", "pdf");

  private static final String CONSONANTS = "bdfgklmnprstvz";
  private static final String VOWELS = "aeiou";
  private static final String CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final double JOINED_NAMES = 0.15;

  private final Draws draws;
  private final Lexicon lexicon;
  private final double randomShare;
  private final Set<String> randomStrings = new HashSet<>();
  private final Set<String> names = new HashSet<>();

  /**
   * The values of a task.
   *
   * @param randomShare how likely a word is a random string
   */
  public TaskWords(Draws draws, Lexicon lexicon, double randomShare) {
    this.draws = draws;
    this.lexicon = lexicon;
    this.randomShare = randomShare;
  }

  /** A word in lower case. */
  String word() {
    return draws.chance(randomShare) ? randomString() : draws.pick(lexicon.words());
  }

  /** Some words, separated by blanks. */
  String text(int fewest, int most) {
    StringBuilder text = new StringBuilder(word());
    for (long more = draws.between(fewest, most); more > 1; more--) {
      text.append(' ').append(word());
    }
    return text.toString();
  }

  /** A name in lower case that no other name of the task equals. */
  String name() {
    while (true) {
      String name = word();
      if (draws.chance(JOINED_NAMES)) {
        name += "_" + word();
      }
      if (names.add(name)) {
        return name;
      }
    }
  }

  /** The name of a file, ending included. */
  String fileName() {
    return name() + "." + draws.pick(FILE_ENDINGS);
  }

  /** A capitalised first name. */
  String person() {
    while (true) {
      String name =
          draws.chance(randomShare) ? capitalised(syllables()) : draws.pick(lexicon.names());
      if (names.add(name)) {
        return name;
      }
    }
  }

  private String capitalised(String text) {
    String name = text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    if (Lexicon.isEntry(name)) {
      return capitalised(syllables());
    }
    randomStrings.add(name);
    return name;
  }

  /** A stock symbol: three or four capital letters, always random. */
  String symbol() {
    while (true) {
      StringBuilder symbol = new StringBuilder();
      for (long more = draws.between(3, 4); more > 0; more--) {
        symbol.append((char) ('A' + draws.below(26)));
      }
      if (names.add(symbol.toString())) {
        randomStrings.add(symbol.toString());
        return symbol.toString();
      }
    }
  }

  /** A password, token or booking number: letters and digits, always random. */
  String code(int length) {
    while (true) {
      String code = mixed(length);
      if (names.add(code)) {
        randomStrings.add(code);
        return code;
      }
    }
  }

  /** Some digits, the first one not zero, always random. */
  String digits(int length) {
    while (true) {
      StringBuilder digits = new StringBuilder().append(draws.between(1, 9));
      while (digits.length() < length) {
        digits.append(draws.below(10));
      }
      if (names.add(digits.toString())) {
        randomStrings.add(digits.toString());
        return digits.toString();
      }
    }
  }

  /** An id that is a number, different from the others of the task. */
  long number(long low, long high) {
    while (true) {
      long number = draws.between(low, high);
      if (names.add(Long.toString(number))) {
        return number;
      }
    }
  }

  /** An amount: mostly whole, else with a quarter, a half or three quarters. */
  Object amount(long low, long high) {
    long whole = draws.between(low, high);
    return draws.chance(0.7) ? (Object) whole : (Object) (whole + draws.between(1, 3) / 4.0);
  }

  /** A day of 2026 or 2027 in the form YYYY-MM-DD. */
  String date() {
    return String.format(
        Locale.ROOT,
        "%d-%02d-%02d",
        draws.between(2026, 2027),
        draws.between(1, 12),
        draws.between(1, 28));
  }

  private String randomString() {
    while (true) {
      String text =
          switch (draws.below(4)) {
            case 0 -> syllables();
            case 1 -> mixed(4);
            default -> syllables() + draws.below(10);
          };
      if (!Lexicon.isEntry(text) && !Families.isWord(text)) {
        randomStrings.add(text);
        return text;
      }
    }
  }

  private String syllables() {
    return syllable() + syllable();
  }

  private String syllable() {
    return "" + character(CONSONANTS) + character(VOWELS);
  }

  /** A consonant and then anything, with a digit at the end. */
  private String mixed(int length) {
    StringBuilder text = new StringBuilder().append(character(CONSONANTS));
    while (text.length() < length - 1) {
      text.append(character(CHARACTERS));
    }
    return text.append(draws.below(10)).toString();
  }

  private char character(String from) {
    return from.charAt(draws.below(from.length()));
  }

  /** Counts the parts of a slot's text. */
  SlotCounts count(String text) {
    SlotCounts counts = SlotCounts.NONE;
    int start = 0;
    for (int at = 0; at <= text.length(); at++) {
      if (at == text.length() || !Character.isLetterOrDigit(text.charAt(at))) {
        if (at > start) {
          counts = counts.plus(countOne(text.substring(start, at)));
        }
        start = at + 1;
      }
    }
    return counts;
  }

  private SlotCounts countOne(String unit) {
    if (randomStrings.contains(unit)) {
      return new SlotCounts(1, 0, 0);
    }
    return Lexicon.isEntry(unit) ? new SlotCounts(0, 1, 0) : new SlotCounts(0, 0, 1);
  }
}
