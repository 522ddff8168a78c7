package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyTuple;

class TicketAPITest {
  private static final String NOT_LOGGED_IN =
      "User not authenticated. Please log in to create a ticket.";

  private static TestingInstance<TicketAPI> load(Object... scenario) {
    return TestingInstance.of(TicketAPI.TYPE, scenario);
  }

  private static TestingInstance<TicketAPI> loggedIn() {
    return load("current_user", "ann");
  }

  private static TestingInstance<TicketAPI> holding(PyDict... tickets) {
    return load("ticket_queue", PyList.of((Object[]) tickets), "current_user", "ann");
  }

  private static Object queue(TestingInstance<TicketAPI> desk) {
    return desk.attribute("ticket_queue");
  }

  @Test
  void anEmptyScenarioHasNoTicketAndNoUser() {
    TestingInstance<TicketAPI> desk = load();
    assertThat(TicketAPI.TYPE.publicAttributes())
        .containsExactly("ticket_queue", "ticket_counter", "current_user");
    desk.holds("[]", "ticket_queue");
    desk.holds("1", "ticket_counter");
    desk.holds("None", "current_user");
    assertThat(desk.privateState()).isEmpty();
  }

  @Test
  void instancesDoNotShareTheDefaultQueue() {
    TestingInstance<TicketAPI> one = loggedIn();
    one.call("create_ticket", "a");
    assertThat(Py.length(queue(load()))).isZero();
  }

  @Test
  void scenarioValuesAreKeptWhateverTheirType() {
    TestingInstance<TicketAPI> desk =
        load("ticket_queue", PyNone.NONE, "ticket_counter", 2.0, "other", 1L);
    desk.holds("None", "ticket_queue");
    desk.holds("2.0", "ticket_counter");
    desk.raises("'NoneType' object is not iterable", "get_ticket", 1L);
    desk.call("ticket_login", "ann", "x");
    desk.raises("'NoneType' object has no attribute 'append'", "create_ticket", "t");
  }

  @Test
  void loginAcceptsAnyTwoTruthyValuesAndKeepsTheNameAsItIs() {
    TestingInstance<TicketAPI> desk = load();
    desk.returns("{'success': False}", "ticket_login", "", "x");
    desk.returns("{'success': False}", "ticket_login", "ann", "");
    desk.returns("{'login_status': False}", "ticket_get_login_status");
    desk.returns("{'success': True}", "ticket_login", 7L, true);
    desk.holds("7", "current_user");
    desk.returns("{'login_status': True}", "ticket_get_login_status");
    desk.returns("{'success': False}", "ticket_login", "bob", "");
    desk.holds("7", "current_user");
  }

  @Test
  void logoutSucceedsOnce() {
    TestingInstance<TicketAPI> desk = loggedIn();
    desk.returns("{'success': True}", "logout");
    desk.holds("None", "current_user");
    desk.returns("{'success': False}", "logout");
  }

  @Test
  void aNewTicketIsOpenAndNamesItsMaker() {
    TestingInstance<TicketAPI> desk = loggedIn();
    desk.returns(
        "{'id': 1, 'title': 'Printer', 'description': 'No ink', 'status': 'Open',"
            + " 'priority': 3, 'created_by': 'ann'}",
        "create_ticket",
        "Printer",
        "No ink",
        3L);
    desk.returns(
        "{'id': 2, 'title': 'Door', 'description': '', 'status': 'Open',"
            + " 'priority': 1, 'created_by': 'ann'}",
        "create_ticket",
        "Door");
    desk.holds("3", "ticket_counter");
  }

  @Test
  void ticketsAreMadeOnlyByWhoIsLoggedIn() {
    load().refuses(NOT_LOGGED_IN, "create_ticket", "a");
    load("current_user", 0L).refuses(NOT_LOGGED_IN, "create_ticket", "a", "", "x");
  }

  @Test
  void priorityIsOrderedNotTyped() {
    TestingInstance<TicketAPI> desk = loggedIn();
    String refused = "Invalid priority. Priority must be between 1 and 5.";
    for (Object outside : List.of(0L, 6L, 0.99, 5.01, false, -3L)) {
      desk.refuses(refused, "create_ticket", "a", "", outside);
    }
    assertThat(Py.length(queue(desk))).isZero();
    for (Object inside : List.of(1L, 5L, 2.5, true, Double.NaN)) {
      assertThat(Py.repr(desk.call("create_ticket", "a", "", inside)))
          .contains("'priority': " + Py.repr(inside));
    }
    desk.raises(
        "'<' not supported between instances of 'str' and 'int'", "create_ticket", "a", "", "3");
    desk.raises(
        "'<' not supported between instances of 'NoneType' and 'int'",
        "create_ticket",
        "a",
        "",
        PyNone.NONE);
  }

