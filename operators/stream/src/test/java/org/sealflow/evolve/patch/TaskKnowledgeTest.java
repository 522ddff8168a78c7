package org.sealflow.evolve.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.RecoveryHint;

class TaskKnowledgeTest {
  @Test
  void everyTextOfAContentIsLookedAt() {
    TaskKnowledge knowledge = new TaskKnowledge();
    knowledge.take(TestingTools.task("t", "open_box(lid='secret')"));
    List<PatchContent> telling =
        List.of(
            new PatchContent(List.of(), List.of(), "the secret"),
            new PatchContent(List.of(), List.of(new RecoveryHint("OTHER", "secret")), null),
            cue("secret", "a", "t", "u"),
            cue("n", "secret", "t", "u"),
            cue("n", "a", "secret", "u"),
            cue("n", "a", "t", "secret"));

    assertThat(telling).allMatch(content -> knowledge.leakIn(content).isPresent());
    assertThat(knowledge.leakIn(cue("n", "a", "t", "u"))).isEmpty();
  }

  private static PatchContent cue(String name, String value, String type, String unit) {
    return new PatchContent(
        List.of(new ArgumentCue(name, true, List.of(value), type, unit)), List.of(), null);
  }

  @Test
  void documentationComesInAnyOrder() {
    TaskKnowledge knowledge = new TaskKnowledge();
    PatchContent content = cue("lid", "red", "string", "meters");
    knowledge.take(TestingTools.task("t", "open_box(lid='red')"));
    assertThat(knowledge.leakIn(content)).contains("red");

    knowledge.take(TestingTools.documentation());
    assertThat(knowledge.leakIn(content)).isEmpty();
    assertThat(knowledge.document("open_box")).isNotNull();
    assertThat(knowledge.document("cd")).isNull();
    assertThat(knowledge.revision()).isEqualTo(2);
    assertThat(knowledge.malformed()).isZero();
  }
}
