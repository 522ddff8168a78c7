package org.sealflow.generate.family;

import java.util.List;
import org.sealflow.python.PyDict;

/** Requests to the service desk. */
final class TicketFamilies {
  static final String CLASS = "TicketAPI";

  private static final List<String> STATES = List.of("Pending", "Waiting", "Blocked");

  private TicketFamilies() {}

  static List<Family> all() {
    return List.of(
        of(
            "tickets.create",
            TicketFamilies::create,
            """
            Open a ticket {title} with priority {priority}.
            * Create a ticket called {title} with priority {priority}.
            I need a ticket {title} of priority {priority}.
            Please open a ticket called {title} with priority {priority}.
            ? title
            Open a ticket with priority {priority}.
            Create a new ticket with priority {priority}.
            * I need a ticket of priority {priority}.
            Please open a ticket with priority {priority}.
            """),
        of(
            "tickets.create-described",
            TicketFamilies::createDescribed,
            """
            Open a ticket {title} with priority {priority} that says {text}.
            Create a ticket called {title} with the text {text} and priority {priority}.
            I need a ticket {title} of priority {priority} with the text {text}.
            * Please open a ticket called {title} with priority {priority} and the text {text}.
            ? title
            * Open a ticket with priority {priority} that says {text}.
            Create a ticket with the text {text} and priority {priority}.
            I need a ticket of priority {priority} with the text {text}.
            Please open a ticket with priority {priority} and the text {text}.
            """),
        of(
            "tickets.get",
            turn -> turn.call("get_ticket", "ticket_id", ticket(turn)),
            """
            Show me ticket {ticket}.
            What does ticket {ticket} say?
            * Read ticket {ticket} to me.
            Please show me the ticket {ticket}.
            ? ticket
            Show me a ticket.
            What does that ticket say?
            Read a ticket to me.
            * Please show me one ticket.
            """),
        of(
            "tickets.close",
            TicketFamilies::close,
            """
            * Close ticket {ticket}.
            Ticket {ticket} can be closed.
            I do not need ticket {ticket} any more, close it.
            Please close the ticket {ticket}.
            ? ticket
            Close a ticket.
            * One ticket can be closed.
            I do not need one of the tickets any more, close it.
            Please close one ticket.
            """),
        of(
            "tickets.resolve",
            TicketFamilies::resolve,
            """
            Resolve ticket {ticket} with {text}.
            Ticket {ticket} is resolved by {text}.
            Mark ticket {ticket} as resolved with the text {text}.
            * Please resolve the ticket {ticket} with the text {text}.
            ? ticket
            * Resolve a ticket with {text}.
            One ticket is resolved by {text}.
            Mark a ticket as resolved with the text {text}.
            Please resolve one ticket with the text {text}.
            ? text
            Resolve ticket {ticket} with a text.
            * Mark ticket {ticket} as resolved with a new text.
            Please resolve the ticket {ticket} with a text.
            """),
        of(
            "tickets.priority",
            TicketFamilies::priority,
            """
            Set the priority of ticket {ticket} to {priority}.
            Change ticket {ticket} to priority {priority}.
            * Ticket {ticket} should have priority {priority}.
            Please change the priority of ticket {ticket} to {priority}.
            ? priority
            * Set the priority of ticket {ticket}.
            Change ticket {ticket} to another priority.
            Ticket {ticket} should have a different priority.
            Please change the priority of ticket {ticket}.
            """),
        of(
            "tickets.title",
            TicketFamilies::title,
            """
            Set the title of ticket {ticket} to {title}.
            * Change ticket {ticket} to the title {title}.
            Ticket {ticket} should have the title {title}.
            Please change the title of ticket {ticket} to {title}.
            ? title
            Set the title of ticket {ticket}.
            Change ticket {ticket} to another title.
            * Ticket {ticket} should have a different title.
            Please change the title of ticket {ticket}.
            """),
        of(
            "tickets.state",
            TicketFamilies::state,
            """
            Set the status of ticket {ticket} to {state}.
            Change ticket {ticket} to the status {state}.
            Ticket {ticket} should have the status {state}.
            * Please change the status of ticket {ticket} to {state}.
            ? state
            Set the status of ticket {ticket}.
            * Change ticket {ticket} to another status.
            Ticket {ticket} should have a different status.
            Please change the status of ticket {ticket}.
            """),
        of(
            "tickets.mine",
            turn -> turn.call("get_user_tickets"),
            """
            List my tickets.
            Which tickets are mine?
            * Show me all of my tickets.
            Please list all my tickets.
            """),
        of(
            "tickets.mine-open",
            turn -> turn.call("get_user_tickets", "status", "Open"),
            """
            List my tickets with the status Open.
            Which of my tickets have the status Open?
            Show me all of my tickets with the status Open.
            * Please list all my tickets with the status Open.
            """),
        of(
            "tickets.login",
            TicketFamilies::login,
            """
            * Sign in to the tickets as {user} with password {password}.
            Sign me in to the tickets, user {user}, password {password}.
            Use the tickets as {user} with the password {password}.
            Please sign me in to the tickets as {user} with password {password}.
            ? password
            Sign in to the tickets as {user}.
            Sign me in to the tickets, user {user}.
            * Use the tickets as {user}.
            Please sign me in to the tickets as {user}.
            """),
        of(
            "tickets.create-resolve",
            TicketFamilies::createAndResolve,
            """
            Open a ticket {title} and resolve it with {text}.
            Create a ticket called {title}, then mark it as resolved with the text {text}.
            I need a ticket {title} that is resolved by {text}.
            * Please open a ticket called {title} and resolve it with the text {text}.
            """),
        of(
            "tickets.create-close",
            TicketFamilies::createAndClose,
            """
            * Open a ticket {title} and close it.
            Create a ticket called {title}, then close it.
            I need a ticket {title} that is closed.
            Please open a ticket called {title} and close it.
            """),
        of(
            "tickets.close-show",
            TicketFamilies::closeAndShow,
            """
            Close ticket {ticket} and show it to me.
            * Close ticket {ticket}, then read it to me.
            Ticket {ticket} can be closed, then show it to me.
            Please close the ticket {ticket} and show it to me.
            """));
  }

