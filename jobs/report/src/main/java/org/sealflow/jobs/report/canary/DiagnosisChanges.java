package org.sealflow.jobs.report.canary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.TurnDiagnosis;

/**
 * Compares diagnoses that were made with those made anew of the same events, field by field. A
 * diagnosis belongs to an episode, an attempt and a turn, or to the attempt as a whole; of several
 * the last one counts.
 */
public final class DiagnosisChanges {
  /** Stands for a value that has parts, such as a list. */
  private static final String PARTS = "(other parts)";

  private static final String NONE = "none";

  private final Map<Place, Diagnosis> before = new HashMap<>();
  private final Map<Kind, Change> changes = new HashMap<>();
  private final Set<Place> changed = new HashSet<>();
  private final Set<Place> compared = new HashSet<>();
  private Predicate<String> wanted = episodeId -> true;
  private long undiagnosed;

  /**
   * What a diagnosis is about.
   *
   * @param turn null for the attempt as a whole
   */
  private record Place(String episodeId, int attempt, @Nullable Integer turn) {
    static Place of(Diagnosis diagnosis) {
      TurnDiagnosis turn = diagnosis.getTurnDiagnosis();
      return new Place(
          diagnosis.getEpisodeId(), diagnosis.getAttempt(), turn == null ? null : turn.getTurn());
    }

    String text() {
      return episodeId + (turn == null ? "" : " turn " + turn);
    }
  }

  private record Kind(String of, String field, String before, String now) {}

  /**
   * A change that diagnoses have in common.
   *
   * @param of {@code turn} or {@code episode}
   * @param field the field of the record
   * @param before its value as it was diagnosed
   * @param now its value as it is diagnosed anew
   * @param count how many diagnoses change so
   * @param example one of them: its episode, and its turn
   */
  public record Change(
      String of, String field, String before, String now, long count, String example) {}

  /** Takes in a diagnosis that was made. */
  public void before(Diagnosis diagnosis) {
    if (wanted.test(diagnosis.getEpisodeId())) {
      before.put(Place.of(diagnosis), diagnosis);
    }
  }

  /**
   * Compares these episodes alone: leaves out the diagnoses of all others, whether they were taken
   * in already or come later.
   *
   * @param episodeIds not copied
   */
  public void only(Set<String> episodeIds) {
    wanted = episodeIds::contains;
    before.keySet().removeIf(place -> !wanted.test(place.episodeId()));
  }

  /** Compares a diagnosis that was made anew. */
  public void now(Diagnosis diagnosis) {
    if (!wanted.test(diagnosis.getEpisodeId())) {
      return;
    }
    Place place = Place.of(diagnosis);
    Diagnosis was = before.get(place);
    if (was == null) {
      undiagnosed++;
      return;
    }
    if (!compared.add(place)) {
      return;
    }
    SpecificRecordBase old = payload(was);
    SpecificRecordBase anew = payload(diagnosis);
    for (Schema.Field field : anew.getSchema().getFields()) {
      Object one = old.get(field.pos());
      Object other = anew.get(field.pos());
      if (!Objects.equals(one, other)) {
        count(place, field.name(), one, other);
      }
    }
  }

  private static SpecificRecordBase payload(Diagnosis diagnosis) {
    return diagnosis.getTurnDiagnosis() == null
        ? Objects.requireNonNull(diagnosis.getEpisodeDiagnosis())
        : diagnosis.getTurnDiagnosis();
  }

  private void count(Place place, String field, @Nullable Object was, @Nullable Object is) {
    boolean parts = hasParts(was) || hasParts(is);
    Kind kind =
        new Kind(
            place.turn() == null ? "episode" : "turn",
            field,
            parts ? PARTS : text(was),
            parts ? PARTS : text(is));
    changed.add(place);
    Change known = changes.get(kind);
    changes.put(
        kind,
        new Change(
            kind.of(),
            kind.field(),
            kind.before(),
            kind.now(),
            known == null ? 1 : known.count() + 1,
            known == null ? place.text() : known.example()));
  }

  private static boolean hasParts(@Nullable Object value) {
    return value instanceof List || value instanceof SpecificRecordBase;
  }

  private static String text(@Nullable Object value) {
    return value == null ? NONE : value.toString();
  }

  /** The changes, the most frequent first. */
  public List<Change> changes() {
    List<Change> sorted = new ArrayList<>(changes.values());
    sorted.sort(
        Comparator.comparingLong(Change::count)
            .reversed()
            .thenComparing(Change::of)
            .thenComparing(Change::field)
            .thenComparing(Change::before)
            .thenComparing(Change::now));
    return sorted;
  }

  /** How many diagnoses were made both times. */
  public long compared() {
    return compared.size();
  }

  /** How many of them differ in any field. */
  public long changed() {
    return changed.size();
  }

  /** How many diagnoses were made that are not made anew. */
  public long missing() {
    return (long) before.size() - compared.size();
  }

  /** How many diagnoses are made anew of what was not diagnosed, or not yet. */
  public long undiagnosed() {
    return undiagnosed;
  }
}
