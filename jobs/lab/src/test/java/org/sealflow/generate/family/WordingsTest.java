package org.sealflow.generate.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sealflow.generate.TaskGenerator;

final class WordingsTest {
  @Test
  void everyFamilyHasThreeWordingsForTrainingAndOneHeldOut() {
    for (Family family : Families.all()) {
      assertEnough(family.id(), family.wordings().complete(), 3);
      family.wordings().open().forEach((slot, open) -> assertEnough(family.id() + slot, open, 2));
    }
    assertEnough("answers", Families.ANSWERS, 3);
    assertEnough("chat", Families.CHAT, 3);
  }

  private static void assertEnough(String what, List<Phrase> phrases, int training) {
    assertThat(phrases.stream().filter(phrase -> !phrase.heldOut()))
        .as(what)
        .hasSizeGreaterThanOrEqualTo(training);
    assertThat(phrases.stream().filter(Phrase::heldOut)).as(what).isNotEmpty();
  }

  @Test
  void wordingsWithoutASlotNeverMentionIt() {
    for (Family family : Families.all()) {
      Set<String> slots = Set.copyOf(family.wordings().complete().get(0).slots());
      for (Phrase phrase : family.wordings().complete()) {
        assertThat(phrase.slots()).as(phrase.id()).containsExactlyInAnyOrderElementsOf(slots);
      }
      family
          .wordings()
          .open()
          .forEach(
              (slot, open) -> {
                Set<String> others = new HashSet<>(slots);
                assertThat(others.remove(slot)).as(family.id()).isTrue();
                for (Phrase phrase : open) {
                  assertThat(phrase.slots())
                      .as(phrase.id())
                      .containsExactlyInAnyOrderElementsOf(others);
                }
              });
    }
  }

  @Test
  void noTwoWordingsAreAlikeButForTheirValues() {
    Map<String, String> seen = new HashMap<>();
    Families.phrases()
        .forEach(
            phrase -> {
              String shape = phrase.text().replaceAll("\\{[a-z]+}", "{}");
              assertThat(seen.put(shape, phrase.id())).as(phrase.id() + ": " + shape).isNull();
            });
    assertThat(seen).hasSizeGreaterThan(500);
  }

  @Test
  void fewPlainWordsAreEnoughAndTrainingSeesEachOfThem() {
    assertThat(TaskGenerator.words()).hasSizeLessThanOrEqualTo(450).isSorted();
    Set<String> training =
        Families.phrases()
            .filter(phrase -> !phrase.heldOut())
            .flatMap(phrase -> Stream.of(phrase.text().split("[^A-Za-z{}]+", -1)))
            .map(word -> word.toLowerCase(java.util.Locale.ROOT))
            .collect(Collectors.toSet());
    assertThat(training).containsAll(TaskGenerator.words());
  }

  @Test
  void noValueOfTheLexiconIsAPlainWord() {
    for (GeneratorSplit split : GeneratorSplit.values()) {
      assertThat(TaskGenerator.lexicon(split)).doesNotContainAnyElementsOf(TaskGenerator.words());
    }
  }

  @Test
  void starsAndQuestionMarksSortTheLines() {
    Wordings wordings =
        Wordings.read("a.b", "Do {x}.\n* Please do {x}.\n? x\nDo it.\n* Please do it.\n");
    assertThat(wordings.complete())
        .containsExactly(
            new Phrase("a.b/1", "Do {x}.", false), new Phrase("a.b/2", "Please do {x}.", true));
    assertThat(wordings.open())
        .containsEntry(
            "x",
            List.of(
                new Phrase("a.b/without-x/1", "Do it.", false),
                new Phrase("a.b/without-x/2", "Please do it.", true)));
    assertThat(new ArrayList<>(wordings.phrases().toList())).hasSize(4);
  }

  @Test
  void aSlotWithoutAValueIsFound() {
    Phrase phrase = new Phrase("a.b/1", "Put {x} into {y}.", false);
    assertThat(phrase.filled(Map.of("x", "1", "y", "{z}"))).isEqualTo("Put 1 into {z}.");
    assertThatThrownBy(() -> phrase.filled(Map.of("x", "1")))
        .hasMessage("a.b/1 has a slot without a value: Put {x} into {y}.");
  }
}
