package org.sealflow.jobs.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TurnJudgement;

/**
 * Preference pairs of TRL, cut at root causes: {@code rejected} is an answer of a failed episode in
 * the turn where its failure began, {@code prompt} everything before it, {@code chosen} a better
 * answer at the same place. That is the answer of another sample of its group which acted rightly
 * in that turn, the first that differs behind the same tokens; or, if there is none, the answer
 * with its calls repaired. All three are texts with the special tokens in them.
 */
final class PreferencePairs {
  private final PromptTokenizer tokenizer;
  private final RepairedAnswers repairs;

  /**
   * Pairs of a policy.
   *
   * @param tokenizer that of the policy
   * @param repairs what failed episodes should have answered
   */
  PreferencePairs(PromptTokenizer tokenizer, RepairedAnswers repairs) {
    this.tokenizer = tokenizer;
    this.repairs = repairs;
  }

  /**
   * A pair.
   *
   * @param failed the failed episode
   * @param rejected its answer
   * @param chosen the better answer
   */
  private record Pair(TrainingSample failed, TokenSpan rejected, String chosen) {}

  /** The pairs of a group as lines, at most one for each failed episode. */
  List<String> lines(List<TrainingSample> group) {
    List<String> lines = new ArrayList<>();
    for (TrainingSample failed : group) {
      Integer turn = failed.getRootCauseTurn();
      if (turn != null) {
        group.stream()
            .filter(other -> isOther(other, failed) && isRight(other, turn))
            .sorted(
                Comparator.comparingDouble(TrainingSample::getReward)
                    .reversed()
                    .thenComparing(TrainingSample::getSampleIndex))
            .flatMap(better -> sampled(failed, better, turn).stream())
            .findFirst()
            .or(() -> repaired(failed, turn))
            .ifPresent(pair -> lines.add(line(pair)));
      }
    }
    return lines;
  }

  private static boolean isOther(TrainingSample one, TrainingSample other) {
    return one.getSampleIndex() != other.getSampleIndex();
  }

  private static boolean isRight(TrainingSample sample, int turn) {
    List<TurnJudgement> judgements = sample.getJudgements();
    return turn < judgements.size() && judgements.get(turn) == TurnJudgement.RIGHT;
  }

  private Optional<Pair> sampled(TrainingSample failed, TrainingSample better, int turn) {
    List<TokenSpan> others = answers(better, turn);
    for (TokenSpan played : answers(failed, turn)) {
      Optional<TokenSpan> other =
          others.stream()
              .filter(span -> span.from() == played.from())
              .filter(span -> isShared(failed, better, played.from()))
              .findFirst();
      if (other.isEmpty()) {
        return Optional.empty();
      }
      List<Integer> chosen = other.get().ids(better);
      if (!chosen.equals(played.ids(failed))) {
        return Optional.of(new Pair(failed, played, text(chosen)));
      }
    }
    return Optional.empty();
  }

  private static List<TokenSpan> answers(TrainingSample sample, int turn) {
    return TokenSpan.of(sample).stream()
        .filter(span -> span.sampled() && span.turn() == turn)
        .toList();
  }

  private static boolean isShared(TrainingSample one, TrainingSample other, int length) {
    return one.getTokens().subList(0, length).equals(other.getTokens().subList(0, length));
  }

  private Optional<Pair> repaired(TrainingSample failed, int turn) {
    List<TokenSpan> answers = answers(failed, turn);
    return repairs
        .of(failed)
        .filter(answer -> answer.number() < answers.size())
        .map(
            answer -> {
              TokenSpan played = answers.get(answer.number());
              return new Pair(failed, played, answer.text() + end(failed, played));
            });
  }

  /** The text that ended the answer played; empty if the policy did not end it. */
  private String end(TrainingSample sample, TokenSpan played) {
    int last = sample.getTokens().get(played.to() - 1);
    return tokenizer.endOfTurnIds().contains(last) ? text(List.of(last)) : "";
  }

  private String line(Pair pair) {
    List<Integer> before = pair.failed().getTokens().subList(0, pair.rejected().from());
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          json.writeStringField("prompt", text(before));
          json.writeStringField("chosen", pair.chosen());
          json.writeStringField("rejected", text(pair.rejected().ids(pair.failed())));
          json.writeEndObject();
        });
  }

  private String text(List<Integer> ids) {
    return tokenizer.decode(ids.stream().mapToInt(Integer::intValue).toArray());
  }
}
