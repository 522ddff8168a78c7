package org.sealflow.jobs.report.summary;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

/**
 * Something to fix: how the root-cause turns of failed episodes fail, and at which tool.
 *
 * @param failure of the root-cause turn; null if it deviates without failing or there is no turn
 * @param reason of the episode if no turn is its root cause; else null
 * @param tool named by the evidence, or the class whose state differs, such as {@code TwitterAPI};
 *     null if it names neither
 */
public record Cause(
    @Nullable TurnFailure failure, @Nullable RootCauseReason reason, @Nullable String tool) {
  /** All causes for which there was no counter left. */
  static final Cause OTHER = new Cause(null, null, BoundedCounters.OTHER);

  /**
   * The cause of a failed episode; null if neither a turn nor a reason is known.
   *
   * @param turns its turns in order
   */
  public static @Nullable Cause of(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    TurnDiagnosis root = root(turns, episode);
    if (root == null) {
      RootCauseReason reason = episode.getRootCauseReason();
      return reason == null ? null : new Cause(null, reason, null);
    }
    return new Cause(root.getFailure(), null, where(main(root)));
  }

  private static @Nullable String where(@Nullable Evidence evidence) {
    String tool = evidence == null ? null : evidence.getTool();
    if (tool != null) {
      return BoundedCounters.name(tool);
    }
    String path = evidence == null ? null : evidence.getAttributePath();
    return path == null ? null : BoundedCounters.name(path.replaceFirst("[.\\[].*", ""));
  }

  /** The root-cause turn; of an episode that nobody can judge the first that is proved to fail. */
  static @Nullable TurnDiagnosis root(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    boolean judged = episode.getVerdict() != Verdict.UNJUDGED;
    return turns.stream()
        .filter(
            turn ->
                judged
                    ? Objects.equals(turn.getTurn(), episode.getRootCauseTurn())
                    : turn.getFailure() != null)
        .findFirst()
        .orElse(null);
  }

  /** The finding that says most: the first one about a tool, else the first one. */
  static @Nullable Evidence main(TurnDiagnosis turn) {
    List<Evidence> all = turn.getEvidence();
    return all.stream()
        .filter(each -> each.getTool() != null)
        .findFirst()
        .orElse(all.isEmpty() ? null : all.get(0));
  }

  /**
   * Whether an episode would pass if its root-cause turn did: every other turn that fails does so
   * because of an earlier one. Nobody can say so of an episode that is not judged.
   */
  public static boolean isAlone(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    TurnDiagnosis root = root(turns, episode);
    return root != null
        && episode.getVerdict() != Verdict.UNJUDGED
        && turns.stream()
            .filter(turn -> turn.getFailure() != null && turn.getTurn() != root.getTurn())
            .allMatch(turn -> turn.getOrigin() == FailureOrigin.CASCADED);
  }

  /** The cause as people read it, e.g. {@code argument mismatch at book_flight}. */
  public String text() {
    String what =
        failure != null
            ? Texts.words(failure)
            : reason != null ? Texts.words(reason) : "deviates without failing";
    if (equals(OTHER)) {
      return tool + " causes";
    }
    return tool == null ? what : what + " at " + Texts.printable(tool);
  }

  /** Where an episode shows it: the record, the turn, and what was expected and found. */
  public static String example(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    StringBuilder text = new StringBuilder();
    RecordedSource source = episode.getSource();
    text.append(
        source == null
            ? episode.getTaskId()
            : source.getFile() + ":" + source.getLine() + " " + source.getRecordId());
    TurnDiagnosis root = root(turns, episode);
    if (root != null) {
      text.append(", turn ").append(root.getTurn());
      Evidence evidence = main(root);
      if (evidence != null) {
        append(evidence, text);
      }
    }
    return BoundedCounters.name(Texts.printable(text.toString()));
  }

  private static void append(Evidence evidence, StringBuilder text) {
    String where = evidence.getArgument();
    if (where == null) {
      where = evidence.getAttributePath();
    }
    text.append(": ").append(where == null ? Texts.words(evidence.getKind()) : where);
    if (evidence.getActual() != null) {
      text.append(" is ").append(evidence.getActual());
    }
    if (evidence.getExpected() != null) {
      text.append(evidence.getActual() == null ? " " : ", expected ")
          .append(evidence.getExpected());
    }
  }
}
