package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.call.Method;

class MessageAPITest {
  private static TestingInstance<MessageAPI> load(Object... scenario) {
    return TestingInstance.of(MessageAPI.TYPE, scenario);
  }

  private static TestingInstance<MessageAPI> withInbox(Object... items) {
    return load("current_user", "USR002", "inbox", PyList.of(items));
  }

  private static String sent(long id, String receiver) {
    return "{'sent_status': True, 'message_id': {'new_id': "
        + id
        + "}, 'message': \"Message sent to '"
        + receiver
        + "' successfully.\"}";
  }

  private static String deleted(String receiver) {
    return "{'deleted_status': True, 'receiver_id': '"
        + receiver
        + "', 'message': \"Receiver "
        + receiver
        + "'s latest message deleted successfully.\"}";
  }

  private static String added(String userId, String name) {
    return "{'added_status': True, 'user_id': '"
        + userId
        + "', 'message': \"Contact '"
        + name
        + "' added successfully.\"}";
  }

  @Test
  void attributesAndMethodsAreThoseOfTheReference() {
    assertThat(MessageAPI.TYPE.publicAttributes())
        .containsExactly(
            "generated_ids", "user_count", "user_map", "inbox", "message_count", "current_user");
    assertThat(MessageAPI.TYPE.methods())
        .extracting(Method::name)
        .containsExactlyInAnyOrder(
            "list_users",
            "get_user_id",
            "message_login",
            "message_get_login_status",
            "send_message",
            "delete_message",
            "view_messages_sent",
            "add_contact",
            "search_messages",
            "get_message_stats");
  }

  @Test
  void emptyScenarioLoadsTheDefaults() {
    var api = load();
    api.holds("set()", "generated_ids");
    api.holds("4", "user_count");
    api.holds(
        "{'Alice': 'USR001', 'Bob': 'USR002', 'Catherine': 'USR003', 'Daniel': 'USR004'}",
        "user_map");
    api.holds(
        "[{'USR002': 'My name is Alice. I want to connect.'},"
            + " {'USR003': 'Could you upload the file?'},"
            + " {'USR004': 'Could you upload the file?'}]",
        "inbox");
    api.holds("3", "message_count");
    api.holds("None", "current_user");
  }

  @Test
  void scenarioValuesAreKeptAsTheyAre() {
    PyDict users = PyDict.of("A", "X");
    var api = load("user_map", users, "message_count", 9.0, "current_user", "Jack");
    assertThat(api.attribute("user_map")).isSameAs(users);
    api.holds("9.0", "message_count");
    api.holds("'Jack'", "current_user");
    api.holds("4", "user_count");
  }

  @Test
  void instancesShareNoDefault() {
    var first = load("current_user", "USR001");
    first.call("add_contact", "Eve");
    first.call("send_message", "USR002", "hi");
    first.call("delete_message", "USR003");
    emptyScenarioLoadsTheDefaults();
  }

  @Test
  void usersAreListedInMapOrderAndByAnyKey() {
    var api = load();
    api.call("add_contact", PyNone.NONE);
    api.call("add_contact", 5L);
    api.returns("{'user_list': ['Alice', 'Bob', 'Catherine', 'Daniel', None, 5]}", "list_users");
  }

  @Test
  void userIdIsFoundByTheExactName() {
    var api = load();
    api.returns("{'user_id': 'USR001'}", "get_user_id", "Alice");
    api.refuses("User 'alice' not found in the workspace.", "get_user_id", "alice");
    api.refuses("User '5' not found in the workspace.", "get_user_id", 5L);
    api.refuses("User 'None' not found in the workspace.", "get_user_id", PyNone.NONE);
    api.raises("unhashable type: 'list'", "get_user_id", PyList.of("Alice"));
  }

  @Test
  void loginTakesAUserIdNotAName() {
    var api = load();
    api.returns(
        "{'login_status': False, 'message': \"User ID 'Alice' not found.\"}",
        "message_login",
        "Alice");
    api.returns("{'login_status': False}", "message_get_login_status");
    api.returns(
        "{'login_status': True, 'message': \"User 'USR001' logged in successfully.\"}",
        "message_login",
        "USR001");
    api.holds("'USR001'", "current_user");
  }

