package org.sealflow.tau.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.judge.Check;
import org.sealflow.tau.judge.Judgement;
import org.sealflow.tau.task.RewardPart;
import org.sealflow.tau.tool.ToolType;
import org.sealflow.tau.world.ToolAnswer;

/** The row of a replayed episode, laid out to be compared with the reference's. */
public final class ConversationRow {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ConversationRow() {}

  /** The row of an episode; it takes the digests of all data. */
  public static ObjectNode of(ReplayedEpisode episode) {
    ObjectNode row = NODES.objectNode();
    row.put("id", episode.id());
    ArrayNode results = row.putArray("results");
    for (ToolAnswer result : episode.results()) {
      results.addObject().put("content", result.content()).put("error", result.error());
    }
    row.put("db_hash", episode.end().agentDigest());
    row.put("user_db_hash", episode.end().userDigest());
    if (episode.judgement() != null) {
      row.set("reward_info", reward(episode.judgement()));
    }
    return row;
  }

  private static ObjectNode reward(Judgement judgement) {
    ObjectNode info = NODES.objectNode();
    Judgement.Failure failure = judgement.failure();
    if (failure != null) {
      return info.put("exception", failure.type()).put("text", failure.text());
    }
    Judgement.Checks checks = judgement.checks();
    info.put("reward", judgement.reward());
    putIfPresent(
        info, "db_match", checks.dbMatch() == null ? null : NODES.booleanNode(checks.dbMatch()));
    List<Check.OfAction> actions = checks.actions();
    putIfPresent(info, "env_assertions", list(checks.environment(), check -> flag(check.met())));
    putIfPresent(info, "action_checks", list(actions, check -> flag(check.met())));
    putIfPresent(info, "action_tool_types", list(actions, check -> type(check.type())));
    putIfPresent(
        info, "communicate_checks", list(checks.communicated(), check -> flag(check.met())));
    putIfPresent(info, "nl_assertions", list(checks.language(), ConversationRow::flag));
    info.set("reward_basis", orNull(list(judgement.basis(), part -> NODES.textNode(part.name()))));
    info.set("reward_breakdown", breakdown(judgement));
    if (actions != null) {
      info.set("partial_action_reward", partial(actions));
    }
    info.set("info", notes(judgement.notes()));
    return info;
  }

  private static JsonNode breakdown(Judgement judgement) {
    if (judgement.breakdown() == null) {
      return NODES.nullNode();
    }
    ObjectNode breakdown = NODES.objectNode();
    for (RewardPart part : RewardPart.values()) {
      Double value = judgement.breakdown().get(part);
      if (value != null) {
        breakdown.put(part.name(), value);
      }
    }
    return breakdown;
  }

  private static ObjectNode partial(List<Check.OfAction> actions) {
    ObjectNode partial = NODES.objectNode();
    partial.set("total", share(actions));
    for (ToolType type : List.of(ToolType.READ, ToolType.WRITE)) {
      List<Check.OfAction> some = actions.stream().filter(check -> check.type() == type).toList();
      partial.set(type.label(), some.isEmpty() ? NODES.nullNode() : share(some));
    }
    return partial;
  }

  private static ObjectNode share(List<Check.OfAction> actions) {
    long correct = actions.stream().filter(Check.OfAction::met).count();
    return NODES
        .objectNode()
        .put("correct", correct)
        .put("count", actions.size())
        .put("proportion", (double) correct / actions.size());
  }

  private static ObjectNode notes(Judgement.Notes notes) {
    if (notes.whole() != null) {
      return NODES.objectNode().put("note", notes.whole());
    }
    ObjectNode parts = NODES.objectNode();
    parts.set("env", note(notes.environment()));
    parts.set("nl", note(notes.language()));
    parts.set("communicate", note(notes.communicate()));
    parts.set("action", note(notes.action()));
    return parts;
  }

  private static JsonNode note(@Nullable String text) {
    return text == null ? NODES.nullNode() : NODES.objectNode().put("note", text);
  }

  private static JsonNode flag(boolean value) {
    return NODES.booleanNode(value);
  }

  private static JsonNode type(@Nullable ToolType type) {
    return type == null ? NODES.nullNode() : NODES.textNode(type.label());
  }

  private static <T> @Nullable ArrayNode list(@Nullable List<T> items, Function<T, JsonNode> node) {
    if (items == null) {
      return null;
    }
    ArrayNode list = NODES.arrayNode();
    items.forEach(item -> list.add(node.apply(item)));
    return list;
  }

  private static JsonNode orNull(@Nullable JsonNode node) {
    return node == null ? NODES.nullNode() : node;
  }

  private static void putIfPresent(ObjectNode info, String field, @Nullable JsonNode node) {
    if (node != null) {
      info.set(field, node);
    }
  }
}
