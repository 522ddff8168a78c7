package org.sealflow.rollout.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.sealflow.learn.engine.PolicyEngine;
import org.sealflow.model.template.TemplateException;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.rollout.openai.EpisodeTokens;
import org.sealflow.rollout.openai.TemplateTokens;

/** A model directory in use: its engine, its way from texts to tokens, and its versions. */
final class SharedEngine implements AutoCloseable {
  private final PromptTokenizer tokenizer;
  private final EpisodeTokens.Factory tokens;
  private final PolicyEngine engine;
  private final PolicyVersions versions;

  private SharedEngine(
      PromptTokenizer tokenizer,
      EpisodeTokens.Factory tokens,
      PolicyEngine engine,
      EmbeddedPolicySettings settings) {
    this.tokenizer = tokenizer;
    this.tokens = tokens;
    this.engine = engine;
    versions = new PolicyVersions(settings, engine);
  }

  /**
   * Opens a model directory.
   *
   * @throws org.sealflow.model.file.ModelDirectoryException where it is broken
   * @throws IllegalArgumentException if its tokenizer or its chat template cannot be used
   * @throws IllegalStateException if the engine cannot start
   */
  static SharedEngine open(EmbeddedPolicySettings settings, Clock clock) {
    Path directory = Path.of(settings.modelDirectory());
    PromptTokenizer tokenizer = tokenizer(directory);
    try {
      EpisodeTokens.Factory tokens =
          TemplateTokens.of(
              template(directory, clock), tokenizer, settings.requests().chatSettings());
      PolicyEngine engine = PolicyEngine.open(directory, settings.engine(), clock);
      try {
        check(tokens.open().stopIds(), tokenizer, engine, directory);
        return new SharedEngine(tokenizer, tokens, engine, settings);
      } catch (RuntimeException e) {
        engine.close();
        throw e;
      }
    } catch (RuntimeException e) {
      tokenizer.close();
      throw e;
    }
  }

  private static PromptTokenizer tokenizer(Path directory) {
    try {
      return HuggingFacePromptTokenizer.open(directory);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          "the tokenizer in " + directory + " cannot be read: " + unreadable.getMessage(),
          unreadable);
    }
  }

  private static ChatTemplate template(Path directory, Clock clock) {
    try {
      return ChatTemplate.fromDirectory(directory, clock);
    } catch (IOException | TemplateException unusable) {
      throw new IllegalArgumentException(
          "the chat template in " + directory + " cannot be used: " + unusable.getMessage(),
          unusable);
    }
  }

  private static void check(
      List<Integer> stopIds, PromptTokenizer tokenizer, PolicyEngine engine, Path directory) {
    if (stopIds.isEmpty()) {
      throw new IllegalArgumentException(
          "the tokenizer in "
              + directory
              + " names no token that ends a turn: set eos_token in tokenizer_config.json");
    }
    int known = engine.config().vocabularySize();
    if (tokenizer.vocabularySize() > known) {
      throw new IllegalArgumentException(
          "the tokenizer in "
              + directory
              + " has "
              + tokenizer.vocabularySize()
              + " tokens, but the model knows "
              + known
              + ": use the tokenizer it was made with");
    }
  }

  EpisodeTokens.Factory tokens() {
    return tokens;
  }

  PolicyEngine engine() {
    return engine;
  }

  PolicyVersions versions() {
    return versions;
  }

  @Override
  public void close() {
    versions.close();
    engine.close();
    tokenizer.close();
  }
}
