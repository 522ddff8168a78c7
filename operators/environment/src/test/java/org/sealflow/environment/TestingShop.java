package org.sealflow.environment;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.world.WorldTask;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJson;
import org.sealflow.schemas.CallStatus;

/** A shop of two tools: {@code put(item, count)} fills a basket, {@code total()} counts it. */
public final class TestingShop implements Environment {
  private static final Map<String, Set<String>> TOOLS =
      Map.of("put", Set.of("item", "count"), "total", Set.of());

  @Override
  public String name() {
    return "shop";
  }

  @Override
  public ReadyTask ready(TaskMaterial material) {
    return new WorldTask(material, (modelName, asOf) -> new Basket(new TreeMap<>()));
  }

  @Override
  public @Nullable Set<String> parameters(String tool) {
    return TOOLS.get(tool);
  }

  /** The basket of one side of one episode. */
  private record Basket(Map<String, Long> items) implements World {
    @Override
    public CallResult execute(String text) {
      KeywordCall call;
      try {
        call = KeywordCall.of(text);
      } catch (IllegalArgumentException noCall) {
        return new CallResult(null, Map.of(), CallStatus.MALFORMED, noCall.getMessage());
      }
      return switch (call.tool()) {
        case "put" -> put(call);
        case "total" -> done(call, total());
        default -> CallResult.of(call, CallStatus.UNKNOWN_NAME, "there is no such tool");
      };
    }

    private CallResult put(KeywordCall call) {
      if (call.arguments().get("item") instanceof String item
          && call.arguments().get("count") instanceof Long count
          && count > 0) {
        items.merge(item, count, Long::sum);
        return done(call, items.get(item));
      }
      PyDict error = PyDict.of("error", "put takes an item and a count above 0");
      return CallResult.of(call, CallStatus.ERROR_RESULT, PyJson.dumps(error));
    }

    private static CallResult done(KeywordCall call, long count) {
      return CallResult.of(call, CallStatus.SUCCEEDED, PyJson.dumps(PyDict.of("count", count)));
    }

    private long total() {
      return items.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public World copy() {
      return new Basket(new TreeMap<>(items));
    }

    @Override
    public Map<String, String> state() {
      Map<String, String> state = new TreeMap<>();
      items.forEach((item, count) -> state.put(item, Long.toString(count)));
      return state;
    }
  }
}
