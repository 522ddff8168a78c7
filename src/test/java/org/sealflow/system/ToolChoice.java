package org.sealflow.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.PlannedSampling;
import org.sealflow.schemas.StepLimitScope;

/**
 * A game of choosing tools: twelve intents, each a task whose prompt names it and which one of four
 * tools without arguments serves. The policy reads and writes a token or two where a grown model
 * would a thousand.
 */
final class ToolChoice {
  static final int INTENTS = 12;
  static final int TOOLS = 4;

  /** Tokens from here on are tools; those before are intents. */
  static final int FIRST_TOOL = INTENTS;

  /** What the policy reads after a tool's result. */
  static final int RESULT = FIRST_TOOL + TOOLS;

  /** What the policy says at the end of a turn. */
  static final int DONE = RESULT + 1;

  static final int VOCABULARY = DONE + 3;

  private static final String CATEGORY = "BFCL_v4_multi_turn_base.json";
  private static final List<String> NAMES =
      List.of("get_current_time", "get_account_info", "get_watchlist", "get_order_history");

  private static final String QUESTION =
      """
      {"id": "multi_turn_base_%1$d", "question": [[{"role": "user", "content": "intent %1$d"}]], \
      "initial_config": {"TradingBot": {"orders": {"500": {"id": 500, "order_type": "Buy", \
      "symbol": "KELP", "price": 31.5, "amount": 12, "status": "Completed"}}, "account_info": \
      {"account_id": 70211, "balance": 2400.0, "binding_card": 5105000011112222}, \
      "authenticated": true, "market_status": "Open", "order_counter": 501, "stocks": {"KELP": \
      {"price": 32.8, "percent_change": -0.4, "volume": 1.7, "MA(5)": 32.9, "MA(20)": 31.0}}, \
      "watch_list": ["KELP"], "transaction_history": []}}, "path": ["TradingBot.%2$s"], \
      "involved_classes": ["TradingBot"]}
      """;

  private static final String ANSWER =
      """
      {"id": "multi_turn_base_%1$d", "ground_truth": [["%2$s()"]]}
      """;

  /** With fewer, an intent that is answered wrongly at first may never be answered right again. */
  private static final int LEARNABLE_GROUP_SIZE = 32;

  /** Enough for every batch to hold groups of different rewards. */
  private static final int SMALL_GROUP_SIZE = 4;

  private static final int STEPS_OF_A_TURN = 2;

  private ToolChoice() {}

  /**
   * The game at a size at which the right tools are learned.
   *
   * @param directory where its tasks are written, and the model that begins
   */
  static LearningGame learnable(Path directory, int batches) throws IOException {
    return in(directory, LEARNABLE_GROUP_SIZE, batches);
  }

  /**
   * The game in small, for tests of what happens to a run: each batch changes the policy.
   *
   * @param directory where its tasks are written, and the model that begins
   */
  static LearningGame small(Path directory, int batches) throws IOException {
    return in(directory, SMALL_GROUP_SIZE, batches);
  }

  private static LearningGame in(Path directory, int groupSize, int batches) throws IOException {
    return of(
        tasks(directory.resolve("tasks"), INTENTS),
        groupSize,
        batches,
        known -> new ToolChoicePolicy(null),
        ToolChoiceModel.write(directory));
  }

  /** The game with other sizes, another way to the policy's weights, and a model that is there. */
  static LearningGame of(
      TaskDirectory tasks, int groupSize, int batches, PolicyFactory policies, Path model) {
    return new LearningGame(
        tasks,
        groupSize,
        batches,
        RolloutSettings.DEFAULT.withStepLimit(STEPS_OF_A_TURN, StepLimitScope.TURN),
        new PlannedSampling(1, 1, 0, 1),
        policies,
        model,
        Map.of(
            "adapter-rank", "0",
            "context", String.valueOf(ToolChoiceModel.CONTEXT),
            "pass-tokens", "1024",
            "keep-versions", "3"),
        Map.of(
            "batch.epochs", "2",
            "weighting.rule", "none",
            "objective.klCoefficient", "0.01",
            "optimizer.learningRate.peak", "0.002",
            "optimizer.learningRate.warmupSteps", "0"));
  }

  /** The tool, 0 to 3, that serves an intent. */
  static int toolFor(int intent) {
    return intent % TOOLS;
  }

  /** Writes the tasks of the first intents into a directory and reads them. */
  static TaskDirectory tasks(Path directory, int intents) throws IOException {
    List<String> questions = new ArrayList<>();
    List<String> answers = new ArrayList<>();
    for (int intent = 0; intent < intents; intent++) {
      String tool = NAMES.get(toolFor(intent));
      questions.add(QUESTION.formatted(intent, tool).strip());
      answers.add(ANSWER.formatted(intent, tool).strip());
    }
    Files.createDirectories(directory.resolve("possible_answer"));
    Files.write(directory.resolve(CATEGORY), questions);
    Files.write(directory.resolve("possible_answer").resolve(CATEGORY), answers);
    Path docs = Files.createDirectories(directory.resolve("multi_turn_func_doc"));
    Files.copy(
        Samples.tasks().resolve("multi_turn_func_doc/trading_bot.json"),
        docs.resolve("trading_bot.json"));
    return TaskDirectory.read(directory);
  }

  /** The token of what a user asks. */
  static int tokenOf(String question) {
    return Integer.parseInt(question.substring(question.lastIndexOf(' ') + 1).strip());
  }

  /** What a sampled token says: a call, or a message that ends the turn. */
  static String textOf(int token) {
    int tool = token - FIRST_TOOL;
    return tool >= 0 && tool < TOOLS
        ? "<tool_call>\n{\"name\": \"" + NAMES.get(tool) + "\", \"arguments\": {}}\n</tool_call>"
        : token == DONE ? "Done." : "Pardon?";
  }
}
