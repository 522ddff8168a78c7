package org.sealflow.tau.live;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.CallResult;
import org.sealflow.environment.World;
import org.sealflow.python.PyDict;
import org.sealflow.schemas.CallStatus;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.TauWorld;
import org.sealflow.tau.world.ToolAnswer;

/** A world on which the policy calls the agent's tools, and a played user its own. */
final class PolicyWorld implements World {
  private static final String NOT_FOUND = "Error: Tool '%s' not found.";

  private final TauWorld world;

  PolicyWorld(TauWorld world) {
    this.world = world;
  }

  @Override
  public String text(String tool, PyDict arguments) {
    return CallText.of(tool, arguments);
  }

  @Override
  public CallResult execute(String text) {
    return execute(Requestor.ASSISTANT, text);
  }

  @Override
  public CallResult executeForUser(String text) {
    return execute(Requestor.USER, text);
  }

  private CallResult execute(Requestor party, String text) {
    Call call = CallText.read(party, text);
    if (call == null) {
      return new CallResult(null, Map.of(), CallStatus.MALFORMED, "Error: it is no call");
    }
    ToolAnswer answer = world.call(call);
    return new CallResult(call.name(), arguments(call), status(call, answer), answer.content());
  }

  /** Argument name → value as Python writes it. */
  static Map<String, String> arguments(Call call) {
    Map<String, String> arguments = new LinkedHashMap<>();
    call.arguments().forEach((name, value) -> arguments.put(name, Python.repr(value)));
    return arguments;
  }

  /** How a call ended. */
  static CallStatus status(Call call, ToolAnswer answer) {
    if (!answer.error()) {
      return CallStatus.SUCCEEDED;
    }
    if (answer.content().equals(NOT_FOUND.formatted(call.name()))) {
      return CallStatus.UNKNOWN_NAME;
    }
    if (answer.kind() == null) {
      return CallStatus.ERROR_RESULT;
    }
    return switch (answer.kind()) {
      case TOOL -> CallStatus.ERROR_RESULT;
      case BINDING -> CallStatus.UNBOUND;
      case VALIDATION -> CallStatus.TYPE_ERROR;
      case PYTHON -> CallStatus.RAISED;
    };
  }

  @Override
  public World copy() {
    return new PolicyWorld(world.copy());
  }

  @Override
  public Map<String, String> state() {
    Map<String, String> state = new LinkedHashMap<>();
    state.put("agent's data", world.agentDigest());
    @Nullable String user = world.userDigest();
    if (user != null) {
      state.put("user's data", user);
    }
    return state;
  }
}
