package org.sealflow.jobs.bench.stream;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.RawRecord;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.TrajectoryEvent;

/** Makes of each number an episode that begins and ends at once, as records of a topic. */
final class EndedEpisodes extends RichFlatMapFunction<Long, RawRecord> {
  private static final long serialVersionUID = 1L;

  private final TrajectoryEvent started;
  private final TrajectoryEvent ended;
  private transient @Nullable Codec<TrajectoryEvent> codec;

  /** Episodes that are copies of one whose first and last event these are. */
  EndedEpisodes(TrajectoryEvent started, TrajectoryEvent ended) {
    this.started = started;
    this.ended = ended;
  }

  @Override
  public void open(OpenContext context) {
    codec = Codec.of(TrajectoryEvent.class);
  }

  @Override
  public void flatMap(Long number, Collector<RawRecord> out) {
    String episodeId = String.format(Locale.ROOT, "ended/%012d", number);
    out.collect(record(started, episodeId, 2 * number));
    out.collect(record(ended, episodeId, 2 * number + 1));
  }

  private RawRecord record(TrajectoryEvent event, String episodeId, long offset) {
    event.setEpisodeId(episodeId);
    byte[] bytes = requireNonNull(codec).encode(event);
    return new RawRecord("ended", 0, offset, null, bytes, 0);
  }
}
