package org.sealflow.tau.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.tau.TauReference;
import org.sealflow.tau.judge.Grader;

class ReplayFilesTest {
  private static final String ROW =
      "{'id':'a','domain':'mock','task':null,'steps':[{'role':'assistant','calls':"
          + "[{'name':'get_users','arguments':{}}]}]}";

  @TempDir Path folder;

  @Test
  void gzippedAndPlainFilesGiveTheSameRows() throws IOException {
    Path plain = folder.resolve("plain");
    Path zipped = folder.resolve("zipped");
    byte[] bytes = (ROW + "\n\n" + ROW).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    Files.write(plain, bytes);
    try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      stream.write(bytes);
    }
    assertThat(replay(plain)).hasSize(2).allMatch(row -> row.contains("\"db_hash\""));
    assertThat(replay(zipped)).isEqualTo(replay(plain));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{|line 1: not JSON: ",
        "[]|line 1: 'id' must be text",
        "{'id':'a'}|line 1: episode 'a': 'steps' must be a list",
        "{'id':'a','domain':'bank','steps':[]}|line 1: unknown domain 'bank': expected one of",
        "{'id':'a','domain':'mock','task':'x','steps':[]}|line 1: episode 'a': mock has no task 'x'",
        "{'id':'a','domain':'mock','steps':[{'role':'tool'}]}"
            + "|line 1: episode 'a': invalid party 'tool'",
        "{'id':'a','domain':'mock','steps':[{'role':'user','calls':[{'name':'x'}]}]}"
            + "|line 1: episode 'a': the arguments of a call must be an object",
        "{'id':'a','domain':'mock','steps':[],'results':[{}]}"
            + "|line 1: episode 'a': 0 calls, but 1 results",
        "{'id':'a','domain':'airline','solo_mode':true,'steps':[]}"
            + "|line 1: initial state: Airline domain does not support solo mode"
      })
  void aBrokenRowIsNamedWithItsLine(String row, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("rows"), row.replace('\'', '"'));
    assertThat(replay(file).get(0)).startsWith(file + " " + message);
  }

  @Test
  void theLinesAfterABrokenOneAreReplayed() throws IOException {
    Path file = Files.writeString(folder.resolve("rows"), ("nonsense\n" + ROW).replace('\'', '"'));
    assertThat(replay(file)).hasSize(2);
    assertThat(replay(file).get(1)).contains("\"db_hash\"");
  }

  private static List<String> replay(Path file) throws IOException {
    List<String> rows = new ArrayList<>();
    Replayer replayer = new Replayer(TauReference.benchmark(), new Grader(null, true));
    ReplayFiles.replay(
        file,
        replayer,
        new ReplayFiles.Listener() {
          @Override
          public void replayed(String place, ReplayedEpisode episode) {
            rows.add(ConversationRow.of(episode).toString());
          }

          @Override
          public void unusable(String problem) {
            rows.add(problem);
          }
        });
    return rows;
  }
}
