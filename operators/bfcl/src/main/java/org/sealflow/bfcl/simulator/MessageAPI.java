package org.sealflow.bfcl.simulator;

import static org.sealflow.bfcl.simulator.SimulatorClass.required;

import java.util.List;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PySet;
import org.sealflow.python.call.LiveInstance;

/**
 * A workspace messenger: users, one inbox for the whole workspace, message ids drawn at random.
 *
 * <p>The inbox is a list of dicts, receiver id to message; only the first entry of each counts, and
 * no item knows its sender. Attributes keep whatever type the scenario gives them.
 *
 * <p>Source: message-api.md.
 */
public final class MessageAPI implements Simulator {
  /** Methods and attributes of the class. */
  public static final SimulatorClass<MessageAPI> TYPE =
      SimulatorClass.named("MessageAPI", MessageAPI::load)
          .publicAttributes(
              "generated_ids", "user_count", "user_map", "inbox", "message_count", "current_user")
          .privateAttributes("_random")
          .method("list_users", (self, arguments) -> self.listUsers())
          .method(
              "get_user_id", (self, arguments) -> self.getUserId(arguments[0]), required("user"))
          .method(
              "message_login", (self, arguments) -> self.login(arguments[0]), required("user_id"))
          .method("message_get_login_status", (self, arguments) -> self.getLoginStatus())
          .method(
              "send_message",
              (self, arguments) -> self.sendMessage(arguments[0], arguments[1]),
              required("receiver_id"),
              required("message"))
          .method(
              "delete_message",
              (self, arguments) -> self.deleteMessage(arguments[0]),
              required("receiver_id"))
          .method("view_messages_sent", (self, arguments) -> self.viewMessagesSent())
          .method(
              "add_contact",
              (self, arguments) -> self.addContact(arguments[0]),
              required("user_name"))
          .method(
              "search_messages",
              (self, arguments) -> self.searchMessages(arguments[0]),
              required("keyword"))
          .method("get_message_stats", (self, arguments) -> self.getMessageStats())
          .build();

  private static final long DEFAULT_SEED = 200191;
  private static final long LOWEST_ID = 10000;
  private static final long HIGHEST_ID = 99999;
  private static final int USER_NUMBER_WIDTH = 3;

  private final Object generatedIds;
  private Object userCount;
  private final Object userMap;
  private final Object inbox;
  private Object messageCount;
  private Object currentUser;
  private final SeededDraws draws;

  private MessageAPI(PyDict scenario) {
    draws = SeededDraws.of(scenario, DEFAULT_SEED);
    Object ids = scenario.get("generated_ids");
    generatedIds = ids == null ? new PySet() : ids;
    userCount = scenario.getOrDefault("user_count", 4L);
    Object users = scenario.get("user_map");
    userMap = users == null ? defaultUsers() : users;
    Object messages = scenario.get("inbox");
    inbox = messages == null ? defaultInbox() : messages;
    messageCount = scenario.getOrDefault("message_count", 3L);
    currentUser = scenario.getOrDefault("current_user", PyNone.NONE);
  }

  private static MessageAPI load(PyDict scenario, boolean longContext, SharedWorld world) {
    return new MessageAPI(scenario);
  }

  private static PyDict defaultUsers() {
    return PyDict.of("Alice", "USR001", "Bob", "USR002", "Catherine", "USR003", "Daniel", "USR004");
  }

  private static PyList defaultInbox() {
    return PyList.of(
        PyDict.of("USR002", "My name is Alice. I want to connect."),
        PyDict.of("USR003", "Could you upload the file?"),
        PyDict.of("USR004", "Could you upload the file?"));
  }

  private MessageAPI(MessageAPI other, WorldCopy copy) {
    this.generatedIds = copy.of(other.generatedIds);
    this.userCount = copy.of(other.userCount);
    this.userMap = copy.of(other.userMap);
    this.inbox = copy.of(other.inbox);
    this.messageCount = copy.of(other.messageCount);
    this.currentUser = copy.of(other.currentUser);
    this.draws = other.draws.copy();
  }

  @Override
  public LiveInstance<MessageAPI> copy(WorldCopy copy) {
    return new LiveInstance<>(TYPE, new MessageAPI(this, copy));
  }

  @Override
  public SimulatorClass<MessageAPI> type() {
    return TYPE;
  }

  @Override
  public List<Object> publicState() {
    return List.of(generatedIds, userCount, userMap, inbox, messageCount, currentUser);
  }

  @Override
  public List<Object> privateState() {
    return List.of(draws.position());
  }

  private PyDict listUsers() {
    return PyDict.of("user_list", new PyList(users("keys").keys()));
  }

  private PyDict getUserId(Object user) {
    if (!Py.contains(userMap, user)) {
      return error("User '" + Py.str(user) + "' not found in the workspace.");
    }
    return PyDict.of("user_id", Py.getItem(userMap, user));
  }

  private PyDict login(Object userId) {
    if (!isUserId(userId)) {
      return PyDict.of(
          "login_status", false, "message", "User ID '" + Py.str(userId) + "' not found.");
    }
    currentUser = userId;
    return PyDict.of(
        "login_status", true, "message", "User '" + Py.str(userId) + "' logged in successfully.");
  }