  @Test
  void aTicketIsQueuedBeforeTheCounterFails() {
    for (Object[] row :
        new Object[][] {
          {"5", "can only concatenate str (not \"int\") to str"},
          {new PyList(), "'int' object is not iterable"},
          {PyTuple.of(1L), "can only concatenate tuple (not \"int\") to tuple"},
          {PyNone.NONE, "unsupported operand type(s) for +=: 'NoneType' and 'int'"},
          {new PyDict(), "unsupported operand type(s) for +=: 'dict' and 'int'"}
        }) {
      TestingInstance<TicketAPI> desk = load("ticket_counter", row[0], "current_user", "ann");
      desk.raises((String) row[1], "create_ticket", "a");
      assertThat(Py.length(queue(desk))).isEqualTo(1);
    }
  }

  @Test
  void theCounterIgnoresIdsThatAreTaken() {
    TestingInstance<TicketAPI> desk = holding(PyDict.of("id", 1L, "title", "old"));
    desk.call("create_ticket", "new");
    desk.returns("{'id': 1, 'title': 'old'}", "get_ticket", 1L);
  }

  @Test
  void idsAreEqualAsPythonEquatesThem() {
    TestingInstance<TicketAPI> desk = holding(PyDict.of("id", 1L));
    for (Object id : List.of(1L, 1.0, true)) {
      desk.returns("{'id': 1}", "get_ticket", id);
    }
    desk.refuses("Ticket with ID 1 not found.", "get_ticket", "1");
    desk.refuses("Ticket with ID ['a'] not found.", "get_ticket", PyList.of("a"));
    desk.refuses("Ticket with ID None not found.", "get_ticket", PyNone.NONE);
  }

  @Test
  void everyTicketOnTheWayNeedsAnId() {
    TestingInstance<TicketAPI> desk =
        holding(PyDict.of("id", 1L), PyDict.of("status", "x"), PyDict.of("id", 2L));
    desk.returns("{'id': 1}", "get_ticket", 1L);
    for (String method : List.of("get_ticket", "close_ticket")) {
      desk.raises("'id'", method, 2L);
    }
    desk.raises("'id'", "resolve_ticket", 2L, "r");
    desk.raises("'id'", "edit_ticket", 2L, new PyDict());
  }

  @Test
  void getTicketGivesTheTicketItself() {
    TestingInstance<TicketAPI> desk = holding(PyDict.of("id", 1L));
    assertThat(desk.call("get_ticket", 1L)).isSameAs(Py.getItem(queue(desk), 0L));
  }

  @Test
  void aTicketClosesOnce() {
    TestingInstance<TicketAPI> desk = holding(PyDict.of("id", 4L, "status", "closed"));
    desk.returns("{'status': 'Ticket 4 has been closed successfully.'}", "close_ticket", 4L);
    desk.refuses("Ticket with ID 4.0 is already closed.", "close_ticket", 4.0);
    desk.refuses("Ticket with ID 5 not found.", "close_ticket", 5L);
    desk.holds("[{'id': 4, 'status': 'Closed'}]", "ticket_queue");
  }

  @Test
  void aClosedTicketCanBeResolvedAndAResolvedOneClosed() {
    TestingInstance<TicketAPI> desk =
        holding(PyDict.of("id", 4L, "status", "Closed", "resolution", "?", "x", 1L));
    desk.returns(
        "{'status': 'Ticket 4 has been resolved successfully.'}", "resolve_ticket", 4L, "done");
    desk.refuses("Ticket with ID 4 is already resolved.", "resolve_ticket", 4L, "again");
    desk.holds("[{'id': 4, 'status': 'Resolved', 'resolution': 'done', 'x': 1}]", "ticket_queue");
    desk.call("close_ticket", 4L);
    assertThat(Py.repr(desk.call("resolve_ticket", 4L, PyNone.NONE))).contains("successfully");
    assertThat(Py.repr(queue(desk))).contains("'resolution': None");
    desk.refuses("Ticket with ID 5 not found.", "resolve_ticket", 5L, "r");
  }

