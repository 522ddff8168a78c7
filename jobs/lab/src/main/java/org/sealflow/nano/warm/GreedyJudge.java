package org.sealflow.nano.warm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.model.Generation;
import org.sealflow.model.GenerationRequest;
import org.sealflow.model.Generator;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.model.text.ChatSegments;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.PromptTokenizer;

/**
 * Plays tasks greedily, many at once and in step, and counts strict successes. No patch is shown.
 */
final class GreedyJudge implements Judge {
  /** Keys and values kept for the episodes at hand; of the nano policy 768 numbers per token. */
  private static final long KEPT_TOKENS = 400_000;

  private static final int EPISODES_AT_ONCE = 128;

  private final List<JudgedTask> tasks;
  private final Rules rules;
  private final PromptTokenizer tokenizer;
  private final ChatTemplate template;
  private final SamplingSettings greedy;

  /**
   * A judge.
   *
   * @param tasks all are played
   * @param rules of every episode
   * @param maxTokens most tokens of an answer
   */
  GreedyJudge(
      List<JudgedTask> tasks,
      Rules rules,
      PromptTokenizer tokenizer,
      ChatTemplate template,
      int maxTokens) {
    this.tasks = List.copyOf(tasks);
    this.rules = rules;
    this.tokenizer = tokenizer;
    this.template = template;
    this.greedy = new SamplingSettings(0, 1, 0, maxTokens, 0);
  }

  @Override
  public StrictSuccesses judge(PolicyModel model) {
    Map<String, StrictSuccesses.Score> scores = new TreeMap<>();
    try (Generator generator = new Generator(model, tokenizer.endOfTurnIds(), KEPT_TOKENS)) {
      for (int from = 0; from < tasks.size(); from += EPISODES_AT_ONCE) {
        int to = Math.min(tasks.size(), from + EPISODES_AT_ONCE);
        List<JudgedEpisode> episodes = start(tasks.subList(from, to));
        play(episodes, generator, model.options().contextLength());
        for (JudgedEpisode episode : episodes) {
          scores.merge(
              episode.task().category(),
              new StrictSuccesses.Score(0, 0).plus(episode.succeeded()),
              StrictSuccesses.Score::plus);
        }
      }
    }
    return new StrictSuccesses(scores);
  }

  private List<JudgedEpisode> start(List<JudgedTask> some) {
    List<JudgedEpisode> episodes = new ArrayList<>();
    for (JudgedTask task : some) {
      episodes.add(
          new JudgedEpisode(task, rules, new ChatSegments(template, tokenizer, ChatSettings.NONE)));
    }
    return episodes;
  }

  private void play(List<JudgedEpisode> episodes, Generator generator, int contextLength) {
    List<JudgedEpisode> open = new ArrayList<>(episodes);
    while (!open.isEmpty()) {
      List<GenerationRequest> requests = new ArrayList<>();
      for (JudgedEpisode episode : open) {
        requests.add(new GenerationRequest(episode.prompt(), greedy));
      }
      List<Generation> answers = generator.generate(requests);
      for (int i = 0; i < answers.size(); i++) {
        JudgedEpisode episode = open.get(i);
        episode.take(answers.get(i).tokens());
        if (!episode.isOver() && episode.prompt().length >= contextLength) {
          episode.breakOff();
        }
      }
      open.removeIf(JudgedEpisode::isOver);
    }
  }
}
