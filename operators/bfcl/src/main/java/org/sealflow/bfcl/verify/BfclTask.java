package org.sealflow.bfcl.verify;

import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.bfcl.conversation.CallAnswers;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.ToolCatalog;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.World;
import org.sealflow.environment.conversation.ConversationTask;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.python.PyException;

/** A task of the benchmark with its tools, ready for any number of verifications. Thread-safe. */
public final class BfclTask implements ReadyTask {
  private static final String GROUND_TRUTH_AS_POLICY = "ground_truth";

  private final TaskProgram program;
  private final List<ToolDoc> documents;
  private final ToolCatalog tools;
  private volatile int defectiveUnderEnforcement = -1;
  private volatile int defective = -1;

  /**
   * Makes a task ready.
   *
   * @param documents the documentation of its tools, withheld ones among them; empty where nobody
   *     asks what a tool takes
   */
  public BfclTask(TaskProgram program, List<ToolDoc> documents) {
    this.program = program;
    this.documents = List.copyOf(documents);
    this.tools = new ToolCatalog(documents);
  }

  public TaskProgram program() {
    return program;
  }

  public ToolCatalog tools() {
    return tools;
  }

  @Override
  public String id() {
    return program.task().id();
  }

  @Override
  public String category() {
    return program.task().category();
  }

  @Override
  public List<List<String>> groundTruth() {
    return program.task().groundTruth();
  }

  @Override
  public BfclVerifier verifier(
      RulesInForce rules, String modelName, @Nullable LocalDate asOf, boolean keepStates) {
    return new BfclVerifier(this, rules, modelName, asOf, keepStates);
  }

  @Override
  public BfclReexecution reexecution(String modelName, @Nullable LocalDate asOf) {
    return new BfclReexecution(this, modelName, asOf);
  }

  @Override
  public World world(String modelName, @Nullable LocalDate asOf) {
    return BfclWorld.open(
        program.task(), program.methods(), program.longContext(), modelName, asOf);
  }

  @Override
  public ConversationTask conversations(PromptStyle style) {
    return BfclConversations.of(program.task(), documents, program.longContext(), style);
  }

  /** The documentation of all its tools, withheld ones among them. */
  public List<ToolDoc> documents() {
    return documents;
  }

  @Override
  public List<ToolDoc> openingTools() {
    Set<String> withheld = new HashSet<>();
    program.task().withheldTools().values().forEach(withheld::addAll);
    return documents.stream().filter(document -> !withheld.contains(document.name())).toList();
  }

  @Override
  public String answer(List<String> calls) {
    return CallAnswers.of(calls);
  }

  /** Whether the ground truth itself fails under the rules; tried once per set of rules. */
  public boolean defective(RulesInForce rules) {
    int known = rules.toolEnforcement() ? defectiveUnderEnforcement : defective;
    if (known < 0) {
      known = tryGroundTruth(rules) ? 1 : 0;
      if (rules.toolEnforcement()) {
        defectiveUnderEnforcement = known;
      } else {
        defective = known;
      }
    }
    return known == 1;
  }

  private boolean tryGroundTruth(RulesInForce rules) {
    try {
      EpisodePass fresh = new EpisodePass(program, GROUND_TRUTH_AS_POLICY, null);
      return new ToolRules(program, rules).groundTruthFails(fresh);
    } catch (PyException notLoadable) {
      return true;
    }
  }
}
