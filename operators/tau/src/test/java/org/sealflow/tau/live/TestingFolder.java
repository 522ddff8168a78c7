package org.sealflow.tau.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder in the layout of the benchmark that holds the mock domain with data of its own. */
public final class TestingFolder {
  /** The task of {@link #write} that wants a task made and its id told. */
  public static final String AGENDA = "mock_agenda";

  /** The same task, played by the agent alone. */
  public static final String ALONE = "mock-solo_agenda";

  /**
   * The task of {@link #writeWithNotice} in which the agent makes a task and the user has to
   * dismiss a notification.
   */
  public static final String NOTICE = "mock_notice";

  /** The task of {@link #writeWithNotice} that begins in the middle of a conversation. */
  public static final String HISTORY = "mock_history";

  /** Its only call. */
  public static final String CREATE = "create_task(user_id='ann', title='Agenda')";

  private static final String DATA =
      "{'tasks':{'task_1':{'task_id':'task_1','title':'Write','status':'pending'}},"
          + "'users':{'ann':{'user_id':'ann','name':'Ann','tasks':['task_1']}}}";
  private static final String USER_DATA =
      "{'notifications':{'n1':{'notification_id':'n1','message':'New task',"
          + "'status':'unread','task_id':'task_1'}}}";
  private static final String SCENARIO =
      "'user_scenario':{'instructions':'You are Ann. Ask for a task named Agenda.'}";
  private static final String ACTIONS =
      "'actions':[{'action_id':'a','name':'create_task',"
          + "'arguments':{'user_id':'ann','title':'Agenda'}}]";
  private static final String TASKS =
      "[{'id':'agenda',"
          + SCENARIO
          + ",'ticket':'Make a task Agenda for ann.','evaluation_criteria':{"
          + ACTIONS
          + ",'communicate_info':['task_2']}},"
          + "{'id':'kind_words',"
          + SCENARIO
          + ",'evaluation_criteria':{"
          + ACTIONS
          + ",'nl_assertions':['The agent is kind.'],'reward_basis':['DB','NL_ASSERTION']}}]";

  private static final String CREATED =
      "{\\'task_id\\':\\'task_2\\',\\'title\\':\\'Agenda\\',\\'description\\':null,"
          + "\\'status\\':\\'pending\\'}";
  private static final String MORE =
      ",{'id':'notice',"
          + SCENARIO
          + ",'evaluation_criteria':{"
          + ACTIONS.substring(0, ACTIONS.length() - 1)
          + ",{'action_id':'b','requestor':'user',"
          + "'name':'dismiss_notification','arguments':{'notification_id':'n1'}}],"
          + "'reward_basis':['DB']}},{'id':'history',"
          + SCENARIO
          + ",'initial_state':{'message_history':["
          + "{'role':'user','content':'A task Agenda.'},"
          + "{'role':'assistant','content':null,'tool_calls':[{'id':'c','name':'create_task',"
          + "'arguments':{'user_id':'ann','title':'Agenda'}}]},"
          + "{'role':'tool','id':'c','content':'"
          + CREATED
          + "'},{'role':'assistant','content':'It is task_2.'}]}}]";

  private TestingFolder() {}

  /** Writes the folder's files with two tasks more. */
  public static Path writeWithNotice(Path folder) throws IOException {
    Path mock = write(folder).resolve("data/tau2/domains/mock");
    write(mock.resolve("tasks.json"), TASKS.substring(0, TASKS.length() - 1) + MORE);
    write(
        mock.resolve("split_tasks.json"),
        "{'base':['agenda','kind_words','notice','history'],"
            + "'train':['agenda','notice'],'test':['kind_words']}");
    return folder;
  }

  /** Writes the folder's files. */
  public static Path write(Path folder) throws IOException {
    Path mock = Files.createDirectories(folder.resolve("data/tau2/domains/mock"));
    write(mock.resolve("db.json"), DATA);
    write(mock.resolve("user_db.json"), USER_DATA);
    write(mock.resolve("tasks.json"), TASKS);
    write(
        mock.resolve("split_tasks.json"),
        "{'base':['agenda','kind_words'],'train':['agenda'],'test':['kind_words']}");
    Files.writeString(mock.resolve("policy.md"), "Make the tasks that are asked for.\n");
    Files.writeString(mock.resolve("policy_solo.md"), "Make the task of the ticket.\n");
    return folder;
  }

  private static void write(Path file, String json) throws IOException {
    Files.writeString(file, json.replace('\'', '"'));
  }
}