  @Test
  void failedLoginKeepsTheUserAndAcceptsAnyArgument() {
    var api = load("current_user", "USR001");
    api.returns(
        "{'login_status': False, 'message': \"User ID '['USR001']' not found.\"}",
        "message_login",
        PyList.of("USR001"));
    api.returns(
        "{'login_status': False, 'message': \"User ID 'None' not found.\"}",
        "message_login",
        PyNone.NONE);
    api.holds("'USR001'", "current_user");
  }

  @Test
  void anyTextButTheEmptyOneCountsAsLoggedIn() {
    load("current_user", "Jack").returns("{'login_status': True}", "message_get_login_status");
    load("current_user", "").returns("{'login_status': False}", "message_get_login_status");
    load("current_user", "Jack").returns(sent(67410, "USR001"), "send_message", "USR001", "hey");
  }

  @Test
  void everyInboxMethodNeedsALogin() {
    var api = load();
    String refusal = "No user is currently logged in.";
    api.refuses(refusal, "send_message", "bad", "x");
    api.refuses(refusal, "delete_message", "USR002");
    api.refuses(refusal, "view_messages_sent");
    api.refuses(refusal, "search_messages", 5L);
    api.refuses(refusal, "get_message_stats");
  }

  @Test
  void sentMessageIsAppendedUnderADrawnId() {
    var api = load("current_user", "USR001");
    api.returns(sent(67410, "USR002"), "send_message", "USR002", "hi");
    api.returns(sent(41772, "USR001"), "send_message", "USR001", PyList.of("a"));
    api.holds("{67410, 41772}", "generated_ids");
    api.holds("5", "message_count");
    assertThat(Py.repr(api.attribute("inbox")))
        .endsWith("{'USR004': 'Could you upload the file?'}, {'USR002': 'hi'}, {'USR001': ['a']}]");
  }

  @Test
  void unknownReceiverDrawsNoId() {
    var api = load("current_user", "USR001");
    api.refuses("Receiver ID 'USR099' not found.", "send_message", "USR099", "x");
    api.refuses("Receiver ID '['USR002']' not found.", "send_message", PyList.of("USR002"), "x");
    assertThat(api.privateState()).containsExactly(0L);
    api.holds("3", "message_count");
    api.returns(sent(67410, "USR002"), "send_message", "USR002", "x");
    assertThat(api.privateState()).containsExactly(1L);
  }

  @Test
  void idsFollowTheSeedOfTheScenario() {
    assertThat(ids(load("current_user", "USR001"), 10))
        .containsExactly(
            67410L, 41772L, 24547L, 24421L, 60424L, 33485L, 15831L, 69233L, 63997L, 54564L);
    assertThat(ids(load("current_user", "USR001", "random_seed", -5L), 6))
        .containsExactly(91644L, 43481L, 56993L, 95463L, 79473L, 13801L);
    assertThat(ids(load("current_user", "USR001", "random_seed", true), 3))
        .containsExactly(27611L, 84606L, 18271L);
  }

