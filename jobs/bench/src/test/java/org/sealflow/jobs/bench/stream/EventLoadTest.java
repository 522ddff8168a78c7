package org.sealflow.jobs.bench.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.bench.TestingSamples;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Mode;

class EventLoadTest {
  private static final EventLoad LOAD = new EventLoad(TestingSamples.workload(), Mode.EVAL);

  @Test
  void wholeEpisodesAreHandedOverEachInOrder() {
    Map<String, Integer> next = new LinkedHashMap<>();
    Map<String, EpisodeTemplate> templates = new HashMap<>();
    AtomicInteger taken = new AtomicInteger();
    long events =
        LOAD.whole(
            2000,
            (template, event) -> {
              taken.incrementAndGet();
              templates.put(event.getEpisodeId(), template);
              assertThat(event.getSequence())
                  .isEqualTo(next.merge(event.getEpisodeId(), 1, Integer::sum) - 1);
            });
    assertThat(events).isEqualTo(taken.get()).isBetween(2000L, 2030L);
    next.forEach((id, count) -> assertThat(count).isEqualTo(templates.get(id).events().size()));
  }

  @Test
  void manyEpisodesAreUnderWayAtATime() {
    Set<String> open = new HashSet<>();
    List<Integer> sizes = new ArrayList<>();
    LOAD.whole(
        5000,
        (template, event) -> {
          open.add(event.getEpisodeId());
          sizes.add(open.size());
          if (event.getKind() == EventKind.EPISODE_ENDED) {
            open.remove(event.getEpisodeId());
          }
        });
    assertThat(sizes).contains(EventLoad.OVERLAPPING).allMatch(s -> s <= EventLoad.OVERLAPPING);
    assertThat(open).isEmpty();
  }

  @Test
  void anEpisodeGoesOnUntilItWaitsForThePolicy() {
    List<String> ids = new ArrayList<>();
    List<EventKind> kinds = new ArrayList<>();
    LOAD.whole(
        5000,
        (template, event) -> {
          ids.add(event.getEpisodeId());
          kinds.add(event.getKind());
        });
    int open = new HashSet<>(ids).size();
    for (int i = 1; i < ids.size(); i++) {
      boolean ended = kinds.get(i - 1) == EventKind.EPISODE_ENDED;
      open -= ended ? 1 : 0;
      boolean waits =
          kinds.get(i) == EventKind.EPISODE_STARTED || kinds.get(i) == EventKind.ASSISTANT_STEP;
      assertThat(ids.get(i).equals(ids.get(i - 1)))
          .as("event %d, %s, is of the same episode as the one before", i, kinds.get(i))
          .isEqualTo(!ended && (!waits || open == 1));
    }
  }

  @Test
  void copiesOfATrajectoryHaveIdsOfOneLengthAndPointToIt() {
    Map<String, Set<String>> ids = new HashMap<>();
    LOAD.whole(
        4000,
        (template, event) -> {
          String id = event.getEpisodeId();
          assertThat(LOAD.templates().get(LOAD.template(id))).isSameAs(template);
          ids.computeIfAbsent(template.recordId(), key -> new HashSet<>()).add(id);
        });
    assertThat(ids).hasSize(72);
    ids.forEach(
        (recordId, ofRecord) ->
            assertThat(ofRecord)
                .hasSizeGreaterThan(1)
                .allMatch(id -> id.length() == 10 + recordId.length() && id.endsWith(recordId)));
  }

  @Test
  void anEndlessLoadEndsWhenNoMoreIsWanted() {
    AtomicInteger taken = new AtomicInteger();
    LOAD.endless(() -> taken.get() < 3000, (template, event) -> taken.incrementAndGet());
    assertThat(taken).hasValue(3000);
  }

  @Test
  void everyReachedTurnAndEveryEndLeadsToADiagnosis() throws Exception {
    Codec<Diagnosis> codec = Codec.of(Diagnosis.class);
    for (EpisodeTemplate template : LOAD.templates()) {
      int turns = 0;
      int last = template.events().size() - 1;
      for (int i = 0; i <= last; i++) {
        for (byte[] bytes : template.diagnoses().get(i)) {
          Diagnosis diagnosis = codec.decode(bytes);
          assertThat(diagnosis.getEpisodeId())
              .hasSameSizeAs(template.events().get(i).getEpisodeId());
          turns += diagnosis.getTurnDiagnosis() == null ? 0 : 1;
        }
      }
      List<byte[]> atTheEnd = template.diagnoses().get(last);
      Diagnosis end = codec.decode(atTheEnd.get(atTheEnd.size() - 1));
      assertThat(end.getEpisodeDiagnosis()).isNotNull();
      assertThat(end.getEpisodeDiagnosis().getTags()).hasSize(turns);
      assertThat(template.diagnoses().get(0)).isEmpty();
    }
  }
}
