package org.sealflow.learn.step;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.MessageTokens;
import org.sealflow.learn.algorithm.TurnFeedback;
import org.sealflow.learn.sample.TrainingSequence;

/**
 * A row as a teacher reads it: each turn that is told of has its feedback right before the header
 * of its first answer; the ids that were sampled stay what they are. What comes behind the last
 * such turn is left away.
 *
 * @param sequence the tokens, of which those of the turns told of count as sampled
 * @param places shape [T] of the original, where each of those tokens stands now; -1 for all others
 * @param turns shape [T] of the original, the turn of those tokens; -1 for all others
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record TwinRow(TrainingSequence sequence, int[] places, int[] turns) {
  private static final int NONE = -1;

  /**
   * A twin, if there is one.
   *
   * @param twin null if nothing is told
   * @param leftOut number of turns of which something was to be told that cannot be
   */
  record Made(@Nullable TwinRow twin, int leftOut) {}

  /**
   * The twin of a row. Of turns that were not sampled, or that carry no advantage, nothing is told.
   *
   * @param messages how feedback becomes ids
   */
  static Made of(TrainingRow row, MessageTokens messages) {
    TrainingSequence sequence = row.sequence();
    int[] header = messages.header();
    TreeMap<Integer, int[]> insertions = new TreeMap<>();
    List<Integer> told = new ArrayList<>();
    int leftOut = 0;
    for (TurnFeedback feedback : row.feedback()) {
      int first = first(sequence, feedback.turn());
      if (first == NONE || !carriesAdvantage(row, feedback.turn())) {
        continue;
      }
      if (endsWith(sequence, first, header)) {
        insertions.put(first - header.length, messages.message(feedback.text()));
        told.add(feedback.turn());
      } else {
        leftOut++;
      }
    }
    return new Made(told.isEmpty() ? null : twin(sequence, insertions, told), leftOut);
  }

  private static int first(TrainingSequence sequence, int turn) {
    for (int token = 0; token < sequence.length(); token++) {
      if (sequence.sampled()[token] && sequence.turnOfToken()[token] == turn) {
        return token;
      }
    }
    return NONE;
  }

  private static boolean carriesAdvantage(TrainingRow row, int turn) {
    for (int token = 0; token < row.advantages().length; token++) {
      if (row.sequence().turnOfToken()[token] == turn && row.advantages()[token] != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether the environment's tokens before a place end with the header. */
  private static boolean endsWith(TrainingSequence sequence, int end, int[] header) {
    int start = end - header.length;
    if (start < 0) {
      return false;
    }
    for (int token = start; token < end; token++) {
      if (sequence.sampled()[token]) {
        return false;
      }
    }
    return Arrays.equals(sequence.tokens(), start, end, header, 0, header.length);
  }

  private static TwinRow twin(
      TrainingSequence sequence, TreeMap<Integer, int[]> insertions, List<Integer> told) {
    int[] places = new int[sequence.length()];
    int[] turns = new int[sequence.length()];
    Arrays.fill(places, NONE);
    Arrays.fill(turns, NONE);
    int added = 0;
    int end = 0;
    for (int token = 0; token < sequence.length(); token++) {
      added += insertions.containsKey(token) ? requireNonNull(insertions.get(token)).length : 0;
      int turn = sequence.turnOfToken()[token];
      if (sequence.sampled()[token] && told.contains(turn)) {
        places[token] = token + added;
        turns[token] = turn;
        end = token + 1;
      }
    }
    int length = end + insertions.values().stream().mapToInt(ids -> ids.length).sum();
    int[] tokens = new int[length];
    boolean[] sampled = new boolean[length];
    int[] turnOfToken = new int[length];
    Arrays.fill(turnOfToken, TrainingSequence.NO_TURN);
    int at = 0;
    for (int token = 0; token < end; token++) {
      int[] message = insertions.getOrDefault(token, new int[0]);
      System.arraycopy(message, 0, tokens, at, message.length);
      at += message.length;
      tokens[at] = sequence.tokens()[token];
      sampled[at] = places[token] != NONE;
      turnOfToken[at] = turns[token];
      at++;
    }
    return new TwinRow(new TrainingSequence(tokens, sampled, null, turnOfToken), places, turns);
  }

  /** Number of turns told of. */
  long toldTurns() {
    return Arrays.stream(turns).filter(turn -> turn != NONE).distinct().count();
  }

  /**
   * The teacher's log-probabilities of the row.
   *
   * @param scores shape [length of the twin], natural-log probabilities
   */
  ToldRow told(float[] scores) {
    float[] logProbs = new float[places.length];
    for (int token = 0; token < places.length; token++) {
      logProbs[token] = places[token] == NONE ? 0 : scores[places[token]];
    }
    return new ToldRow(logProbs, turns);
  }
}