  private static List<Object> ids(TestingInstance<MessageAPI> api, int count) {
    List<Object> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object result = api.call("send_message", "USR002", "m");
      ids.add(Py.getItem(Py.getItem(result, "message_id"), "new_id"));
    }
    return ids;
  }

  @Test
  void seedThatIsNoIntIsRefused() {
    assertThatThrownBy(() -> load("random_seed", "x"))
        .isInstanceOf(PyException.class)
        .hasMessageContaining("random_seed");
  }

  @Test
  void listOfGeneratedIdsFailsAfterTheDrawAndBeforeTheMessage() {
    var api = load("current_user", "USR001", "generated_ids", PyList.of(1L, 2L));
    api.raises("'list' object has no attribute 'add'", "send_message", "USR002", "b");
    api.holds("3", "message_count");
    assertThat(api.privateState()).containsExactly(1L);
  }

  @Test
  void drawIsRepeatedWhileTheIdIsTaken() {
    var api = load("current_user", "USR001", "generated_ids", PyList.of(67410L));
    api.raises("'list' object has no attribute 'add'", "send_message", "USR002", "b");
    assertThat(api.privateState()).containsExactly(2L);
  }

  @Test
  void deletingRemovesTheOldestOfEqualMessages() {
    var api =
        withInbox(
            PyDict.of("USR002", "a"),
            PyDict.of("USR003", "q"),
            PyDict.of("USR002", "b"),
            PyDict.of("USR002", "a"));
    api.returns(deleted("USR002"), "delete_message", "USR002");
    api.holds("[{'USR003': 'q'}, {'USR002': 'b'}, {'USR002': 'a'}]", "inbox");
    api.holds("3", "message_count");
  }

  @Test
  void deletingLooksAtFirstKeysOnly() {
    var api = withInbox(PyDict.of("USR001", "My", "USR003", "busy"));
    api.refuses("Receiver ID USR003 not found.", "delete_message", "USR003");
    api.refuses("Receiver ID ['x'] not found.", "delete_message", PyList.of("x"));
    api.returns(deleted("USR001"), "delete_message", "USR001");
    api.holds("[]", "inbox");
  }

  @Test
  void emptyInboxItemRaisesWhereItIsReached() {
    var api = withInbox(new PyDict(), PyDict.of("USR001", "x"));
    String text = "list index out of range";
    api.raises(text, "view_messages_sent");
    api.raises(text, "get_message_stats");
    api.raises(text, "search_messages", "x");
    api.raises(text, "delete_message", "USR003");
    api.returns(deleted("USR001"), "delete_message", "USR001");
  }

  @Test
  void messagesAreViewedByReceiverInOrderOfAppearance() {
    withInbox(
            PyDict.of("USR002", "a"),
            PyDict.of("USR003", PyList.of("q")),
            PyDict.of("USR002", "b", "USR009", "ignored"))
        .returns("{'messages': {'USR002': ['a', 'b'], 'USR003': [['q']]}}", "view_messages_sent");
    withInbox().returns("{'messages': {}}", "view_messages_sent");
  }

  @Test
  void contactGetsTheNextNumberInThreeDigits() {
    var api = load();
    api.returns(added("USR005", "Eve"), "add_contact", "Eve");
    api.refuses("User name 'Eve' already exists.", "add_contact", "Eve");
    api.returns(added("USR006", ""), "add_contact", "");
    api.raises("unhashable type: 'list'", "add_contact", PyList.of("x"));
    api.holds("6", "user_count");
    var full = load("user_count", 998L, "user_map", new PyDict());
    full.returns(added("USR999", "Z"), "add_contact", "Z");
    full.returns(added("USR1000", "Y"), "add_contact", "Y");
    load("user_count", -7L, "user_map", new PyDict())
        .returns(added("USR-06", "Z"), "add_contact", "Z");
  }

  @Test
  void counterRisesAlsoWhereTheIdIsTaken() {
    var api = load("user_count", 3L, "user_map", PyDict.of("A", "USR004"));
    api.refuses("User ID 'USR004' already exists.", "add_contact", "Z");
    api.holds("4", "user_count");
    api.returns(added("USR005", "Z"), "add_contact", "Z");
    api.holds("{'A': 'USR004', 'Z': 'USR005'}", "user_map");
  }

  @Test
  void searchIgnoresCaseAndKeepsTheOriginal() {
    var api = withInbox(PyDict.of("USR003", "The FILE"), PyDict.of("USR004", "no"));
    api.returns(
        "{'results': [{'receiver_id': 'USR003', 'message': 'The FILE'}]}",
        "search_messages",
        "fIlE");
    api.returns(
        "{'results': [{'receiver_id': 'USR003', 'message': 'The FILE'},"
            + " {'receiver_id': 'USR004', 'message': 'no'}]}",
        "search_messages",
        "");
    api.returns("{'results': []}", "search_messages", "zzz");
  }

  @Test
  void searchFailsOnWhatIsNoText() {
    var empty = withInbox();
    empty.returns("{'results': []}", "search_messages", "a");
    empty.raises("'int' object has no attribute 'lower'", "search_messages", 5L);
    empty.raises("'NoneType' object has no attribute 'lower'", "search_messages", PyNone.NONE);
    withInbox(PyDict.of("USR003", PyList.of("x")))
        .raises("'list' object has no attribute 'lower'", "search_messages", "x");
  }

  @Test
  void statsCountAllItemsAndDistinctReceivers() {
    withInbox(PyDict.of("A", "1"), PyDict.of("B", "2"), PyDict.of("A", "3"))
        .returns("{'stats': {'received_count': 3, 'total_contacts': 2}}", "get_message_stats");
    withInbox()
        .returns("{'stats': {'received_count': 0, 'total_contacts': 0}}", "get_message_stats");
  }
}
