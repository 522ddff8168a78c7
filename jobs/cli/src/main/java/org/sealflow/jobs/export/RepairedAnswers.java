package org.sealflow.jobs.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecordBase;
import org.sealflow.bfcl.conversation.CallAnswers;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;

/**
 * The answers that failed episodes lacked: of each whose repair is known, the first answer of the
 * root-cause turn that the repair edits, with the calls it makes of it. Repairs hold ground-truth
 * values: they are to be learned from, never to be shown.
 */
final class RepairedAnswers {
  /** Texts of this length may have been cut. */
  private static final int LONGEST = 2000;

  private final Map<String, Edited> edited = new HashMap<>();

  /**
   * The root-cause turn of an episode.
   *
   * @param turn its index
   * @param edits the repair's edits in it
   * @param steps calls of each answer in it, by step
   */
  private record Edited(int turn, List<CallEdit> edits, TreeMap<Integer, List<String>> steps) {}

  /**
   * An answer of a repaired turn.
   *
   * @param number which answer of the turn it stands for, from 0
   * @param text its calls as a policy writes them
   */
  record Answer(int number, String text) {}

  /** Knows no repair. */
  static RepairedAnswers none() {
    return new RepairedAnswers();
  }

  /** The repairs of a run that diagnosis has found, which it does if it is told to search. */
  static RepairedAnswers read(Connection broker, String runId) {
    RepairedAnswers answers = new RepairedAnswers();
    each(broker, Topic.DIAGNOSES, Diagnosis.class, found -> answers.take(runId, found));
    if (!answers.edited.isEmpty()) {
      each(broker, Topic.TRAJECTORIES, TrajectoryEvent.class, answers::take);
    }
    return answers;
  }

  private static <T extends SpecificRecordBase> void each(
      Connection broker, Topic topic, Class<T> recordClass, Consumer<T> taker) {
    Codec<T> codec = Codec.of(recordClass);
    try (TopicReader reader = TopicReader.open(broker, topic, StartPosition.earliest())) {
      reader.readToEnd(
          message -> {
            try {
              taker.accept(codec.decode(message.value()));
            } catch (UndecodableRecordException passedOver) {
              // The jobs have made a failure of it.
            }
            return true;
          });
    }
  }

  private static String key(String episodeId, int attempt) {
    return episodeId + "#" + attempt;
  }

  /** Takes the diagnosis of an episode in. */
  void take(String runId, Diagnosis diagnosis) {
    EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
    Repair repair = episode == null ? null : episode.getRepair();
    if (episode == null
        || repair == null
        || repair.getOutcome() != RepairOutcome.FOUND
        || episode.getRootCauseTurn() == null
        || !diagnosis.getRunId().equals(runId)) {
      return;
    }
    int turn = episode.getRootCauseTurn();
    List<CallEdit> edits =
        repair.getEdits().stream().filter(edit -> edit.getTurn() == turn).toList();
    if (!edits.isEmpty()) {
      edited.put(
          key(diagnosis.getEpisodeId(), diagnosis.getAttempt()),
          new Edited(turn, edits, new TreeMap<>()));
    }
  }

  /** Takes an event of an episode in. */
  void take(TrajectoryEvent event) {
    AssistantStep step = event.getAssistantStep();
    Edited episode = edited.get(key(event.getEpisodeId(), event.getAttempt()));
    if (step != null && episode != null && step.getTurn() == episode.turn()) {
      episode.steps().put(step.getStep(), step.getToolCalls());
    }
  }

  /** The answer an episode lacked; empty if its repair is not known, or no answer. */
  Optional<Answer> of(TrainingSample sample) {
    Edited episode = edited.get(key(sample.getEpisodeId(), sample.getAttempt()));
    if (episode == null || episode.steps().isEmpty()) {
      return Optional.empty();
    }
    List<List<String>> answers = new ArrayList<>(episode.steps().values());
    Integer first =
        episode.edits().stream()
            .map(CallEdit::getStep)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(null);
    int number = first == null ? answers.size() - 1 : executing(answers, first);
    if (number < 0) {
      return Optional.empty();
    }
    List<CallEdit> edits =
        episode.edits().stream().filter(edit -> Objects.equals(edit.getStep(), first)).toList();
    return text(calls(answers.get(number), edits)).map(text -> new Answer(number, text));
  }

  /** Edits count the answers that execute calls. */
  private static int executing(List<List<String>> answers, int wanted) {
    int count = 0;
    for (int number = 0; number < answers.size(); number++) {
      if (!answers.get(number).isEmpty() && count++ == wanted) {
        return number;
      }
    }
    return -1;
  }

  private static List<String> calls(List<String> played, List<CallEdit> edits) {
    List<String> calls = new ArrayList<>();
    for (int call = 0; call <= played.size(); call++) {
      boolean kept = call < played.size();
      for (CallEdit edit : edits) {
        // What is inserted at the end of a turn has no place among the calls.
        int place = edit.getCall() == null ? played.size() : edit.getCall();
        if (place == call) {
          if (edit.getKind() != EditKind.DROP) {
            calls.add(String.valueOf(edit.getWantedText()));
          }
          kept &= edit.getKind() == EditKind.INSERT;
        }
      }
      if (kept) {
        calls.add(played.get(call));
      }
    }
    return calls;
  }

  private static Optional<String> text(List<String> calls) {
    if (calls.isEmpty() || calls.stream().anyMatch(call -> call.length() >= LONGEST)) {
      return Optional.empty();
    }
    try {
      return Optional.of(CallAnswers.of(calls));
    } catch (IllegalArgumentException notWritable) {
      return Optional.empty();
    }
  }
}
