package org.sealflow.nano.induction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;

/**
 * Two attention heads that copy by composition (arXiv 2209.11895; the numbers are those of
 * nano-policy.md, "The induction init"), written over the first key-value head of the first two
 * layers. With A, B and C three sets of directions at right angles to one another:
 *
 * <ol>
 *   <li>The embedding's first coordinate is a constant. From it alone the first layer's queries and
 *       keys are made, so that the score depends on the distance alone and is largest at 1: the
 *       head looks at the token before. What that token has along A, the head writes along B.
 *   <li>The second layer's query is the token's own part along A, its key the part along B: the
 *       head looks at what followed the same token before, and writes that token's part along C
 *       back along C, where the tied vocabulary head reads it.
 * </ol>
 *
 * <p>The second layer matches on the slowly turning pairs of the head alone, for the fast ones
 * would make the score depend on the distance.
 */
final class InductionCircuit {
  /** Size of the constant coordinate, in deviations of the embedding. */
  private static final double CONSTANT = 3;

  /** Number of fast pairs that tell the token before from all others. */
  private static final int FAST_PAIRS = 5;

  private static final double PREVIOUS_GAIN = 2;

  /** The largest radians per token of a pair that content is matched on. */
  private static final double SLOW = 1.5e-3;

  /** The share that is left of the random weights in heads that are written over. */
  private static final double REMAINDER = 0.05;

  /** Size of what the first head writes along B, in deviations of the embedding. */
  private static final double MATCHED_GAIN = 2;

  /** Size of what the second head writes along C, in deviations of the embedding. */
  private static final double COPIED_GAIN = 4;

  private static final String FIRST = "model.layers.0.self_attn.";
  private static final String SECOND = "model.layers.1.self_attn.";

  private final Map<String, Matrix> weights;
  private final AttentionConfig attention;
  private final double deviation;

  /** Coordinates of a head that turn slowly, both halves of each pair. */
  private final List<Integer> slow;

  private final double[] turns;
  private final double[][] own;
  private final double[][] before;
  private final double[][] copied;

  private InductionCircuit(
      Map<String, Matrix> weights, ModelConfig config, double deviation, RandomGenerator random) {
    this.weights = weights;
    this.attention = config.attention();
    this.deviation = deviation;
    this.turns = radiansPerToken(config);
    this.slow = slowCoordinates(turns);
    int matched = slow.size();
    int width = config.width();
    int copying = Math.min(attention.headWidth(), width - 1 - 2 * matched);
    if (matched == 0 || copying < 1 || config.layers() < 2 || !config.tiedHead()) {
      throw new IllegalArgumentException(
          "the copying circuit does not fit "
              + config
              + ": expected two layers or more, a tied head, a slow rotation (theta 1e6), and a"
              + " width above twice the slow coordinates of a head");
    }
    double[][] directions = OrthonormalVectors.draw(2 * matched + copying, width, random);
    own = part(directions, 0, matched);
    before = part(directions, matched, matched);
    copied = part(directions, 2 * matched, copying);
  }

  private static double[][] part(double[][] all, int from, int count) {
    double[][] part = new double[count][];
    System.arraycopy(all, from, part, 0, count);
    return part;
  }

  private static double[] radiansPerToken(ModelConfig config) {
    int headWidth = config.attention().headWidth();
    double[] turns = new double[headWidth / 2];
    for (int pair = 0; pair < turns.length; pair++) {
      turns[pair] = Math.pow(config.rotary().theta(), -2.0 * pair / headWidth);
    }
    return turns;
  }

  private static List<Integer> slowCoordinates(double[] turns) {
    List<Integer> slow = new ArrayList<>();
    for (int half = 0; half < 2; half++) {
      for (int pair = 0; pair < turns.length; pair++) {
        if (turns[pair] < SLOW) {
          slow.add(pair + half * turns.length);
        }
      }
    }
    return slow;
  }

  /**
   * Writes the circuit over some of the weights.
   *
   * @param weights by their names in a checkpoint
   * @param deviation standard deviation of the embedding
   * @throws IllegalArgumentException if it does not fit the form
   */
  static void addTo(
      Map<String, Matrix> weights, ModelConfig config, double deviation, RandomGenerator random) {
    InductionCircuit circuit = new InductionCircuit(weights, config, deviation, random);
    circuit.setConstant(config.vocabularySize());
    circuit.lookAtTokenBefore();
    circuit.passOn(FIRST, circuit.own, circuit.before, MATCHED_GAIN);
    circuit.lookAfterSameToken();
    circuit.passOn(SECOND, circuit.copied, circuit.copied, COPIED_GAIN);
  }

  private Matrix weight(String name) {
    Matrix weight = weights.get(name + ".weight");
    if (weight == null) {
      throw new IllegalArgumentException("there is no tensor " + name + ".weight");
    }
    return weight;
  }

  private void setConstant(int vocabularySize) {
    Matrix embedding = weight("model.embed_tokens");
    for (int token = 0; token < vocabularySize; token++) {
      embedding.set(token, 0, CONSTANT * deviation);
    }
  }

  /** How many query heads read the first key-value head. */
  private int sharing() {
    return attention.heads() / attention.keyValueHeads();
  }

  /**
   * With t the radians per token, the score of a key at distance n is the sum of cos(t (n - 1))
   * over the fast pairs: the query is turned back by one token.
   */
  private void lookAtTokenBefore() {
    int headWidth = attention.headWidth();
    double[] query = new double[headWidth];
    double[] key = new double[headWidth];
    for (int pair = 0; pair < Math.min(FAST_PAIRS, turns.length); pair++) {
      query[pair] = PREVIOUS_GAIN * Math.cos(turns[pair]);
      query[pair + turns.length] = -PREVIOUS_GAIN * Math.sin(turns[pair]);
      key[pair] = PREVIOUS_GAIN;
    }
    Matrix queries = queries(FIRST);
    Matrix keys = keys(FIRST);
    for (int row = 0; row < headWidth; row++) {
      for (int head = 0; head < sharing(); head++) {
        queries.set(head * headWidth + row, 0, query[row]);
      }
      keys.set(row, 0, key[row]);
    }
  }

  private void lookAfterSameToken() {
    Matrix queries = queries(SECOND);
    Matrix keys = keys(SECOND);
    for (int i = 0; i < slow.size(); i++) {
      for (int head = 0; head < sharing(); head++) {
        queries.setRow(head * attention.headWidth() + slow.get(i), own[i]);
      }
      keys.setRow(slow.get(i), before[i]);
    }
  }

  /** The queries that read the first key-value head, their random part made small. */
  private Matrix queries(String layer) {
    Matrix queries = weight(layer + "q_proj");
    queries.scaleRows(0, sharing() * attention.headWidth(), REMAINDER);
    return queries;
  }

  private Matrix keys(String layer) {
    Matrix keys = weight(layer + "k_proj");
    keys.scaleRows(0, attention.headWidth(), REMAINDER);
    return keys;
  }

  /**
   * Lets the first head read what it attends to along some directions and write it along others.
   */
  private void passOn(String layer, double[][] read, double[][] written, double gain) {
    Matrix values = weight(layer + "v_proj");
    values.scaleRows(0, attention.headWidth(), 0);
    Matrix outputs = weight(layer + "o_proj");
    outputs.scaleColumns(0, sharing() * attention.headWidth(), REMAINDER);
    for (int i = 0; i < read.length; i++) {
      values.setRow(i, read[i]);
      outputs.setColumn(i, written[i], gain * deviation);
    }
  }
}
