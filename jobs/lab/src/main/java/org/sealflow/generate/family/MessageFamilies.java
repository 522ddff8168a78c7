package org.sealflow.generate.family;

import java.util.List;

/** Requests to the team messenger. */
final class MessageFamilies {
  static final String CLASS = "MessageAPI";

  private MessageFamilies() {}

  static List<Family> all() {
    return List.of(
        of(
            "messages.send",
            MessageFamilies::send,
            """
            Send {person} the message {text}.
            Send {text} to {person}.
            * Write a message to {person} that says {text}.
            Please send the message {text} to {person}.
            ? text
            Send {person} a message.
            Send something to {person}.
            Write a message to {person}.
            * Please send a message to {person}.
            ? person
            Send somebody the message {text}.
            * Send {text} to somebody.
            Write a message to somebody that says {text}.
            Please send the message {text} to somebody.
            """),
        of(
            "messages.send-id",
            MessageFamilies::sendToId,
            """
            Send user {id} the message {text}.
            Send {text} to the user {id}.
            * Write a message to user {id} that says {text}.
            Please send the message {text} to user {id}.
            ? text
            Send user {id} a message.
            Send something to the user {id}.
            Write a message to user {id}.
            * Please send a message to user {id}.
            """),
        of(
            "messages.add",
            MessageFamilies::add,
            """
            * Add {person} to my contacts.
            {person} is a new contact, add it.
            Make {person} one of my contacts.
            Please add the contact {person}.
            ? person
            Add somebody to my contacts.
            I have a new contact, add it.
            * Make somebody one of my contacts.
            Please add a contact.
            """),
        of(
            "messages.delete",
            MessageFamilies::delete,
            """
            Delete my last message to user {id}.
            Take back the last message to user {id}.
            Remove the last message that went to user {id}.
            * Please delete the last message to user {id}.
            ? id
            * Delete my last message to a user.
            Take back the last message to a user.
            Remove the last message that went to a user.
            Please delete the last message to a user.
            """),
        of(
            "messages.delete-person",
            MessageFamilies::deleteToPerson,
            """
            Delete my last message to {person}.
            * Take back the last message to {person}.
            Remove the last message that went to {person}.
            Please delete the last message to {person}.
            """),
        of(
            "messages.search",
            MessageFamilies::search,
            """
            Search my messages for {word}.
            Which messages say {word}?
            Find {word} in my messages.
            * Please find the messages with {word}.
            ? word
            * Search my messages for a word.
            Which messages say that word?
            Find a word in my messages.
            Please find the messages with a word.
            """),
        of(
            "messages.sent",
            turn -> turn.call("view_messages_sent"),
            """
            Show me the messages I sent.
            * Which messages did I send?
            List all sent messages.
            Please show me all the messages I sent.
            """),
        of(
            "messages.users",
            turn -> turn.call("list_users"),
            """
            List all users.
            Who is in the team?
            * Show me every user.
            Please show me all users.
            """),
        of(
            "messages.id",
            MessageFamilies::id,
            """
            * What is the user id of {person}?
            Give me the user id of {person}.
            Which user id does {person} have?
            Please show me the user id of {person}.
            ? person
            What is the user id of somebody?
            * Give me the user id of a contact.
            Which user id does that contact have?
            Please show me the user id of somebody.
            """),
        of(
            "messages.stats",
            turn -> turn.call("get_message_stats"),
            """
            How many messages and contacts do I have?
            Count my messages and contacts.
            * Give me the number of my messages and contacts.
            Please count my contacts and messages.
            """),
        of(
            "messages.login",
            MessageFamilies::login,
            """
            Sign in to the messages as user {id}.
            Sign me in to the messages with the id {id}.
            Use the messages as user {id}.
            * Please sign me in to the messages as user {id}.
            ? id
            Sign in to the messages as another user.
            * Sign me in to the messages with a different id.
            Use the messages as another user.
            Please sign me in to the messages as a different user.
            """),
        of(
            "messages.add-send",
            MessageFamilies::addAndSend,
            """
            Add {person} to my contacts and send the message {text} to the new user.
            {person} is a new contact, add it and send {text} to the new user.
            * Make {person} one of my contacts, then write {text} to the new user.
            Please add the contact {person} and send {text} to the new user.
            """));
  }

  private static Family of(String id, Family.Plan plan, String wordings) {
    return Family.of(id, CLASS, plan, wordings);
  }

  private static MessageStage stage(Turn turn) {
    return turn.stage(MessageStage.class);
  }

  private static String person(Turn turn) {
    return Stages.pick(turn.draws(), stage(turn).people());
  }

  private static String text(Turn turn) {
    return turn.quoted("text", turn.values().text(2, 3));
  }

  private static Object idOf(Turn turn, String person) {
    return turn.call("get_user_id", "user", person).field("user_id");
  }

  private static void send(Turn turn) {
    Object id = idOf(turn, turn.slot("person", person(turn)));
    turn.call("send_message", "receiver_id", id, "message", text(turn));
  }

  private static void sendToId(Turn turn) {
    String id = turn.slot("id", stage(turn).id(person(turn)));
    turn.call("send_message", "receiver_id", id, "message", text(turn));
  }

  private static void add(Turn turn) {
    turn.call("add_contact", "user_name", turn.slot("person", turn.values().person()));
  }

  private static void delete(Turn turn) {
    String receiver = Stages.take(turn.draws(), stage(turn).receivers());
    String id = turn.slot("id", stage(turn).id(receiver));
    turn.call("delete_message", "receiver_id", id);
  }

  private static void deleteToPerson(Turn turn) {
    String receiver = Stages.take(turn.draws(), stage(turn).receivers());
    Object id = idOf(turn, turn.slot("person", receiver));
    turn.call("delete_message", "receiver_id", id);
  }

  private static void search(Turn turn) {
    String word = turn.quoted("word", turn.values().word());
    turn.call("search_messages", "keyword", word);
  }

  private static void id(Turn turn) {
    turn.call("get_user_id", "user", turn.slot("person", person(turn)));
  }

  private static void login(Turn turn) {
    String id = turn.slot("id", stage(turn).id(person(turn)));
    turn.call("message_login", "user_id", id);
  }

  private static void addAndSend(Turn turn) {
    String person = turn.slot("person", turn.values().person());
    Object id = turn.call("add_contact", "user_name", person).field("user_id");
    turn.call("send_message", "receiver_id", id, "message", text(turn));
  }
}
