package org.sealflow.tau.mock;

import static org.sealflow.tau.state.Types.TEXT;
import static org.sealflow.tau.state.Types.listOf;
import static org.sealflow.tau.state.Types.literal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.state.DatabaseModel;
import org.sealflow.tau.state.Model;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.CommonTools;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;
import org.sealflow.tau.tool.Toolkit;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Synchronisation;

/** Tasks of users, and the user's notifications about them. */
public final class MockDomain {
  public static final String NAME = "mock";

  private static final Model TASK =
      Model.named("Task")
          .with(TEXT, "task_id", "title")
          .nullable(TEXT, "description")
          .with(literal("pending", "completed"), "status")
          .build();
  private static final Model USER =
      Model.named("User").with(TEXT, "user_id", "name").with(listOf(TEXT), "tasks").build();
  private static final Model NOTIFICATION =
      Model.named("Notification")
          .with(TEXT, "notification_id", "message")
          .withDefault(literal("unread", "read"), "status", (Object) "unread")
          .nullable(TEXT, "task_id")
          .build();
  private static final DatabaseModel AGENT_DATA =
      DatabaseModel.of(
          "MockDB", DatabaseModel.map("tasks", TASK), DatabaseModel.map("users", USER));
  private static final DatabaseModel USER_DATA =
      DatabaseModel.of("MockUserDB", DatabaseModel.map("notifications", NOTIFICATION));

  private MockDomain() {}

  /** The domain with data as they are in {@code db.json} and {@code user_db.json}. */
  public static Domain of(Map<?, ?> data, Map<?, ?> userData) {
    return new Domain(
        NAME,
        new Domain.Side(agentTools(), AGENT_DATA.read(data)),
        new Domain.Side(userTools(), USER_DATA.read(userData)),
        Synchronisation.NONE,
        true);
  }

  /** The tools of the agent. */
  public static Toolkit agentTools() {
    return new Toolkit(
        "MockTools",
        List.of(
            Tool.write(
                "create_task",
                "Create a task for a user.",
                MockDomain::createTask,
                Parameter.text("user_id", "The user whose task it is."),
                Parameter.text("title", "The title of the task."),
                Parameter.text("description", "More about the task.").orElse(null)),
            Tool.read(
                "get_users",
                "List all users.",
                (data, arguments) -> new ArrayList<>(data.table("users").rows())),
            Tool.write(
                "update_task_status",
                "Set the state of a task.",
                MockDomain::updateTask,
                Parameter.text("task_id", "The task."),
                Parameter.choice("status", "Its new state.", "pending", "completed")),
            CommonTools.transferToHumanAgents()),
        List.of(
            Tool.function(
                "assert_task_status",
                (data, arguments) ->
                    Python.equal(
                        found(data, "tasks", "Task", arguments.get("task_id")).get("status"),
                        arguments.get("expected_status")),
                Parameter.any("task_id"),
                Parameter.any("expected_status"))));
  }

  /** The tools of the user. */
  public static Toolkit userTools() {
    return new Toolkit(
        "MockUserTools",
        List.of(
            Tool.read(
                "check_notifications",
                "Look at all notifications.",
                (data, arguments) -> new ArrayList<>(data.table("notifications").rows())),
            Tool.write(
                "dismiss_notification",
                "Mark a notification as read.",
                MockDomain::dismiss,
                Parameter.text("notification_id", "The notification."))),
        List.of(
            Tool.function(
                "add_notification",
                MockDomain::addNotification,
                Parameter.any("notification_id"),
                Parameter.any("message"),
                Parameter.any("task_id").orElse(null)),
            Tool.function(
                "assert_notification_status",
                (data, arguments) ->
                    Python.equal(
                        notification(data, arguments).get("status"),
                        arguments.get("expected_status")),
                Parameter.any("notification_id"),
                Parameter.any("expected_status"))));
  }

  private static Entity createTask(Database data, BoundArguments arguments) {
    Entity user = found(data, "users", "User", arguments.get("user_id"));
    String id = "task_" + (data.table("tasks").size() + 1);
    Entity task = TASK.of(id, arguments.get("title"), arguments.get("description"), "pending");
    data.table("tasks").put(id, task);
    data.table("users").edit(user.text("user_id")).list("tasks").add(id);
    return task;
  }

  private static Entity updateTask(Database data, BoundArguments arguments) {
    Entity task = found(data, "tasks", "Task", arguments.get("task_id"));
    Entity edited = data.table("tasks").edit(task.text("task_id"));
    edited.set("status", arguments.get("status"));
    return edited;
  }

  private static String dismiss(Database data, BoundArguments arguments) {
    String id = notification(data, arguments).text("notification_id");
    data.table("notifications").edit(id).set("status", "read");
    return "Notification " + id + " dismissed";
  }

  private static @Nullable Object addNotification(Database data, BoundArguments arguments) {
    Object id = arguments.get("notification_id");
    Entity notification =
        NOTIFICATION.of(id, arguments.get("message"), "unread", arguments.get("task_id"));
    data.table("notifications").put(notification.text("notification_id"), notification);
    return null;
  }

  private static Entity notification(Database data, BoundArguments arguments) {
    return found(data, "notifications", "Notification", arguments.get("notification_id"));
  }

  private static Entity found(Database data, String table, String kind, @Nullable Object id) {
    Entity entity = data.table(table).find(id);
    if (entity == null) {
      throw CallException.tool(kind + " " + Python.str(id) + " not found");
    }
    return entity;
  }
}
