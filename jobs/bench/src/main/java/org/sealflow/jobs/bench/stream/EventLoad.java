package org.sealflow.jobs.bench.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.sealflow.jobs.bench.verify.Trajectory;
import org.sealflow.jobs.bench.verify.Workload;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * The events of a workload's trajectories, one copy of all after the other, as many as wanted: each
 * copy of a trajectory is an episode of its own. Episodes overlap as those of a rollout do: an
 * episode goes on until it waits for the policy or a simulated user, then it is another one's turn.
 */
public final class EventLoad {
  /** How many episodes are under way at a time where nothing else is said. */
  static final int OVERLAPPING = 64;

  private final List<EpisodeTemplate> templates;
  private final int inFlight;

  /**
   * A load of which {@link #OVERLAPPING} episodes are under way at a time.
   *
   * @param mode what its episodes are for
   */
  public EventLoad(Workload workload, Mode mode) {
    this(workload, mode, OVERLAPPING);
  }

  /**
   * A load.
   *
   * @param mode what its episodes are for
   * @param inFlight how many episodes are under way at a time
   */
  public EventLoad(Workload workload, Mode mode, int inFlight) {
    this.inFlight = inFlight;
    templates = new ArrayList<>();
    for (Trajectory trajectory : workload.trajectories()) {
      String first = episodeId(0, trajectory.episode().id());
      templates.add(EpisodeTemplate.of(trajectory, first, mode));
    }
  }

  /** Ids of one trajectory's copies are equally long, so that so are their records. */
  private static String episodeId(int number, String recordId) {
    return String.format(Locale.ROOT, "%09d/%s", number, recordId);
  }

  /** The number of the episode in an id. */
  static int number(String episodeId) {
    return Integer.parseInt(episodeId, 0, episodeId.indexOf('/'), 10);
  }

  /** The template that an episode is a copy of. */
  int template(String episodeId) {
    return number(episodeId) % templates.size();
  }

  /** The trajectories the load is made of. */
  List<EpisodeTemplate> templates() {
    return templates;
  }

  /** Takes events in the order in which they are sent. */
  @FunctionalInterface
  public interface Receiver {
    /** The event is to be used before the next one comes. */
    void accept(EpisodeTemplate template, TrajectoryEvent event);
  }

  /**
   * Hands over whole episodes until there are enough events.
   *
   * @return how many events there were: as few as make {@code atLeast}, whole episodes only
   */
  public long whole(long atLeast, Receiver receiver) {
    long planned = 0;
    int episodes = 0;
    while (planned < atLeast) {
      planned += templates.get(episodes % templates.size()).events().size();
      episodes++;
    }
    Overlap overlap = new Overlap(episodes);
    while (overlap.next(receiver)) {
      // The events are taken one by one.
    }
    return planned;
  }

  /** Hands over events without end, as long as more are wanted. */
  void endless(BooleanSupplier more, Receiver receiver) {
    Overlap overlap = new Overlap(Integer.MAX_VALUE);
    while (more.getAsBoolean() && overlap.next(receiver)) {
      // The events are taken one by one.
    }
  }

  /** An episode that is being handed over. */
  private static final class Open {
    private final EpisodeTemplate template;
    private final String episodeId;
    private int next;

    Open(EpisodeTemplate template, String episodeId) {
      this.template = template;
      this.episodeId = episodeId;
    }

    /** Whether somebody has to think before the next event. */
    boolean waits() {
      return switch (template.events().get(next).getKind()) {
        case ASSISTANT_STEP, USER_STEP -> true;
        case EPISODE_STARTED, TOOL_RESULTS, TURN_ENDED, EPISODE_ENDED -> false;
      };
    }
  }

  /** Episodes that overlap; of each in turn the events that a rollout writes at once. */
  private final class Overlap {
    private final int episodes;
    private final List<Open> open = new ArrayList<>();
    private int begun;
    private int turn;

    Overlap(int episodes) {
      this.episodes = episodes;
    }

    boolean next(Receiver receiver) {
      while (open.size() < inFlight && begun < episodes) {
        open.add(begin(begun++));
      }
      if (open.isEmpty()) {
        return false;
      }
      turn = turn % open.size();
      Open current = open.get(turn);
      TrajectoryEvent event = current.template.events().get(current.next++);
      event.setEpisodeId(current.episodeId);
      receiver.accept(current.template, event);
      if (current.next == current.template.events().size()) {
        open.remove(turn);
      } else if (current.waits()) {
        turn++;
      }
      return true;
    }

    private Open begin(int number) {
      EpisodeTemplate template = templates.get(number % templates.size());
      return new Open(template, episodeId(number, template.recordId()));
    }
  }
}
