package org.sealflow.nano.demonstration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.schemas.ArgumentCue;

class DemonstratedPatchesTest {
  private static final DemonstrationOptions ALWAYS =
      new DemonstrationOptions(0, 2, 5, 1, 0, 0, MistakeRates.NONE);

  private final TestingLessons lessons = TestingLessons.read();
  private final PromptStyle style = PromptStyles.signatures();

  private Presentation draw(Task task, DemonstrationOptions options, long seed) {
    return DemonstratedPatches.of(task, lessons.tools(task), options, new SplittableRandom(seed));
  }

  @Test
  void withoutTheirShareNoPatchIsShown() {
    Task task = lessons.tasks().get(0);
    assertThat(draw(task, DemonstrationOptions.PLAIN, 0)).isSameAs(Presentation.plain());
  }

  /** The marks of a signature are the cues of the patch, each in its form, and nothing else. */
  @Test
  void signaturesShowTheCuesOfTheirPatchExactly() {
    int cued = 0;
    for (Task task : lessons.tasks()) {
      for (int seed = 0; seed < 10; seed++) {
        Presentation patches = draw(task, ALWAYS, seed);
        for (ToolDoc tool : lessons.tools(task)) {
          String shown = style.tool(patches.present(tool));
          String plain = style.tool(tool);
          assertThat(shown)
              .isIn(
                  plain,
                  signature(tool, PatchTexts.cues(tool, true)),
                  signature(tool, PatchTexts.cues(tool, false)));
          cued += shown.equals(plain) ? 0 : 1;
        }
      }
    }
    assertThat(cued).isGreaterThan(100);
  }

  private String signature(ToolDoc tool, List<ArgumentCue> cues) {
    String plain = style.tool(tool);
    StringJoiner signature = new StringJoiner(",", tool.name() + "(", ")");
    for (ArgumentCue cue : cues) {
      StringBuilder parameter = new StringBuilder(cue.getArgument());
      parameter.append(cue.getRequired() ? "!" : "");
      parameter.append(cue.getValueType() == null ? "" : ":" + cue.getValueType());
      parameter.append(cue.getUnit() == null ? "" : "[" + cue.getUnit() + "]");
      List<String> values = cue.getAllowedValues();
      parameter.append(values.isEmpty() ? "" : " in {" + String.join(",", values) + "}");
      signature.add(parameter + defaultValue(plain, cue.getArgument()));
    }
    return signature.toString();
  }

  /** The default behind a parameter of the plain signature, {@code =0}; none holds a comma. */
  private static String defaultValue(String plain, String parameter) {
    String parameters = plain.substring(plain.indexOf('(') + 1, plain.length() - 1);
    return parameters
        .lines()
        .flatMap(line -> List.of(line.split(",", -1)).stream())
        .filter(part -> part.startsWith(parameter + "="))
        .map(part -> part.substring(parameter.length()))
        .findFirst()
        .orElse("");
  }

  @Test
  void noMoreGuidelinesThanPromptsMayHave() {
    for (int seed = 0; seed < 200; seed++) {
      for (String paragraph : draw(lessons.tasks().get(0), ALWAYS, seed).guidelines()) {
        assertThat(paragraph.lines().filter(line -> line.startsWith("- "))).hasSizeBetween(0, 3);
      }
    }
  }
}
