package org.sealflow.tau.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.tau.TestingMock.agent;
import static org.sealflow.tau.TestingMock.user;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.tau.TauReference;
import org.sealflow.tau.TestingMock;
import org.sealflow.tau.tool.Tool;

class TauWorldTest {
  private static final Call CREATE = agent("create_task", "{'user_id':'ann','title':'Read'}");

  private final TauWorld world = TauWorld.open(TestingMock.domain(), false);

  @Test
  void aCopyAndItsOriginalDoNotSeeEachOthersWrites() {
    world.call(CREATE);
    String before = world.agentDigest();
    TauWorld copy = world.copy();
    assertThat(copy.sameStateAs(world)).isTrue();

    copy.call(agent("update_task_status", "{'task_id':'task_2','status':'completed'}"));
    copy.call(user("dismiss_notification", "{'notification_id':'n1'}"));
    assertThat(world.agentDigest()).isEqualTo(before);
    assertThat(copy.sameStateAs(world)).isFalse();

    String changed = copy.agentDigest();
    world.call(agent("update_task_status", "{'task_id':'task_1','status':'completed'}"));
    assertThat(copy.agentDigest()).isEqualTo(changed);
    assertThat(world.call(user("check_notifications", "{}")).content()).contains("unread");
    assertThat(copy.call(user("check_notifications", "{}")).content()).contains("\"read\"");
  }

  @Test
  void copiesOfCopiesAreIndependentToo() {
    TauWorld first = world.copy();
    first.call(CREATE);
    TauWorld second = first.copy();
    second.call(CREATE);
    first.call(agent("update_task_status", "{'task_id':'task_2','status':'completed'}"));
    assertThat(world.call(agent("get_users", "{}")).content()).contains("[\"task_1\"]");
    assertThat(second.call(agent("get_users", "{}")).content())
        .contains("[\"task_1\", \"task_2\", \"task_3\"]");
    assertThat(first.call(agent("get_users", "{}")).content()).contains("[\"task_1\", \"task_2\"]");
  }

  @Test
  void worldsOfOneDomainShareNothing() {
    TauWorld other = TauWorld.open(world.domain(), false);
    world.call(CREATE);
    assertThat(other.sameStateAs(world)).isFalse();
    assertThat(TauWorld.open(world.domain(), false).sameStateAs(other)).isTrue();
  }

  @Test
  void unknownToolsAndArgumentsThatDoNotBindAreErrors() {
    assertThat(world.call(agent("delete_task", "{}")).content())
        .isEqualTo("Error: Tool 'delete_task' not found.");
    assertThat(world.call(agent("assert_task_status", "{}")).content())
        .isEqualTo("Error: Tool 'assert_task_status' not found.");
    assertThat(world.call(agent("create_task", "{'zeal':1,'user_id':'ann'}")).content())
        .isEqualTo("Error: MockTools.create_task() got an unexpected keyword argument 'zeal'");
    assertThat(world.call(agent("create_task", "{}")).content())
        .isEqualTo(
            "Error: MockTools.create_task() missing 2 required positional arguments: "
                + "'user_id' and 'title'");
  }

  @Test
  void aPartyHasOnlyItsOwnTools() {
    assertThat(world.call(user("create_task", "{}")).content())
        .isEqualTo("Error: Tool 'create_task' not found.");
    assertThat(world.call(agent("check_notifications", "{}")).content())
        .isEqualTo("Error: Tool 'check_notifications' not found.");
  }

  @Test
  void theSoloAgentHasTheUsersToolsAndTheUserNone() {
    TauWorld solo = TauWorld.open(world.domain(), true);
    assertThat(solo.call(agent("check_notifications", "{}")).error()).isFalse();
    assertThat(solo.call(user("check_notifications", "{}")).content())
        .isEqualTo("Error: User tool calls are not allowed in solo mode");
  }

