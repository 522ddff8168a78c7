package org.sealflow.review.read.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.ReviewSettings;

/** Conversations of a gateway's log are told apart by what their messages say. */
final class RequestLinesTest {
  private static final String USER = "{'role':'user','content':'Go.'}";
  private static final String HELLO = "{'role':'assistant','content':'Hello'}";

  @TempDir Path directory;

  private static String line(String reply, String... history) {
    return ("{'request':{'messages':["
            + String.join(",", history)
            + "]},'response':{'choices':[{'message':"
            + reply
            + "}]}}")
        .replace('\'', '"');
  }

  private static String user(String text) {
    return "{'role':'user','content':'" + text + "'}";
  }

  private static String reply(String more) {
    return "{'role':'assistant','content':'Hello'," + more + "}";
  }

  private static String call(String more, String arguments) {
    return reply(
        "'tool_calls':[{'id':'c',"
            + more
            + "'type':'function','function':{'name':'f','arguments':"
            + arguments
            + "}}]");
  }

  private List<RecordedTrajectory> read(String... lines) throws IOException {
    TestingListener read =
        TestingListener.read(
            Files.write(directory.resolve("requests.jsonl"), Arrays.asList(lines)),
            ReviewSettings.DEFAULT);
    assertThat(read.rejected).isEmpty();
    return read.trajectories;
  }

  @Test
  void anEmptyListOfCallsMayComeBackAsNone() throws IOException {
    String empty = reply("'tool_calls':[]");
    for (String back : List.of(HELLO, reply("'tool_calls':null"), empty)) {
      assertThat(read(line(empty, USER), line(HELLO, USER, back, user("More.")))).hasSize(1);
    }
  }

  @Test
  void callsAreTheSameIfNameAndArgumentsAre() throws IOException {
    String first = line(call("'index':0,", "'{\\'x\\':1,\\'y\\':2}'"), USER);
    String result = "{'role':'tool','tool_call_id':'c','content':'r'}";
    for (String arguments : List.of("'{\\'x\\': 1, \\'y\\': 2}'", "{'x':1,'y':2}")) {
      assertThat(read(first, line(HELLO, USER, call("", arguments), result))).hasSize(1);
    }
    String other = "'{\\'x\\':1,\\'y\\':3}'";
    assertThat(read(first, line(HELLO, USER, call("", other), result))).hasSize(2);
  }

  @Test
  void rolloutsWithTheSameFirstAnswerBothGoOn() throws IOException {
    List<RecordedTrajectory> records =
        read(
            line(HELLO, USER),
            line(HELLO, USER),
            line("{'role':'assistant','content':'b'}", USER, HELLO, user("a")),
            line("{'role':'assistant','content':'d'}", USER, HELLO, user("c")));
    assertThat(records)
        .extracting(record -> record.messages().stream().map(RecordedMessage::text).toList())
        .containsExactlyInAnyOrder(
            List.of("Go.", "Hello", "a", "b"), List.of("Go.", "Hello", "c", "d"));
  }

  @Test
  void onlyTheConversationWithTheLongestHistoryGoesOn() throws IOException {
    String more = user("a");
    assertThat(
            read(
                line(HELLO, USER),
                line(HELLO, USER, HELLO, more),
                line(HELLO, USER),
                line(HELLO, USER, HELLO, more, HELLO, more),
                line(HELLO, USER, HELLO, user("b"))))
        .hasSize(2);
  }
}
