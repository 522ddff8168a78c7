package org.sealflow.tau.world;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.PythonJsonText;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.Toolkit;

/**
 * The data of one conversation and the calls on it. Not safe for use by several threads; copies are
 * independent.
 */
public final class TauWorld {
  private final Domain domain;
  private final boolean solo;
  private Database agentData;
  private @Nullable Database userData;

  private TauWorld(Domain domain, boolean solo, Database agentData, @Nullable Database userData) {
    this.domain = domain;
    this.solo = solo;
    this.agentData = agentData;
    this.userData = userData;
  }

  /**
   * A world with the domain's data as loaded.
   *
   * @throws CallException if the domain cannot be played by the agent alone
   */
  public static TauWorld open(Domain domain, boolean solo) {
    return open(domain, solo, 0);
  }

  /**
   * A world whose new ids, where the benchmark draws them by chance, count from another number, so
   * that they differ from those of another world.
   */
  public static TauWorld open(Domain domain, boolean solo, long afterNumber) {
    if (solo && !domain.solo()) {
      String name = domain.name();
      throw CallException.tool(
          Character.toUpperCase(name.charAt(0))
              + name.substring(1)
              + " domain does not support solo mode");
    }
    Domain.Side user = domain.user();
    TauWorld world =
        new TauWorld(
            domain,
            solo,
            domain.agent().data().copy(afterNumber),
            user == null ? null : user.data().copy());
    world.synchronise();
    return world;
  }

  /** A world that sees no later call on this one, nor this one of it. */
  public TauWorld copy() {
    Database agent = agentData.copy();
    Database user = userData;
    return new TauWorld(
        domain, solo, agent, user == null ? null : user == agentData ? agent : user.copy());
  }

  /** Runs a call. Whatever its name and arguments are, it ends in a result. */
  public ToolAnswer call(Call call) {
    try {
      if (call.isTooDeep()) {
        throw CallException.tooDeep();
      }
      Object result = run(call);
      synchronise();
      return ToolAnswer.ok(PythonJsonText.ofResult(result));
    } catch (CallException e) {
      return ToolAnswer.failed(e);
    } catch (StackOverflowError e) {
      return ToolAnswer.failed(CallException.tooDeep());
    }
  }

  /**
   * Runs a call as the benchmark runs the actions of its reference solutions: nothing is
   * synchronised.
   *
   * @throws CallException if the call fails; changes made before stay
   */
  public @Nullable Object run(Call call) {
    if (call.requestor() == Requestor.USER) {
      if (solo) {
        throw CallException.tool("User tool calls are not allowed in solo mode");
      }
      return callUser(call);
    }
    Toolkit users = userToolkit();
    if (solo && users != null && users.tool(call.name()) != null) {
      return callUser(call);
    }
    return domain.agent().toolkit().call(agentData, call.name(), call.arguments());
  }

  private @Nullable Object callUser(Call call) {
    Toolkit users = userToolkit();
    if (users == null || userData == null) {
      throw CallException.tool("User tools not available");
    }
    return users.call(userData, call.name(), call.arguments());
  }

  /**
   * Runs a function or tool of a party's toolkit for an initial state or an assertion.
   *
   * @throws CallException if it fails
   */
  public @Nullable Object callFunction(Requestor party, String function, Map<String, ?> arguments) {
    Object result;
    if (party == Requestor.ASSISTANT) {
      result = domain.agent().toolkit().callFunction(agentData, function, arguments);
    } else {
      Toolkit users = userToolkit();
      if (users == null || userData == null) {
        throw CallException.tool("User tools not available");
      }
      result = users.callFunction(userData, function, arguments);
    }
    synchronise();
    return result;
  }

  /**
   * Merges values into a party's data. As in the benchmark, both parties then work on the same
   * data, which is a defect of it.
   */
  public void initialise(Requestor party, Map<?, ?> values) {
    Database data = party == Requestor.ASSISTANT ? agentData : userData;
    if (data == null) {
      throw CallException.tool("User tools not available");
    }
    data.update(values);
    if (userData != null) {
      agentData = data;
      userData = data;
    }
  }

  /**
   * Carries over what the other party's data must know.
   *
   * @throws CallException if the data do not fit each other
   */
  public void synchronise() {
    domain.synchronisation().run(agentData, userData);
  }

  /** The digest of the agent's data. */
  public String agentDigest() {
    return agentData.digest();
  }

  /** The digest of the user's data; null if the user has none. */
  public @Nullable String userDigest() {
    return userData == null ? null : userData.digest();
  }

  /** Whether all digests are equal. */
  public boolean sameStateAs(TauWorld other) {
    Database mine = userData;
    Database theirs = other.userData;
    return agentData.sameAs(other.agentData)
        && ((mine == null || theirs == null) ? mine == theirs : mine.sameAs(theirs));
  }

  public Domain domain() {
    return domain;
  }

  private @Nullable Toolkit userToolkit() {
    Domain.Side user = domain.user();
    return user == null ? null : user.toolkit();
  }
}
