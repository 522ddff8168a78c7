package org.sealflow.nano.warm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.nano.demonstration.DemonstrationTokens;

/**
 * Makes a warm-started policy: a model directory. What it needs on its way stands in a directory of
 * the same name with {@code .work} behind it, which is removed at the end.
 */
public final class WarmRun implements AutoCloseable {
  /** The smallest token id that is no mark of the chat template. */
  private static final int FIRST_TOKEN = 8;

  private final WarmPlan plan;
  private final Path target;
  private final Path work;
  private final GeneratedSets sets;
  private final HuggingFacePromptTokenizer tokenizer;
  private final ChatTemplate template;
  private final PolicyModel model;
  private final WarmStart start;

  private WarmRun(
      WarmPlan plan, GeneratorSources sources, Path target, Clock clock, WarmListener listener)
      throws IOException {
    this.plan = plan;
    this.target = target;
    WarmSettings training = plan.training();
    PromptStyle style = PromptStyles.signatures();
    sets = new GeneratedSets(sources, style, training.turns());
    work = target.resolveSibling(target.getFileName() + ".work");
    Demonstrations demonstrations = new Demonstrations(sources, training);
    Checkpoints checkpoints = new Checkpoints(work, plan.toString());
    Path begin = work.resolve("start");
    if (!checkpoints.isThere()) {
      // What an attempt without a checkpoint left may be of other settings.
      StartDirectory.remove(work);
      makeStart(begin, demonstrations, plan, sources);
    }
    tokenizer = HuggingFacePromptTokenizer.open(begin);
    template = ChatTemplate.fromDirectory(begin, clock);
    model =
        PolicyModel.fullyTrained(
            begin,
            ModelOptions.onCpu(training.examples().contextLength()).withRecomputeLayers(false));
    WarmParts parts =
        new WarmParts(
            new CopyExercise(FIRST_TOKEN, tokenizer.vocabularySize()),
            new DemonstrationExamples(
                demonstrations, new DemonstrationTokens(template, tokenizer), training),
            judge(GeneratorSplit.VALIDATION, plan.judging().validationTasks()),
            checkpoints);
    start = new WarmStart(plan, model, parts, clock, listener);
  }

  private static void makeStart(
      Path directory, Demonstrations demonstrations, WarmPlan plan, GeneratorSources sources)
      throws IOException {
    WarmSettings training = plan.training();
    String given = training.start();
    if (given != null) {
      StartDirectory.goOnFrom(Path.of(given), directory, training.examples().contextLength());
      return;
    }
    List<String> texts = new ArrayList<>();
    demonstrations
        .make(plan.curriculum().fullLists(), 0, training.examples().vocabularyDemonstrations())
        .forEach(demonstration -> texts.addAll(demonstration.texts()));
    List<ToolDoc> tools = sources.documents().values().stream().flatMap(List::stream).toList();
    StartDirectory.make(
        directory, tools, texts, training.examples().contextLength(), training.seed());
  }

  /**
   * A warm start that goes on where it was, or begins.
   *
   * @param sources what generated tasks refer to
   * @param target the model directory to be made; must not exist yet
   * @throws IllegalArgumentException if a checkpoint of other settings is in the way: one line
   * @throws IOException if files cannot be read or written
   */
  public static WarmRun open(
      WarmPlan plan, GeneratorSources sources, Path target, Clock clock, WarmListener listener)
      throws IOException {
    return new WarmRun(plan, sources, target.toAbsolutePath(), clock, listener);
  }

  /**
   * Learns, writes the model directory and judges the policy on the fixed test sets.
   *
   * @param stopped asked before every step
   * @return what came of it; null if it was stopped before the end
   * @throws InterruptedException if the thread is interrupted
   */
  public @Nullable WarmResult run(BooleanSupplier stopped)
      throws IOException, InterruptedException {
    if (!start.run(stopped)) {
      return null;
    }
    model.save(target);
    Map<String, StrictSuccesses> judgements = new LinkedHashMap<>();
    for (GeneratorSplit split : List.of(GeneratorSplit.TEST, GeneratorSplit.TEST_OTHER_LEXICON)) {
      judgements.put(split.label(), judge(split, plan.judging().testTasks()).judge(model));
    }
    StartDirectory.remove(work);
    return start.result(judgements);
  }

  /** Digests, by name, of what the policy was made with and is judged by. */
  public Map<String, String> digests() {
    Map<String, String> digests = new LinkedHashMap<>();
    digests.put("tokenizerSha256", tokenizer.digest());
    digests.put("promptStyle", PromptStyles.signatures().name());
    digests.put("promptStyleSha256", PromptStyles.signatures().templateDigest());
    digests.put("testTasksSha256", sets.digest(GeneratorSplit.TEST));
    digests.put("testOtherLexiconTasksSha256", sets.digest(GeneratorSplit.TEST_OTHER_LEXICON));
    return digests;
  }

  private Judge judge(GeneratorSplit split, int count) {
    JudgeSettings settings = plan.judging();
    StepLimit limit = new StepLimit(settings.stepsPerTurn(), StepLimit.Scope.TURN);
    return new GreedyJudge(
        sets.first(split, count), Rules.of(limit), tokenizer, template, settings.maxTokens());
  }

  @Override
  public void close() {
    start.close();
    model.close();
    tokenizer.close();
  }
}
