package org.sealflow.jobs.cli.topic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Tags;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

/** Diagnoses as lines: of a turn its findings and the first evidence, of an episode its verdict. */
final class DiagnosisLines {
  private final Colours colours;

  DiagnosisLines(Colours colours) {
    this.colours = colours;
  }

  List<String> of(Diagnosis diagnosis, Instant sentAt) {
    TurnDiagnosis turn = diagnosis.getTurnDiagnosis();
    if (turn != null) {
      return ofTurn(diagnosis, turn, sentAt);
    }
    EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
    return episode == null
        ? List.of(RecordLines.join(begin(diagnosis, sentAt, "without payload")))
        : ofEpisode(diagnosis, episode);
  }

  private List<String> ofTurn(Diagnosis diagnosis, TurnDiagnosis turn, Instant sentAt) {
    Instant time = turn.getEndedAt() == null ? sentAt : turn.getEndedAt();
    List<String> facts = begin(diagnosis, time, turn.getTaskId());
    facts.add("turn " + turn.getTurn());
    if (turn.getReached()) {
      facts.add(tag(turn.getTag()));
    } else {
      facts.add(colours.aside("not reached, counted as " + Tags.lowerCase(turn.getTag())));
    }
    if (turn.getFailure() != null) {
      facts.add(colours.bad(turn.getFailure().name()));
    }
    if (turn.getOrigin() != null) {
      facts.add(turn.getOrigin().name());
    }
    if (turn.getRootCause()) {
      facts.add(colours.name("root cause"));
    }
    if (!turn.getDrift().isEmpty()) {
      facts.add(colours.odd(Shown.count(turn.getDrift().size(), "drifted result")));
    }
    List<String> lines = new ArrayList<>();
    lines.add(RecordLines.join(facts));
    if (!turn.getEvidence().isEmpty()) {
      lines.add(RecordLines.second(evidence(turn.getEvidence())));
    }
    return lines;
  }

  private List<String> ofEpisode(Diagnosis diagnosis, EpisodeDiagnosis episode) {
    List<String> facts = begin(diagnosis, episode.getEndedAt(), episode.getTaskId());
    facts.add("episode");
    facts.add(verdict(episode.getVerdict()));
    facts.add("official: " + official(episode));
    if (episode.getRootCauseTurn() != null) {
      facts.add("root cause: turn " + episode.getRootCauseTurn());
    } else if (episode.getRootCauseReason() != null) {
      facts.add("root cause: " + episode.getRootCauseReason().name());
    }
    List<String> lines = new ArrayList<>();
    lines.add(RecordLines.join(facts));
    if (episode.getVerdictReason() != null) {
      lines.add(RecordLines.second(Shown.text(episode.getVerdictReason())));
    }
    Repair repair = episode.getRepair();
    if (repair != null) {
      repair(repair).forEach(line -> lines.add(RecordLines.second(line)));
    }
    return lines;
  }

  private List<String> begin(Diagnosis diagnosis, Instant time, String subject) {
    List<String> facts = new ArrayList<>();
    facts.add(colours.aside(Shown.time(time)));
    facts.add(episode(diagnosis.getEpisodeId(), diagnosis.getAttempt()));
    facts.add(Shown.text(subject));
    return facts;
  }

  /** An episode's name, with the attempt where it is not the first. */
  static String episode(String episodeId, int attempt) {
    return Shown.text(episodeId) + (attempt == 0 ? "" : " (attempt " + attempt + ")");
  }

  private String tag(Tag tag) {
    String text = Tags.lowerCase(tag);
    return tag == Tag.PASS || tag == Tag.CORRECT_ABSTENTION
        ? colours.good(text)
        : colours.bad(text);
  }

  private String verdict(Verdict verdict) {
    return switch (verdict) {
      case PASSED -> colours.good(verdict.name());
      case POLICY_FAILED -> colours.bad(verdict.name());
      case INFRASTRUCTURE_FAILED, TASK_DEFECTIVE, UNJUDGED -> colours.odd(verdict.name());
    };
  }

  private static String official(EpisodeDiagnosis episode) {
    Boolean valid = episode.getOfficialValid();
    String error = episode.getOfficialErrorType();
    if (valid != null && valid) {
      return "valid";
    }
    if (error != null) {
      return Shown.text(error);
    }
    return valid == null ? "none" : "invalid";
  }

  private static String evidence(List<Evidence> evidence) {
    String first = of(evidence.get(0));
    int others = evidence.size() - 1;
    return others == 0 ? first : first + " (and " + others + " more)";
  }

  private static String of(Evidence evidence) {
    List<String> facts = new ArrayList<>();
    facts.add(evidence.getKind().name() + ":");
    addShown(evidence.getCallText() == null ? evidence.getTool() : evidence.getCallText(), facts);
    addShown(evidence.getAttributePath(), facts);
    if (evidence.getArgument() != null) {
      facts.add("argument " + Shown.text(evidence.getArgument()));
    }
    if (evidence.getExpected() != null) {
      facts.add("expected " + Shown.text(evidence.getExpected()));
    }
    if (evidence.getActual() != null) {
      facts.add("found " + Shown.text(evidence.getActual()));
    }
    addShown(evidence.getNote(), facts);
    return String.join(" ", facts);
  }

  /** A line per edit, or that there is none. */
  private static List<String> repair(Repair repair) {
    return switch (repair.getOutcome()) {
      case FOUND -> repair.getEdits().stream().map(DiagnosisLines::of).toList();
      case NONE_FOUND -> List.of("no repair found");
      case BUDGET_SPENT ->
          List.of("no repair within " + Shown.count(repair.getExecutions(), "execution"));
    };
  }

  private static String of(CallEdit edit) {
    List<String> facts = new ArrayList<>();
    facts.add("repair: " + edit.getKind().name() + " in turn " + edit.getTurn());
    if (edit.getStep() != null) {
      facts.add("at step " + edit.getStep() + " call " + edit.getCall());
    }
    addShown(edit.getCallText(), facts);
    if (edit.getWantedText() != null) {
      facts.add("wanted " + Shown.text(edit.getWantedText()));
    }
    return String.join(" ", facts);
  }

  private static void addShown(@Nullable String text, List<String> facts) {
    if (text != null) {
      facts.add(Shown.text(text));
    }
  }
}
