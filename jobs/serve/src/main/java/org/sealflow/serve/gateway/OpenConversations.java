package org.sealflow.serve.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The conversations under way. A call belongs to the conversation whose messages and answer begin
 * its own, among those that the agent calls by the same name; if there is none, it begins one. One
 * ends when nothing was asked for a while, or when there are too many. Not thread-safe.
 */
final class OpenConversations {
  private final Limits limits;
  private final ConversationListeners listeners;
  private final String series;
  private final Clock clock;
  private final Map<Place, Deque<Open>> ends = new HashMap<>();
  private final Map<Place, Open> asked = new HashMap<>();
  private final Map<String, Threads> threads = new HashMap<>();

  /** By the time of the last call. */
  private final LinkedHashMap<GatewayConversation, Open> open = new LinkedHashMap<>();

  private long bytes;
  private long begun;

  /**
   * When conversations end.
   *
   * @param idle how long nothing may be asked
   * @param most open at once; beyond, the one that is idle longest ends
   * @param mostBytes what those open may take of memory, roughly
   */
  record Limits(Duration idle, int most, long mostBytes) {}

  /** The digest of messages, in an episode of a name; the name may be empty. */
  private record Place(String episode, String digest) {}

  /** How many conversations an episode of a name has had while one of them was open. */
  private static final class Threads {
    private int begun;
    private int open;
  }

  /** A conversation, and where it is found. */
  private static final class Open {
    private final GatewayConversation conversation;
    private final ConversationListener listener;
    private final List<Place> places = new ArrayList<>();
    private Instant used = Instant.EPOCH;

    Open(GatewayConversation conversation, ConversationListener listener) {
      this.conversation = conversation;
      this.listener = listener;
    }
  }

  /**
   * No conversations yet.
   *
   * @param series begins the names of conversations that the agent gives none, unlike any before
   */
  OpenConversations(Limits limits, ConversationListeners listeners, String series, Clock clock) {
    this.limits = limits;
    this.listeners = listeners;
    this.series = series;
    this.clock = clock;
  }

  /** Takes the next call. */
  void add(ChatCall call) {
    String episode = call.labels().episode();
    List<String> digests = MessageDigests.of(call.messages());
    String digest = digests.isEmpty() ? "" : digests.get(digests.size() - 1);
    Open found = continued(episode, digests, call);
    if (found == null) {
      found = askedAgain(new Place(episode, digest), call);
    }
    if (found == null) {
      GatewayConversation conversation = new GatewayConversation(name(episode), call);
      found = new Open(conversation, listeners.begun(conversation));
    }
    remember(found, episode, digest, call);
    endSurplus();
  }

  private String name(String episode) {
    if (episode.isEmpty()) {
      return series + "-" + begun++;
    }
    Threads here = threads.computeIfAbsent(episode, any -> new Threads());
    here.open++;
    here.begun++;
    return here.begun == 1 ? episode : episode + "#" + here.begun;
  }

  /** The conversation that a call continues; null if there is none. */
  private @Nullable Open continued(String episode, List<String> digests, ChatCall call) {
    for (int i = digests.size() - 1; i >= 0; i--) {
      Place place = new Place(episode, digests.get(i));
      Deque<Open> here = ends.get(place);
      if (here != null) {
        Open found = here.getLast();
        int choice = found.places.indexOf(place);
        forget(found);
        TakenAnswer taken = found.conversation.goOn(choice, call);
        if (taken != null) {
          found.listener.answered(taken);
        }
        return found;
      }
    }
    return null;
  }

  /** Only within a named episode: others may ask the same at the same time. */
  private @Nullable Open askedAgain(Place place, ChatCall call) {
    Open found = place.episode().isEmpty() ? null : asked.get(place);
    if (found != null) {
      forget(found);
      found.conversation.again(call);
    }
    return found;
  }

  private void remember(Open found, String episode, String digest, ChatCall call) {
    List<ObjectNode> choices = call.choices();
    for (ObjectNode choice : choices) {
      found.places.add(new Place(episode, MessageDigests.after(digest, choice.path("message"))));
    }
    if (choices.isEmpty()) {
      found.places.add(new Place(episode, digest));
    }
    for (Place place : found.places) {
      ends.computeIfAbsent(place, any -> new ArrayDeque<>()).addLast(found);
    }
    found.used = clock.instant();
    asked.put(new Place(episode, digest), found);
    found.places.add(new Place(episode, digest));
    open.put(found.conversation, found);
    bytes += found.conversation.size();
  }

  private void forget(Open found) {
    for (Place place : found.places) {
      Deque<Open> here = ends.get(place);
      if (here != null) {
        here.remove(found);
        if (here.isEmpty()) {
          ends.remove(place);
        }
      }
      asked.remove(place, found);
    }
    found.places.clear();
    open.remove(found.conversation);
    bytes -= found.conversation.size();
  }

  private void endSurplus() {
    while (open.size() > limits.most() || (bytes > limits.mostBytes() && open.size() > 1)) {
      end(oldest());
    }
  }

  private Open oldest() {
    return open.values().iterator().next();
  }

  /** Ends the conversations in which nothing was asked for too long. */
  void expire() {
    Instant since = clock.instant().minus(limits.idle());
    while (!open.isEmpty() && !oldest().used.isAfter(since)) {
      end(oldest());
    }
  }

  /** Ends all. */
  void end() {
    while (!open.isEmpty()) {
      end(oldest());
    }
  }

  private void end(Open ended) {
    forget(ended);
    threads.computeIfPresent(
        ended.conversation.labels().episode(), (any, here) -> --here.open == 0 ? null : here);
    TakenAnswer last = ended.conversation.take(0);
    if (last != null) {
      ended.listener.answered(last);
    }
    ended.listener.ended(ended.conversation);
  }

  /** How many there are. */
  int size() {
    return open.size();
  }
}
