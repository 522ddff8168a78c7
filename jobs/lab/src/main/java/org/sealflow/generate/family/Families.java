package org.sealflow.generate.family;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All action families, and what users say beside their requests. */
public final class Families {
  /** How a user says the value an earlier request left open. */
  public static final List<Phrase> ANSWERS =
      Phrase.lines(
          "answer",
          """
          It is {value}.
          I mean {value}.
          Take {value}.
          * Please take {value}.
          """);

  /** Sentences of users before a request in the long-context category. */
  public static final List<Phrase> CHAT =
      Phrase.lines(
          "chat",
          """
          I have a lot to do today.
          It was a long day and I am late.
          My team is in a meeting all day.
          The printer does not work again, so I am late today.
          I was on the road all week and have a lot to do now.
          My phone does not work and the office is closed, so I write from home.
          * I am late today and my team is in a meeting.
          * It was a long week and I have a lot to do.
          """);

  private static final List<Family> ALL =
      Stream.of(
              FileFamilies.all(),
              MathFamilies.all(),
              MessageFamilies.all(),
              PostFamilies.all(),
              TicketFamilies.all(),
              TradingFamilies.all(),
              TravelFamilies.all(),
              VehicleFamilies.all())
          .flatMap(List::stream)
          .toList();

  private static final Set<String> WORDS =
      phrases().flatMap(phrase -> plainWords(phrase).stream()).collect(Collectors.toSet());

  private Families() {}

  public static List<Family> all() {
    return ALL;
  }

  /** Every wording there is. */
  static Stream<Phrase> phrases() {
    return Stream.of(
            ALL.stream().flatMap(family -> family.wordings().phrases()),
            ANSWERS.stream(),
            CHAT.stream())
        .flatMap(phrases -> phrases);
  }

  /** Whether a text is a word of a wording. */
  static boolean isWord(String text) {
    return WORDS.contains(text);
  }

  /** The words of all wordings, in lower case and in order. */
  public static List<String> words() {
    return WORDS.stream().sorted().toList();
  }

  /** The words outside of slots, in lower case. */
  private static Set<String> plainWords(Phrase phrase) {
    Set<String> words = new HashSet<>();
    StringBuilder word = new StringBuilder();
    int depth = 0;
    for (char c : (phrase.text() + " ").toCharArray()) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (depth == 0 && Character.isLetter(c)) {
        word.append(c);
      } else if (!word.isEmpty()) {
        words.add(word.toString().toLowerCase(Locale.ROOT));
        word.setLength(0);
      }
    }
    return words;
  }
}
