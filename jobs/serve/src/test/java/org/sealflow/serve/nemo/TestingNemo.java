package org.sealflow.serve.nemo;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.TestingCaller.Heard;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.session.EpisodeListeners;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.TestingBfcl;
import org.sealflow.serve.session.TestingSessions;

/** A resources server on a free port, with the shop and the project's tasks. */
final class TestingNemo implements AutoCloseable {
  static final ObjectMapper JSON = new ObjectMapper();

  final TestingSessions shop;
  final PlaySessions sessions;
  final HttpPort port;
  final TestingCaller caller;

  TestingNemo(int mostSessions) throws IOException {
    shop = new TestingSessions(mostSessions);
    sessions = shop.sessions();
    port =
        HttpPort.open(
            new PortSettings("127.0.0.1", 0, 1 << 20, 64, Duration.ZERO),
            new NemoServer(
                new ServedEnvironments(
                    List.of(shop.tasks, TestingBfcl.tasks(shop.clock, EpisodeListeners.none()))),
                sessions,
                Rules.of(StepLimit.BFCL)));
    port.start();
    caller = new TestingCaller(port.url("/"), null);
  }

  /**
   * Posts JSON, written with ' for ".
   *
   * @param cookie as the answer before had it; null for none
   */
  Heard post(String path, String json, @Nullable String cookie)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        caller
            .request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json.replace('\'', '"')));
    if (cookie != null) {
      request.header("Cookie", "other=1; " + cookie);
    }
    return caller.send(request);
  }

  /** The cookie that an answer sets, as a client sends it back. */
  static String cookie(Heard heard) {
    return heard.header("Set-Cookie").split(";", -1)[0];
  }

  /** A row of a task, with further fields. */
  static String row(String taskId, String more) {
    return "{'responses_create_params':{'input':[],'temperature':null},'task_id':'"
        + taskId
        + "','_ng_task_index':3"
        + more
        + "}";
  }

  /** An item that calls a tool. */
  static String call(String id, String tool, String arguments) {
    return "{'type':'function_call','call_id':'"
        + id
        + "','name':'"
        + tool
        + "','arguments':"
        + NemoVerdict.quoted(arguments.replace('\'', '"')).replace("\\\"", "\\'")
        + "}";
  }

  /** An item of words. */
  static String message(String text) {
    return "{'type':'message','id':'m','role':'assistant','status':'completed','content':[{'type':'output_text','text':'"
        + text
        + "','annotations':[]}]}";
  }

  /** An item of a result. */
  static String output(String id) {
    return "{'type':'function_call_output','call_id':'" + id + "','output':'x'}";
  }

  /** A response of these items. */
  static String response(String... items) {
    return ",'response':{'id':'resp_1','created_at':1.70000000000000001e9,'model':'m','output':["
        + String.join(",", items)
        + "],'usage':null}";
  }

  @Override
  public void close() {
    port.close();
  }
}