  @Test
  void aTicketWithoutStatusCannotBeClosedUntilItIsEdited() {
    TestingInstance<TicketAPI> desk = holding(PyDict.of("id", 1L));
    desk.raises("'status'", "close_ticket", 1L);
    desk.raises("'status'", "resolve_ticket", 1L, "r");
    desk.call("edit_ticket", 1L, PyDict.of("status", "k"));
    assertThat(Py.repr(desk.call("close_ticket", 1L))).contains("successfully");
  }

  @Test
  void editStoresWhatIsNotNone() {
    TestingInstance<TicketAPI> desk = holding(PyDict.of("id", 1L, "status", "Open", "title", "a"));
    desk.returns(
        "{'status': 'Ticket 1 has been updated successfully.'}",
        "edit_ticket",
        1L,
        PyDict.of("priority", 99L, "status", PyNone.NONE, "title", "", "description", 5L));
    desk.holds(
        "[{'id': 1, 'status': 'Open', 'title': '', 'priority': 99, 'description': 5}]",
        "ticket_queue");
    assertThat(Py.repr(desk.call("edit_ticket", 1L, new PyDict()))).contains("successfully");
  }

  @Test
  void oneUnknownFieldLeavesTheTicketAsItIs() {
    TestingInstance<TicketAPI> desk = holding(PyDict.of("id", 1L, "title", "a"));
    desk.refuses(
        "Invalid fields for update: id", "edit_ticket", 1L, PyDict.of("title", "b", "id", 5L));
    desk.refuses(
        "Invalid fields for update: owner, id",
        "edit_ticket",
        1L,
        PyDict.of("owner", 1L, "title", "b", "id", 5L));
    desk.raises(
        "sequence item 0: expected str instance, int found", "edit_ticket", 1L, PyDict.of(5L, 1L));
    desk.holds("[{'id': 1, 'title': 'a'}]", "ticket_queue");
  }

  @Test
  void updatesAreLookedAtOnceTheTicketIsFound() {
    TestingInstance<TicketAPI> desk = holding(PyDict.of("id", 1L));
    desk.raises("'str' object has no attribute 'keys'", "edit_ticket", 1L, "x");
    desk.raises("'NoneType' object has no attribute 'keys'", "edit_ticket", 1L, PyNone.NONE);
    desk.refuses("Ticket with ID 2 not found.", "edit_ticket", 2L, "x");
  }

  @Test
  void ownTicketsComeInQueueOrder() {
    TestingInstance<TicketAPI> desk = loggedIn();
    desk.call("create_ticket", "a");
    desk.call("ticket_login", "bob", "x");
    desk.call("create_ticket", "b");
    desk.call("ticket_login", "ann", "x");
    desk.call("create_ticket", "c");
    desk.call("close_ticket", 3L);
    PyList own = (PyList) desk.call("get_user_tickets");
    assertThat(own.size()).isEqualTo(2);
    assertThat(own.get(1)).isSameAs(Py.getItem(queue(desk), 2L));
    assertThat(Py.repr(desk.call("get_user_tickets", "CLOSED"))).startsWith("[{'id': 3,");
    assertThat(Py.length(desk.call("get_user_tickets", "open"))).isEqualTo(1);
    desk.returns("[]", "get_user_tickets", "None");
    assertThat(Py.length(desk.call("get_user_tickets", ""))).isEqualTo(2);
  }

  @Test
  void loggedOutTheTicketsAreAListWithAnError() {
    load()
        .returns(
            "[{'error': 'User not authenticated. Please log in to view tickets.'}]",
            "get_user_tickets");
  }

  @Test
  void theFilterReadsTheTicketBeforeTheArgument() {
    TestingInstance<TicketAPI> nullStatus =
        holding(PyDict.of("created_by", "ann", "status", PyNone.NONE));
    nullStatus.raises("'NoneType' object has no attribute 'lower'", "get_user_tickets", 5L);
    TestingInstance<TicketAPI> noStatus = holding(PyDict.of("created_by", "ann"));
    noStatus.raises("'status'", "get_user_tickets", "x");
    TestingInstance<TicketAPI> open = holding(PyDict.of("created_by", "ann", "status", "Open"));
    open.raises("'int' object has no attribute 'lower'", "get_user_tickets", 5L);
    TestingInstance<TicketAPI> others = holding(PyDict.of("created_by", "bob"));
    others.returns("[]", "get_user_tickets", 5L);
  }

  @Test
  void everyTicketNeedsAMakerForTheListOfOwnOnes() {
    TestingInstance<TicketAPI> desk =
        holding(PyDict.of("id", 1L, "created_by", "ann"), PyDict.of("id", 2L));
    desk.raises("'created_by'", "get_user_tickets");
  }
}