  private PyDict getLoginStatus() {
    return PyDict.of("login_status", Py.isTrue(currentUser));
  }

  private PyDict sendMessage(Object receiverId, Object message) {
    if (!Py.isTrue(currentUser)) {
      return notLoggedIn();
    }
    if (!isUserId(receiverId)) {
      return error("Receiver ID '" + Py.str(receiverId) + "' not found.");
    }
    long id = drawId();
    Receiver.list(inbox, "append").add(PyDict.of(receiverId, message));
    messageCount = PyNumbers.add(messageCount, 1L);
    return PyDict.of(
        "sent_status",
        true,
        "message_id",
        PyDict.of("new_id", id),
        "message",
        "Message sent to '" + Py.str(receiverId) + "' successfully.");
  }

  private long drawId() {
    long id = draws.randint(LOWEST_ID, HIGHEST_ID);
    while (Py.contains(generatedIds, id)) {
      id = draws.randint(LOWEST_ID, HIGHEST_ID);
    }
    if (!(generatedIds instanceof PySet drawn)) {
      throw PyException.noAttribute(generatedIds, "add");
    }
    drawn.add(id);
    return id;
  }

  /**
   * Finds the receiver's last item, then removes the first item equal to it: of identical messages
   * the oldest goes.
   */
  private PyDict deleteMessage(Object receiverId) {
    if (!Py.isTrue(currentUser)) {
      return notLoggedIn();
    }
    PyList items = Receiver.list(inbox, "remove");
    for (int i = items.size() - 1; i >= 0; i--) {
      Object receiver = firstEntry(items.get(i)).key();
      if (Py.eq(receiver, receiverId)) {
        items.remove(items.get(i));
        return PyDict.of(
            "deleted_status",
            true,
            "receiver_id",
            receiver,
            "message",
            "Receiver " + Py.str(receiver) + "'s latest message deleted successfully.");
      }
    }
    return error("Receiver ID " + Py.str(receiverId) + " not found.");
  }

  private PyDict viewMessagesSent() {
    if (!Py.isTrue(currentUser)) {
      return notLoggedIn();
    }
    PyDict messages = new PyDict();
    for (Object item : Py.iterate(inbox)) {
      PyDict.Entry entry = firstEntry(item);
      if (messages.get(entry.key()) instanceof PyList earlier) {
        earlier.add(entry.value());
      } else {
        messages.put(entry.key(), PyList.of(entry.value()));
      }
    }
    return PyDict.of("messages", messages);
  }

  /** The counter rises also where the id that follows from it is taken. */
  private PyDict addContact(Object userName) {
    if (Py.contains(userMap, userName)) {
      return error("User name '" + Py.str(userName) + "' already exists.");
    }
    userCount = PyNumbers.add(userCount, 1L);
    String userId = "USR" + zeroFilled(Py.str(userCount));
    if (isUserId(userId)) {
      return error("User ID '" + userId + "' already exists.");
    }
    users("values").put(userName, userId);
    return PyDict.of(
        "added_status",
        true,
        "user_id",
        userId,
        "message",
        "Contact '" + Py.str(userName) + "' added successfully.");
  }

  /** {@code number.zfill(3)}: a sign stays in front of the zeros. */
  private static String zeroFilled(String number) {
    int missing = USER_NUMBER_WIDTH - number.length();
    if (missing <= 0) {
      return number;
    }
    int sign = number.startsWith("-") ? 1 : 0;
    return number.substring(0, sign) + "0".repeat(missing) + number.substring(sign);
  }

  private PyDict searchMessages(Object keyword) {
    if (!Py.isTrue(currentUser)) {
      return notLoggedIn();
    }
    String wanted = Receiver.lower(keyword);
    PyList results = new PyList();
    for (Object item : Py.iterate(inbox)) {
      PyDict.Entry entry = firstEntry(item);
      if (Receiver.lower(entry.value()).contains(wanted)) {
        results.add(PyDict.of("receiver_id", entry.key(), "message", entry.value()));
      }
    }
    return PyDict.of("results", results);
  }

  private PyDict getMessageStats() {
    if (!Py.isTrue(currentUser)) {
      return notLoggedIn();
    }
    PySet contacts = new PySet();
    long received = 0;
    for (Object item : Py.iterate(inbox)) {
      contacts.add(firstEntry(item).key());
      received++;
    }
    return PyDict.of(
        "stats", PyDict.of("received_count", received, "total_contacts", (long) contacts.size()));
  }

  /** {@code list(item.items())[0]}. */
  private static PyDict.Entry firstEntry(Object item) {
    List<PyDict.Entry> entries = Receiver.dict(item, "items").entries();
    if (entries.isEmpty()) {
      throw PyException.indexError("list index out of range");
    }
    return entries.get(0);
  }

  private boolean isUserId(Object value) {
    for (Object userId : users("values").values()) {
      if (Py.same(userId, value)) {
        return true;
      }
    }
    return false;
  }

  private PyDict users(String method) {
    return Receiver.dict(userMap, method);
  }

  private static PyDict notLoggedIn() {
    return error("No user is currently logged in.");
  }

  private static PyDict error(String text) {
    return PyDict.of("error", text);
  }
}