  @Test
  void idsOfAnyTypeAreLookedUp() {
    assertThat(world.call(agent("update_task_status", "{'task_id':5,'status':''}")).content())
        .isEqualTo("Error: Task 5 not found");
    assertThat(world.call(agent("update_task_status", "{'task_id':null,'status':''}")).content())
        .isEqualTo("Error: Task None not found");
    assertThat(world.call(agent("update_task_status", "{'task_id':[],'status':''}")).content())
        .isEqualTo("Error: unhashable type: 'list'");
  }

  @Test
  void aFailedCallKeepsNothingButWhatItChangedBefore() {
    String before = world.agentDigest();
    ToolAnswer result = world.call(agent("create_task", "{'user_id':'ann','title':true}"));
    assertThat(result.content())
        .startsWith("Error: 1 validation error for Task\ntitle\n  Input should be a valid string");
    assertThat(world.agentDigest()).isEqualTo(before);
  }

  @Test
  void initialDataLeaveBothPartiesWithTheSameDatabase() {
    world.initialise(
        Requestor.ASSISTANT, TestingMock.map("{'users':{'ann':{'tasks':['task_1','x']}}}"));
    assertThat(world.userDigest()).isEqualTo(world.agentDigest());
    assertThat(world.call(user("check_notifications", "{}")).content())
        .isEqualTo("Error: 'MockDB' object has no attribute 'notifications'");
    TauWorld copy = world.copy();
    copy.call(CREATE);
    assertThat(copy.userDigest()).isEqualTo(copy.agentDigest());
  }

  @Test
  void airlineAndRetailCannotBePlayedAlone() {
    Domain airline = TauReference.benchmark().domain("airline");
    assertThatThrownBy(() -> TauWorld.open(airline, true))
        .hasMessage("Airline domain does not support solo mode");
  }

  @ParameterizedTest
  @ValueSource(strings = {"airline", "retail", "telecom", "mock"})
  void noArgumentsMakeAnyToolThrowOutOfTheWorld(String name) {
    Domain domain = TauReference.benchmark().domain(name);
    TauWorld hostile = TauWorld.open(domain, false);
    Random random = new Random(17);
    List<Object> values = hostileValues();
    for (int round = 0; round < 60; round++) {
      for (Tool tool : domain.agent().toolkit().tools().values()) {
        assertThat(hostile.call(hostileCall(Requestor.ASSISTANT, tool, values, random)))
            .isNotNull();
      }
      if (domain.user() != null) {
        for (Tool tool : domain.user().toolkit().tools().values()) {
          assertThat(hostile.call(hostileCall(Requestor.USER, tool, values, random))).isNotNull();
        }
      }
    }
    assertThat(hostile.agentDigest()).hasSize(64);
    assertThat(hostile.copy().sameStateAs(hostile)).isTrue();
  }

  private static Call hostileCall(
      Requestor requestor, Tool tool, List<Object> values, Random random) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    tool.parameters()
        .forEach(
            parameter ->
                arguments.put(parameter.name(), values.get(random.nextInt(values.size()))));
    return new Call(requestor, tool.name(), arguments);
  }

  private static List<Object> hostileValues() {
    List<Object> values = new ArrayList<>();
    values.add(null);
    values.addAll(List.of(true, -1L, 0L, 1e308, -0.0, "", "L1002", "C1001", "(((1", "9**9**9**9"));
    values.addAll(List.of("2", "yes", "economy", "one_way", "mia_li_3668", "#W2378156"));
    values.add(BigInteger.TEN.pow(4000));
    values.add("\ud800 \u0000");
    values.add(List.of());
    values.add(Map.of());
    values.add(List.of(Map.of(), 1L, "x"));
    values.add(List.of(Map.of("flight_number", "HAT001", "date", "2024-05-20")));
    values.add(List.of(Map.of("payment_id", "x", "amount", "1_0")));
    values.add(List.of(Map.of("first_name", "A", "last_name", "B", "dob", "C")));
    Object deep = 1L;
    for (int i = 0; i < 100_000; i++) {
      deep = i % 2 == 0 ? List.of(deep) : Map.of("k", deep);
    }
    values.add(deep);
    return values;
  }
}
