package org.sealflow.tau.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder in the layout of the benchmark that holds the mock domain with data of its own. */
public final class TestingFolder {
  /** The task of {@link #write} that wants a task made and its id told. */
  public static final String AGENDA = "mock_agenda";

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

  private TestingFolder() {}

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
