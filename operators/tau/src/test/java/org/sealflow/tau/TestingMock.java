package org.sealflow.tau;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Map;
import org.sealflow.tau.judge.PreparedTask;
import org.sealflow.tau.mock.MockDomain;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.task.TaskReader;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Requestor;

/** The mock domain with data of its own, so that tests need no reference data. */
public final class TestingMock {
  private TestingMock() {}

  /** One user with one task, and a notification about it. */
  public static Domain domain() {
    return MockDomain.of(
        map(
            "{'tasks':{'task_1':{'task_id':'task_1','title':'Write','status':'pending'}},"
                + "'users':{'ann':{'user_id':'ann','name':'Ann','tasks':['task_1']}}}"),
        map(
            "{'notifications':{'n1':{'notification_id':'n1','message':'New task',"
                + "'status':'unread','task_id':'task_1'}}}"));
  }

  /** A task with these fields, written with single quotes. */
  public static PreparedTask task(String fields) {
    try {
      return new PreparedTask(
          domain(),
          TaskReader.read(
              JsonValues.mapper().readTree(("{'id':'t'," + fields + "}").replace('\'', '"'))));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** A call of the agent, its arguments written with single quotes. */
  public static Call agent(String name, String arguments) {
    return new Call(Requestor.ASSISTANT, name, map(arguments));
  }

  /** A call of the user. */
  public static Call user(String name, String arguments) {
    return new Call(Requestor.USER, name, map(arguments));
  }

  /** JSON written with single quotes. */
  public static Map<String, Object> map(String json) {
    try {
      return JsonValues.map(JsonValues.mapper().readTree(json.replace('\'', '"')));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
