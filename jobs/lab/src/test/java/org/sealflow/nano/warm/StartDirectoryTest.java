package org.sealflow.nano.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.environment.ToolDoc;
import org.sealflow.model.ModelDirectory;
import org.sealflow.model.text.HuggingFacePromptTokenizer;

class StartDirectoryTest {
  private static final List<ToolDoc> TOOLS =
      TestingTasks.SOURCES.documents().values().stream().flatMap(List::stream).toList();
  private static final List<String> TEXTS = List.of("Make a new folder.", "Done.");

  @TempDir private Path folder;

  @Test
  void modelAndTokenizerGoTogetherAndTheTurnsEndIsKnown() throws IOException {
    Path start = folder.resolve("start");
    StartDirectory.make(start, TOOLS, TEXTS, 512, 1);

    try (ModelDirectory model = ModelDirectory.open(start);
        HuggingFacePromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(start)) {
      assertThat(model.config().vocabularySize()).isEqualTo(tokenizer.vocabularySize());
      int end = tokenizer.specialId("<|im_end|>").orElseThrow();
      assertThat(tokenizer.endOfTurnIds()).containsExactly(end);
      assertThat(Files.readString(start.resolve("generation_config.json")))
          .contains("[" + end + "]");
    }
    assertThat(folder).isDirectoryNotContaining("glob:**/*.making");
  }
}
