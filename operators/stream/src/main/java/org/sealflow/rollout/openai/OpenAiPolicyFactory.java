package org.sealflow.rollout.openai;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.Policy;
import org.sealflow.rollout.PolicyFactory;

/**
 * Makes policies that ask a server, one for each parallel instance of a runner. The bearer key is
 * read from the environment of the process that makes them.
 *
 * @param tokenizer directory of the model whose tokenizer and chat template make token ids; null if
 *     only chats are sent
 */
public record OpenAiPolicyFactory(OpenAiSettings settings, @Nullable String tokenizer)
    implements PolicyFactory {
  /**
   * {@inheritDoc}
   *
   * @throws UncheckedIOException if the tokenizer cannot be read
   * @throws IllegalArgumentException if the style needs token ids and nothing makes them, or no
   *     header can carry the key: one line without it
   */
  @Override
  public Policy create(Tasks tasks) {
    return new OpenAiPolicy(
        settings,
        tokenizer == null ? null : tokens(Path.of(tokenizer), settings.requests()),
        System.getenv(),
        Clock.systemUTC());
  }

  private static EpisodeTokens.Factory tokens(Path directory, RequestOptions requests) {
    try {
      return TemplateTokens.fromDirectory(directory, requests.chatSettings());
    } catch (IOException unreadable) {
      throw new UncheckedIOException("no usable tokenizer in " + directory, unreadable);
    }
  }
}