  private static Family of(String id, Family.Plan plan, String wordings) {
    return Family.of(id, CLASS, plan, wordings);
  }

  private static List<Long> open(Turn turn) {
    return turn.stage(TicketStage.class).open();
  }

  private static long ticket(Turn turn) {
    return turn.slot("ticket", Stages.pick(turn.draws(), open(turn)));
  }

  private static long takeTicket(Turn turn) {
    return turn.slot("ticket", Stages.take(turn.draws(), open(turn)));
  }

  private static String title(Turn turn, String slot) {
    return turn.quoted(slot, turn.values().text(2, 2));
  }

  private static long priorityOf(Turn turn) {
    return turn.slot("priority", turn.draws().between(2, 5));
  }

  private static void create(Turn turn) {
    turn.call("create_ticket", "title", title(turn, "title"), "priority", priorityOf(turn));
  }

  private static void createDescribed(Turn turn) {
    turn.call(
        "create_ticket",
        "title",
        title(turn, "title"),
        "description",
        title(turn, "text"),
        "priority",
        priorityOf(turn));
  }

  private static void close(Turn turn) {
    turn.call("close_ticket", "ticket_id", takeTicket(turn));
  }

  private static void resolve(Turn turn) {
    turn.call("resolve_ticket", "ticket_id", takeTicket(turn), "resolution", title(turn, "text"));
  }

  private static void edit(Turn turn, String field, Object value) {
    turn.call("edit_ticket", "ticket_id", ticket(turn), "updates", PyDict.of(field, value));
  }

  private static void priority(Turn turn) {
    edit(turn, "priority", priorityOf(turn));
  }

  private static void title(Turn turn) {
    edit(turn, "title", title(turn, "title"));
  }

  private static void state(Turn turn) {
    edit(turn, "status", turn.slot("state", turn.draws().pick(STATES)));
  }

  private static void login(Turn turn) {
    turn.call(
        "ticket_login",
        "username",
        turn.slot("user", turn.values().name()),
        "password",
        turn.slot("password", turn.values().code(5)));
  }

  private static Object created(Turn turn) {
    return turn.call("create_ticket", "title", title(turn, "title")).field("id");
  }

  private static void createAndResolve(Turn turn) {
    Object id = created(turn);
    turn.call("resolve_ticket", "ticket_id", id, "resolution", title(turn, "text"));
  }

  private static void createAndClose(Turn turn) {
    Object id = created(turn);
    turn.call("close_ticket", "ticket_id", id);
  }

  private static void closeAndShow(Turn turn) {
    long id = takeTicket(turn);
    turn.call("close_ticket", "ticket_id", id);
    turn.call("get_ticket", "ticket_id", id);
  }
}
