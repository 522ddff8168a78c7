package org.sealflow.nano.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.bfcl.conversation.CallAnswers;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.text.ByteTokenizer;
import org.sealflow.model.text.ChatSegments;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.nano.induction.InitialScale;
import org.sealflow.nano.induction.NanoStart;

class JudgedEpisodeTest {
  private static final ByteTokenizer TOKENIZER = ByteTokenizer.chatMl();
  private static final ChatTemplate TEMPLATE =
      ChatTemplate.of(
          "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
              + "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}",
          Map.of(), Clock.systemUTC());
  private static final Rules RULES = Rules.of(StepLimit.BFCL);

  @TempDir private Path folder;

  private static JudgedEpisode episode(JudgedTask task) {
    return new JudgedEpisode(task, RULES, new ChatSegments(TEMPLATE, TOKENIZER, ChatSettings.NONE));
  }

  private static void say(String text, JudgedEpisode episode) {
    episode.take(TOKENIZER.encode(text + "<|im_end|>"));
  }

  private static void play(List<List<String>> turns, JudgedEpisode episode) {
    for (List<String> calls : turns) {
      for (String call : calls) {
        say(CallAnswers.of(List.of(call)), episode);
      }
      say("Done.", episode);
    }
  }

  @Test
  void theGroundTruthSucceedsInEveryCategory() {
    for (JudgedTask judged : TestingTasks.FOUR) {
      Task task = judged.verification().program().task();
      JudgedEpisode episode = episode(judged);
      play(task.groundTruth(), episode);

      assertThat(episode.isOver()).as(task.id()).isTrue();
      assertThat(episode.succeeded()).as(task.id()).isTrue();
    }
  }

  @Test
  void sayingNothingButWordsFails() {
    JudgedTask task = TestingTasks.FOUR.get(0);
    JudgedEpisode episode = episode(task);
    task.conversation().task().groundTruth().forEach(turn -> say("Done.", episode));

    assertThat(episode.isOver()).isTrue();
    assertThat(episode.succeeded()).isFalse();
  }

  @Test
  void anEpisodeBrokenOffFails() {
    JudgedEpisode episode = episode(TestingTasks.FOUR.get(0));
    episode.breakOff();

    assertThat(episode.isOver()).isTrue();
    assertThat(episode.succeeded()).isFalse();
  }

  @Test
  void thePromptGrowsByAnswerAndReply() {
    JudgedEpisode episode = episode(TestingTasks.FOUR.get(0));
    int[] before = episode.prompt();
    say("Done.", episode);

    assertThat(episode.prompt()).startsWith(before).hasSizeGreaterThan(before.length);
  }

  @Test
  void anUntrainedPolicySolvesNothingAndEveryTaskIsCounted() {
    Path directory = folder.resolve("start");
    NanoStart.write(
        directory, NanoStart.config(TOKENIZER.vocabularySize(), 4096), InitialScale.NANO, 1);
    try (PolicyModel model = PolicyModel.frozen(directory, ModelOptions.onCpu(4096))) {
      StrictSuccesses judgement =
          new GreedyJudge(
                  TestingTasks.FOUR,
                  Rules.of(new StepLimit(2, StepLimit.Scope.TURN)),
                  TOKENIZER,
                  TEMPLATE,
                  8)
              .judge(model);

      assertThat(judgement.categories()).hasSize(4);
      assertThat(judgement.overall()).isEqualTo(new StrictSuccesses.Score(0, 4));
    }
  }
}
