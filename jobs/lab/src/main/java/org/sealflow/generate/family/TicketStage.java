package org.sealflow.generate.family;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

/** A queue of open tickets. */
final class TicketStage implements ServiceStage {
  private final PyDict scenario;
  private final List<Long> open = new ArrayList<>();

  TicketStage(Draws draws, TaskWords values, boolean large) {
    String user = values.person().toLowerCase(Locale.ROOT);
    String colleague = values.person().toLowerCase(Locale.ROOT);
    PyList queue = new PyList();
    for (long more = large ? draws.between(20, 30) : 3; more > 0; more--) {
      long id = values.number(1, large ? 400 : 99);
      open.add(id);
      queue.add(
          PyDict.of(
              "id",
              id,
              "title",
              values.text(2, 2),
              "description",
              values.text(2, 3),
              "status",
              "Open",
              "priority",
              draws.between(1, 5),
              "created_by",
              large && draws.chance(0.5) ? colleague : user));
    }
    scenario =
        PyDict.of(
            "ticket_queue", queue,
            "ticket_counter", draws.between(500, 999),
            "current_user", user);
  }

  @Override
  public PyDict scenario() {
    return scenario;
  }

  /** The numbers of the tickets that are open. */
  List<Long> open() {
    return open;
  }
}
