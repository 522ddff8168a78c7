package org.sealflow.generate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.family.Draws;
import org.sealflow.generate.family.Families;
import org.sealflow.generate.family.Phrase;
import org.sealflow.generate.family.Turn;

/** A dialogue: the user's messages turn by turn, and the calls that serve them. */
final class Dialogue {
  private static final double CHAT_SHARE = 0.5;

  private final Draws draws;
  private final boolean heldOut;
  private final List<List<Task.Message>> turns = new ArrayList<>();
  private final List<List<String>> groundTruth = new ArrayList<>();
  private final Map<Integer, List<String>> withheld = new LinkedHashMap<>();
  private final List<String> paraphrases = new ArrayList<>();

  /**
   * An empty dialogue.
   *
   * @param heldOut whether it is worded as training never is
   */
  Dialogue(Draws draws, boolean heldOut) {
    this.draws = draws;
    this.heldOut = heldOut;
  }

  /** The dialogue of a category about some played turns. */
  Dialogue of(String category, List<Turn> played) {
    int special =
        switch (category) {
          case GeneratorSettings.MISS_FUNC -> withheldTurn(played);
          case GeneratorSettings.MISS_PARAM -> openTurn(played);
          default -> -1;
        };
    for (int turn = 0; turn < played.size(); turn++) {
      if (turn != special) {
        request(played.get(turn), category.equals(GeneratorSettings.LONG_CONTEXT));
      } else if (category.equals(GeneratorSettings.MISS_FUNC)) {
        withholdFirstTool(played.get(turn));
      } else {
        leaveOpen(played.get(turn));
      }
    }
    return this;
  }

  /** A turn whose first tool is used in none before it; one with a single call where there is. */
  private int withheldTurn(List<Turn> played) {
    Set<String> used = new HashSet<>();
    List<Integer> any = new ArrayList<>();
    List<Integer> single = new ArrayList<>();
    for (int turn = 0; turn < played.size(); turn++) {
      List<String> tools = played.get(turn).tools();
      if (!used.contains(tools.get(0))) {
        (tools.size() == 1 ? single : any).add(turn);
      }
      used.addAll(tools);
    }
    return draws.pick(single.isEmpty() ? any : single);
  }

  private int openTurn(List<Turn> played) {
    List<Integer> candidates = new ArrayList<>();
    for (int turn = 0; turn < played.size(); turn++) {
      if (!played.get(turn).family().wordings().open().isEmpty()) {
        candidates.add(turn);
      }
    }
    return draws.pick(candidates);
  }

  private void request(Turn turn, boolean chatty) {
    String request = said(turn.family().wordings().complete(), turn.slots());
    if (chatty && draws.chance(CHAT_SHARE)) {
      request = said(Families.CHAT, Map.of()) + " " + request;
    }
    add(request, turn.calls());
  }

  private void withholdFirstTool(Turn turn) {
    add(said(turn.family().wordings().complete(), turn.slots()), List.of());
    withheld.put(turns.size(), List.of(turn.tools().get(0)));
    turns.add(List.of());
    groundTruth.add(turn.calls());
  }

  private void leaveOpen(Turn turn) {
    Map<String, List<Phrase>> open = turn.family().wordings().open();
    String slot = draws.pick(List.copyOf(open.keySet()));
    Map<String, String> others = new HashMap<>(turn.slots());
    String value = others.remove(slot);
    if (value == null) {
      throw new IllegalStateException(turn.family().id() + " fills no slot " + slot);
    }
    add(said(open.getOrDefault(slot, List.of()), others), List.of());
    add(said(Families.ANSWERS, Map.of("value", value)), turn.calls());
  }

  private String said(List<Phrase> phrases, Map<String, String> slots) {
    Phrase phrase = Phrase.pick(phrases, heldOut, draws);
    paraphrases.add(phrase.id());
    return phrase.filled(slots);
  }

  private void add(String message, List<String> calls) {
    turns.add(List.of(new Task.Message("user", message)));
    groundTruth.add(calls);
  }

  /** Messages per turn; an empty one reveals tools. */
  List<List<Task.Message>> turns() {
    return turns;
  }

  /** Calls per turn. */
  List<List<String>> groundTruth() {
    return groundTruth;
  }

  /** Turn → the tools it reveals. */
  Map<Integer, List<String>> withheld() {
    return withheld;
  }

  /** Ids of the wordings used. */
  List<String> paraphrases() {
    return paraphrases;
  }
}
