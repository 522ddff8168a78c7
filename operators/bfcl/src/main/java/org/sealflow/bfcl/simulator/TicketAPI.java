package org.sealflow.bfcl.simulator;

import static org.sealflow.bfcl.simulator.SimulatorClass.optional;
import static org.sealflow.bfcl.simulator.SimulatorClass.required;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.call.LiveInstance;

/**
 * A queue of support tickets and the user who is logged in. Tickets are dicts; those of a scenario
 * may lack keys, which raises where a method reads them. Attributes keep whatever type the scenario
 * gives them.
 *
 * <p>Source: ticket-api.md.
 */
public final class TicketAPI implements Simulator {
  /** Methods and attributes of the class. */
  public static final SimulatorClass<TicketAPI> TYPE =
      SimulatorClass.named("TicketAPI", TicketAPI::load)
          .publicAttributes("ticket_queue", "ticket_counter", "current_user")
          .method(
              "create_ticket",
              (self, a) -> self.createTicket(a[0], a[1], a[2]),
              required("title"),
              optional("description", ""),
              optional("priority", 1L))
          .method("get_ticket", (self, a) -> self.getTicket(a[0]), required("ticket_id"))
          .method("close_ticket", (self, a) -> self.closeTicket(a[0]), required("ticket_id"))
          .method(
              "resolve_ticket",
              (self, a) -> self.resolveTicket(a[0], a[1]),
              required("ticket_id"),
              required("resolution"))
          .method(
              "edit_ticket",
              (self, a) -> self.editTicket(a[0], a[1]),
              required("ticket_id"),
              required("updates"))
          .method(
              "ticket_login",
              (self, a) -> self.login(a[0], a[1]),
              required("username"),
              required("password"))
          .method("ticket_get_login_status", (self, a) -> self.getLoginStatus())
          .method("logout", (self, a) -> self.logout())
          .method(
              "get_user_tickets",
              (self, a) -> self.getUserTickets(a[0]),
              optional("status", PyNone.NONE))
          .build();

  private static final Object LOWEST_PRIORITY = 1L;
  private static final Object HIGHEST_PRIORITY = 5L;
  private static final Set<Object> EDITABLE_FIELDS =
      Set.of("title", "description", "status", "priority");

  private final Object ticketQueue;
  private Object ticketCounter;
  private Object currentUser;

  private TicketAPI(PyDict scenario) {
    Object queue = scenario.get("ticket_queue");
    ticketQueue = queue == null ? new PyList() : queue;
    ticketCounter = scenario.getOrDefault("ticket_counter", 1L);
    currentUser = scenario.getOrDefault("current_user", PyNone.NONE);
  }

  private static TicketAPI load(PyDict scenario, boolean longContext, SharedWorld world) {
    return new TicketAPI(scenario);
  }

  private TicketAPI(TicketAPI other, WorldCopy copy) {
    this.ticketQueue = copy.of(other.ticketQueue);
    this.ticketCounter = copy.of(other.ticketCounter);
    this.currentUser = copy.of(other.currentUser);
  }

  @Override
  public LiveInstance<TicketAPI> copy(WorldCopy copy) {
    return new LiveInstance<>(TYPE, new TicketAPI(this, copy));
  }

  @Override
  public SimulatorClass<TicketAPI> type() {
    return TYPE;
  }

  @Override
  public List<Object> publicState() {
    return List.of(ticketQueue, ticketCounter, currentUser);
  }

  /** The ticket is in the queue before the counter rises, also where the counter is no number. */
  private PyDict createTicket(Object title, Object description, Object priority) {
    if (!isLoggedIn()) {
      return error("User not authenticated. Please log in to create a ticket.");
    }
    if (Py.less(priority, LOWEST_PRIORITY) || Py.greater(priority, HIGHEST_PRIORITY)) {
      return error("Invalid priority. Priority must be between 1 and 5.");
    }
    PyDict ticket = new PyDict();
    ticket.put("id", ticketCounter);
    ticket.put("title", title);
    ticket.put("description", description);
    ticket.put("status", "Open");
    ticket.put("priority", priority);
    ticket.put("created_by", currentUser);
    Receiver.list(ticketQueue, "append").add(ticket);
    ticketCounter = increment(ticketCounter);
    return ticket;
  }

  /** {@code counter += 1}, whose error texts are not those of {@code +} for some types. */
  private static Object increment(Object counter) {
    if (counter instanceof PyList) {
      throw PyException.typeError("'int' object is not iterable");
    }
    if (Py.isNone(counter) || counter instanceof PyDict) {
      throw PyException.typeError(
          "unsupported operand type(s) for +=: '" + Py.typeName(counter) + "' and 'int'");
    }
    return PyNumbers.add(counter, 1L);
  }

