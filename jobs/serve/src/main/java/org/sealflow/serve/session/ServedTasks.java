package org.sealflow.serve.session;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskOutline;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.environment.conversation.ConversationTask;
import org.sealflow.environment.conversation.ModelNames;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.environment.conversation.PromptStyle;

/** The tasks of an environment that a server offers, by name, position and split. Thread-safe. */
public final class ServedTasks {
  /** The split that holds every task where no other is given. */
  public static final String TRAIN = "train";

  private final String environment;
  private final TaskFolder folder;
  private final List<String> ids;
  private final Map<String, List<String>> splits;
  private final @Nullable LocalDate asOf;
  private final Clock clock;
  private final IntSupplier episodeNumbers;
  private final Placements placements;
  private final EpisodeListeners listeners;
  private final Set<String> training;
  private final Map<String, ReadyTask> ready = new ConcurrentHashMap<>();
  private volatile @Nullable List<ToolDoc> tools;
  private final Map<Written, ConversationTask> conversations = new ConcurrentHashMap<>();

  /** A task in a style. */
  private record Written(String taskId, String style) {}

  /**
   * Tasks to offer.
   *
   * @param environment the environment's name, such as {@code bfcl}
   * @param splits names of tasks by split; empty for one split of all tasks, {@link #TRAIN}
   * @param asOf today, as date-dependent tools see it; null for the clock's day
   * @param episodeNumbers tell the episodes of a model apart; asked from several threads
   * @param placements asked for episodes of the split {@link #TRAIN} that are no evaluations; all
   *     others are strict
   * @throws IllegalArgumentException if there are no tasks, or a split is empty or names others:
   *     one line
   */
  public ServedTasks(
      String environment,
      TaskFolder folder,
      Map<String, List<String>> splits,
      @Nullable LocalDate asOf,
      Clock clock,
      IntSupplier episodeNumbers,
      Placements placements,
      EpisodeListeners listeners) {
    this.environment = environment;
    this.folder = folder;
    this.ids = folder.tasks().stream().map(TaskOutline::id).toList();
    this.splits = splits.isEmpty() ? Map.of(TRAIN, ids) : Map.copyOf(splits);
    this.asOf = asOf;
    this.clock = clock;
    this.episodeNumbers = episodeNumbers;
    this.placements = placements;
    this.listeners = listeners;
    this.training = Set.copyOf(this.splits.getOrDefault(TRAIN, List.of()));
    if (ids.isEmpty()) {
      throw new IllegalArgumentException(
          "the environment " + environment + " has no tasks here, expected at least one");
    }
    this.splits.forEach(this::require);
  }

  private void require(String split, List<String> tasks) {
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException("the split " + split + " is empty, expected tasks");
    }
    for (String task : tasks) {
      if (!folder.contains(task)) {
        throw new IllegalArgumentException(
            "the split " + split + " names the task " + task + ", which is not there");
      }
    }
  }

  /** The environment's name. */
  public String environment() {
    return environment;
  }

  /** All tasks, in order. */
  public List<String> ids() {
    return ids;
  }

  /** Names of tasks by split, none empty. */
  public Map<String, List<String>> splits() {
    return splits;
  }

  /** Whether there is such a task. */
  public boolean contains(String taskId) {
    return folder.contains(taskId);
  }

  /**
   * A task made ready.
   *
   * @throws IllegalArgumentException if there is none of that name: one line
   */
  public ReadyTask task(String taskId) {
    if (!folder.contains(taskId)) {
      throw new IllegalArgumentException(
          "no task '"
              + taskId
              + "' in the environment "
              + environment
              + ", expected one such as "
              + ids.get(0));
    }
    return ready.computeIfAbsent(taskId, this::made);
  }

  /** The tools that the tasks have from the start, by name once, in the order of the tasks. */
  public List<ToolDoc> tools() {
    List<ToolDoc> known = tools;
    if (known == null) {
      Map<String, ToolDoc> byName = new LinkedHashMap<>();
      for (String id : ids) {
        task(id).openingTools().forEach(tool -> byName.putIfAbsent(tool.name(), tool));
      }
      known = List.copyOf(byName.values());
      tools = known;
    }
    return known;
  }

  /** Folders make tasks ready one at a time. */
  private ReadyTask made(String taskId) {
    synchronized (folder) {
      return folder.ready(taskId);
    }
  }

  /**
   * Begins an episode, in a world of its own.
   *
   * @throws IllegalArgumentException if there is no such task, or the model's name cannot be part
   *     of a call: one line
   * @throws BrokenEpisodeException if the task cannot be played
   */
  public SessionEpisode begin(EpisodeStart start) {
    ReadyTask task = task(start.taskId());
    boolean strict = start.purpose().strict() || !training.contains(task.id());
    Placement placement = strict ? Placement.STRICT : placements.of(task, start.purpose().group());
    return begin(task, start, placement, listeners);
  }

  /**
   * Begins a strict episode that nobody listens to, as {@link #begin(EpisodeStart)} does otherwise.
   */
  public SessionEpisode beginUnheard(EpisodeStart start) {
    return begin(task(start.taskId()), start, Placement.STRICT, EpisodeListeners.none());
  }

  private SessionEpisode begin(
      ReadyTask task, EpisodeStart start, Placement placement, EpisodeListeners heard) {
    String modelName = ModelNames.ofEpisode(start.modelPrefix(), episodeNumbers.getAsInt());
    LocalDate today = asOf == null ? LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC) : asOf;
    Conversation conversation;
    try {
      conversation =
          Conversation.start(
              conversations(task, start.style()),
              start.rules(),
              shown(start, placement),
              modelName,
              today);
    } catch (RuntimeException | StackOverflowError unplayable) {
      throw new BrokenEpisodeException(task.id(), unplayable);
    }
    BegunEpisode begun =
        new BegunEpisode(task, folder.digest(task.id()), start, placement, modelName, today);
    return new SessionEpisode(begun, conversation, heard.begun(begun));
  }

  private static Presentation shown(EpisodeStart start, Placement placement) {
    return placement.patches().isEmpty()
        ? start.presentation()
        : new LayeredPresentation(start.presentation(), placement.patches().presentation());
  }

  private ConversationTask conversations(ReadyTask task, PromptStyle style) {
    return conversations.computeIfAbsent(
        new Written(task.id(), style.name()), any -> task.conversations(style));
  }
}
