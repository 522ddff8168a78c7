package org.sealflow.nano.vocabulary;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.nano.demonstration.Demonstration;
import org.sealflow.nano.demonstration.TestingLessons;

/** Builds the tokenizer from demonstrations of generated tasks. */
public final class TestingTokenizer {
  /** No template tells the date. */
  public static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  private static final int EPISODES = 300;

  private TestingTokenizer() {}

  /** Writes it into a directory and says how many tokens there are. */
  public static int build(TestingLessons lessons, Path directory) throws IOException {
    List<Demonstration> corpus = lessons.generatedDemonstrations(EPISODES, TestingLessons.MIXED);
    return NanoTokenizer.build(
        lessons.tools(),
        corpus.stream().flatMap(episode -> episode.texts().stream()).toList(),
        directory);
  }

  /** Opens what was written. */
  public static HuggingFacePromptTokenizer open(Path directory) throws IOException {
    return HuggingFacePromptTokenizer.open(directory);
  }

  /** The chat template of the directory. */
  public static ChatTemplate template(Path directory) throws IOException {
    return ChatTemplate.fromDirectory(directory, CLOCK);
  }
}