  private Object getTicket(Object ticketId) {
    Object ticket = find(ticketId);
    return ticket == null ? notFound(ticketId) : ticket;
  }

  private PyDict closeTicket(Object ticketId) {
    Object ticket = find(ticketId);
    if (ticket == null) {
      return notFound(ticketId);
    }
    if (Py.eq(Py.getItem(ticket, "status"), "Closed")) {
      return error("Ticket with ID " + Py.str(ticketId) + " is already closed.");
    }
    setItem(ticket, "status", "Closed");
    return PyDict.of("status", "Ticket " + Py.str(ticketId) + " has been closed successfully.");
  }

  private PyDict resolveTicket(Object ticketId, Object resolution) {
    Object ticket = find(ticketId);
    if (ticket == null) {
      return notFound(ticketId);
    }
    if (Py.eq(Py.getItem(ticket, "status"), "Resolved")) {
      return error("Ticket with ID " + Py.str(ticketId) + " is already resolved.");
    }
    setItem(ticket, "status", "Resolved");
    setItem(ticket, "resolution", resolution);
    return PyDict.of("status", "Ticket " + Py.str(ticketId) + " has been resolved successfully.");
  }

  private PyDict editTicket(Object ticketId, Object updates) {
    Object ticket = find(ticketId);
    if (ticket == null) {
      return notFound(ticketId);
    }
    PyDict changes = Receiver.dict(updates, "keys");
    List<Object> invalid = new ArrayList<>();
    for (Object field : changes) {
      if (!EDITABLE_FIELDS.contains(field)) {
        invalid.add(field);
      }
    }
    if (!invalid.isEmpty()) {
      return error("Invalid fields for update: " + joined(invalid));
    }
    for (PyDict.Entry change : changes.entries()) {
      if (!Py.isNone(change.value())) {
        setItem(ticket, change.key(), change.value());
      }
    }
    return PyDict.of("status", "Ticket " + Py.str(ticketId) + " has been updated successfully.");
  }

  /** In the order given: the reference's own order changes from process to process. */
  private static String joined(List<Object> names) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      if (!(names.get(i) instanceof String name)) {
        throw PyException.typeError(
            "sequence item "
                + i
                + ": expected str instance, "
                + Py.typeName(names.get(i))
                + " found");
      }
      out.append(i == 0 ? "" : ", ").append(name);
    }
    return out.toString();
  }

  private PyDict login(Object username, Object password) {
    boolean accepted = Py.isTrue(username) && Py.isTrue(password);
    if (accepted) {
      currentUser = username;
    }
    return PyDict.of("success", accepted);
  }

  private PyDict getLoginStatus() {
    return PyDict.of("login_status", isLoggedIn());
  }

  private PyDict logout() {
    boolean wasLoggedIn = isLoggedIn();
    if (wasLoggedIn) {
      currentUser = PyNone.NONE;
    }
    return PyDict.of("success", wasLoggedIn);
  }

  private PyList getUserTickets(Object status) {
    if (!isLoggedIn()) {
      return PyList.of(error("User not authenticated. Please log in to view tickets."));
    }
    PyList own = new PyList();
    for (Object ticket : Py.iterate(ticketQueue)) {
      if (Py.eq(Py.getItem(ticket, "created_by"), currentUser)) {
        own.add(ticket);
      }
    }
    return Py.isTrue(status) ? withStatus(own, status) : own;
  }

  private static PyList withStatus(PyList tickets, Object status) {
    PyList selected = new PyList();
    for (Object ticket : tickets) {
      String held = Receiver.lower(Py.getItem(ticket, "status"));
      if (held.equals(Receiver.lower(status))) {
        selected.add(ticket);
      }
    }
    return selected;
  }

  private boolean isLoggedIn() {
    return Py.isTrue(currentUser);
  }

  /** The first ticket of that id, null if there is none; every ticket on the way needs an id. */
  private @Nullable Object find(Object ticketId) {
    for (Object ticket : Py.iterate(ticketQueue)) {
      if (Py.eq(Py.getItem(ticket, "id"), ticketId)) {
        return ticket;
      }
    }
    return null;
  }

  private static void setItem(Object ticket, Object key, Object value) {
    if (!(ticket instanceof PyDict dict)) {
      throw PyException.typeError(
          "'" + Py.typeName(ticket) + "' object does not support item assignment");
    }
    dict.put(key, value);
  }

  private static PyDict notFound(Object ticketId) {
    return error("Ticket with ID " + Py.str(ticketId) + " not found.");
  }

  private static PyDict error(String text) {
    return PyDict.of("error", text);
  }
}
