package org.sealflow.generate.family;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

/** A team of users with ids, the messages to them, and one of them signed in. */
final class MessageStage implements ServiceStage {
  private final PyDict scenario;
  private final Map<String, String> ids = new LinkedHashMap<>();
  private final List<String> receivers = new ArrayList<>();

  MessageStage(Draws draws, TaskWords values, boolean large) {
    for (long more = large ? draws.between(12, 18) : 4; more > 0; more--) {
      ids.put(values.person(), "USR" + values.number(101, 899));
    }
    PyDict users = new PyDict();
    ids.forEach(users::put);
    String self = List.copyOf(ids.keySet()).get(0);
    Object selfId = users.getItem(self);
    ids.remove(self);
    PyList inbox = new PyList();
    for (String person : List.copyOf(ids.keySet()).subList(0, ids.size() - 1)) {
      receivers.add(person);
      inbox.add(PyDict.of(id(person), values.text(2, 3)));
    }
    scenario =
        PyDict.of(
            "random_seed",
            draws.between(1, 999_999),
            "user_count",
            draws.between(900, 990),
            "user_map",
            users,
            "inbox",
            inbox,
            "message_count",
            (long) inbox.size(),
            "current_user",
            selfId);
  }

  @Override
  public PyDict scenario() {
    return scenario;
  }

  /** Everybody but the user who is signed in. */
  List<String> people() {
    return List.copyOf(ids.keySet());
  }

  /** Those who have a message that can be taken back. */
  List<String> receivers() {
    return receivers;
  }

  String id(String person) {
    String id = ids.get(person);
    if (id == null) {
      throw new IllegalStateException("nobody is called " + person);
    }
    return id;
  }
}
