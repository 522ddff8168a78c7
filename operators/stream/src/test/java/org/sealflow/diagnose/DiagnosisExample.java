package org.sealflow.diagnose;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.verify.BfclVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.PolicySteps;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.python.Reference;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnFailure;

/**
 * A turn labelled by hand: a row of {@code diagnosis-examples.jsonl}. The labels were written from
 * the rules before anything was run.
 *
 * @param name what the row says, as a sentence
 * @param turns the policy's turns; a turn {@code "solved"} stands for the ground truth's calls
 * @param turn index of the turn the labels are of
 * @param failure null if the turn has none
 * @param origin null if the turn has no failure
 * @param rule what the labels follow, in words
 * @param counterexampleOf the failure or origin the row only looks like, else null
 * @param evidence the kinds of evidence in order; null if the row does not say
 * @param deviating null if the row does not say
 */
record DiagnosisExample(
    String name,
    String task,
    RulesInForce rules,
    JsonNode turns,
    int turn,
    Tag tag,
    @Nullable TurnFailure failure,
    @Nullable FailureOrigin origin,
    String rule,
    @Nullable String counterexampleOf,
    @Nullable List<EvidenceKind> evidence,
    @Nullable Boolean deviating) {
  private static final Path FILE =
      Reference.repository()
          .resolve("operators/stream/src/test/resources/diagnosis-examples.jsonl");

  private static final TaskDirectory TASKS = SampleTasks.read();

  /** All rows. */
  static List<DiagnosisExample> all() {
    List<DiagnosisExample> examples = new ArrayList<>();
    Reference.forEachRow(FILE, row -> examples.add(of(row)));
    return examples;
  }

  private static DiagnosisExample of(JsonNode row) {
    String failure = row.get("failure").textValue();
    String origin = row.get("origin").textValue();
    return new DiagnosisExample(
        row.get("name").asText(),
        row.get("task").asText(),
        rules(row.get("rules").asText()),
        row.get("turns"),
        row.get("turn").asInt(),
        Tag.valueOf(row.get("tag").asText()),
        failure == null ? null : TurnFailure.valueOf(failure),
        origin == null ? null : FailureOrigin.valueOf(origin),
        row.get("rule").asText(),
        row.path("counterexample_of").textValue(),
        row.has("evidence") ? kinds(row.get("evidence")) : null,
        row.has("deviating") ? (Boolean) row.get("deviating").asBoolean() : null);
  }

  private static RulesInForce rules(String name) {
    return switch (name) {
      case "official" -> RulesInForce.OFFICIAL;
      case "enforced" -> new RulesInForce(true);
      default -> throw new IllegalArgumentException("no rules " + name);
    };
  }

  private static List<EvidenceKind> kinds(JsonNode names) {
    List<EvidenceKind> kinds = new ArrayList<>();
    names.forEach(name -> kinds.add(EvidenceKind.valueOf(name.asText())));
    return kinds;
  }

  /** The facts of the labelled turn. */
  VerifiedTurn verify() {
    return verifyAll().get(turn);
  }

  /** The facts of all turns. */
  List<VerifiedTurn> verifyAll() {
    BfclVerifier verifier =
        new BfclVerifier(TASKS.ready(task), rules, "sample", SampleTasks.AS_OF, false);
    List<VerifiedTurn> verified = new ArrayList<>();
    for (int i = 0; i < turns.size(); i++) {
      verified.add(Objects.requireNonNull(verifier.endTurn(steps(i)), "a turn too many"));
    }
    verified.addAll(verifier.endEpisode());
    return verified;
  }

  private List<PolicyStep> steps(int index) {
    return turns.get(index).isTextual()
        ? PolicySteps.of(TASKS.ready(task).program().task().groundTruth().get(index))
        : PolicySteps.of(turns.get(index));
  }

  @Override
  public String toString() {
    return name;
  }
}
