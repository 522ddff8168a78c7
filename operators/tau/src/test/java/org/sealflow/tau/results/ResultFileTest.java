package org.sealflow.tau.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.tau.TauReference;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;

class ResultFileTest {
  private static final String TASK =
      "{'id':7,'evaluation_criteria':{'nl_assertions':['polite'],"
          + "'reward_basis':['NL_ASSERTION']}}";
  private static final String SIMULATION =
      "{'id':'s','task_id':'7','termination_reason':'user_stop','messages':[]}";

  @TempDir Path folder;

  /** The episodes of a file, in its order. */
  private static final class Received implements ResultListener {
    private final List<Simulation> simulations = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    @Override
    public void simulation(String place, ResultHeader header, Simulation simulation) {
      simulations.add(simulation);
    }

    @Override
    public void note(String line) {
      lines.add("note " + line);
    }

    @Override
    public void rejected(String line) {
      lines.add("reject " + line);
    }

    @Override
    public void refused(String line) {
      lines.add("refuse " + line);
    }
  }

  private static Received read(Path file) throws IOException {
    Received received = new Received();
    ResultFile.read(ResultFile.of(file), received);
    return received;
  }

  private static String document(String simulations) {
    return ("{'info':{'environment_info':{'domain_name':'mock'}},'tasks':["
            + TASK
            + "],'simulations':["
            + simulations
            + "]}")
        .replace('\'', '"');
  }

  private Received readText(String json) throws IOException {
    return read(Files.writeString(folder.resolve("results.json"), json));
  }

  @ParameterizedTest
  @CsvSource({
    "pass.json, 1, 1",
    "fail-tool-errors.json, 1, 2",
    "parallel.json, 1, 3",
    "mixed.json, 4, 7",
    "sparse.json, 1, 3",
    "dir, 2, 3"
  })
  void anExampleIsReadWhole(String file, int simulations, int calls) throws IOException {
    Received received = read(TauReference.formats().resolve("tau2").resolve(file));
    assertThat(received.lines).isEmpty();
    assertThat(received.simulations).hasSize(simulations);
    assertThat(
            received.simulations.stream()
                .flatMap(simulation -> simulation.conversation().steps().stream())
                .mapToInt(step -> step.calls().size())
                .sum())
        .isEqualTo(calls);
    assertThat(
            ResultFile.isOne(ResultFile.of(TauReference.formats().resolve("tau2").resolve(file))))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "missing-result.json|note|sim-b-0;messages[2];call_p1;no result|1",
        "duplicate-ids.json|reject|messages[2];call_l1;twice|0",
        "wrong-order.json|reject|messages[3];call_l2;call_l1;order|0",
        "orphan-result.json|reject|messages[3];call_zz|0",
        "bad-arguments.json|reject|messages[2];call_p1;arguments;object|0",
        "unknown-task.json|reject|sim-b-0;no_such_task|0",
        "unknown-termination.json|note|bored|1",
        "no-domain.json|refuse|info.environment_info.domain_name|0",
        "voice.json|reject|sim-v-0;voice|0",
        "dir-missing|refuse|sim-f-0;missing|0",
        "truncated.json|refuse|line 214;ends inside|0"
      })
  void aBrokenExampleGivesOneLine(String file, String level, String words, int simulations)
      throws IOException {
    Path path = TauReference.formats().resolve("tau2").resolve("broken").resolve(file);
    Received received = read(path);
    assertThat(received.lines).hasSize(1);
    assertThat(received.lines.get(0))
        .startsWith(level + " " + ResultFile.of(path))
        .contains(words.split(";"))
        .doesNotContain("\n");
    assertThat(received.simulations).hasSize(simulations);
  }

  @Test
  void oneBadSimulationCostsItselfAlone() throws IOException {
    Received received =
        readText(
            document(
                SIMULATION
                    + ",[],"
                    + SIMULATION.replace("'s'", "'t'").replace("'7'", "7")
                    + ","
                    + SIMULATION.replace("'s'", "'u'").replace("'messages':[]", "'messages':0")));
    assertThat(received.simulations).extracting(Simulation::id).containsExactly("s", "t");
    assertThat(received.lines).hasSize(2);
    assertThat(received.lines.get(0)).contains("results.json#2: ", "expected objects");
    assertThat(received.lines.get(1)).contains("results.json#4: u messages: none");
  }

  @Test
  void theTasksMayFollowTheSimulationsAndTheFileMayBeGzipped() throws IOException {
    String text = document(SIMULATION);
    int tasks = text.indexOf(",\"tasks\"");
    int simulations = text.indexOf(",\"simulations\"");
    String turned =
        text.substring(0, tasks)
            + text.substring(simulations, text.length() - 1)
            + text.substring(tasks, simulations)
            + "}";
    Path file = folder.resolve("results.json.gz");
    try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(file))) {
      stream.write(turned.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(ResultFile.isOne(file)).isTrue();
    assertThat(read(file).simulations).hasSize(1);
  }

  @Test
  void aTornGzipFileIsRefused() throws IOException {
    Path file = folder.resolve("torn.json");
    try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(file))) {
      stream.write(document(SIMULATION).getBytes(StandardCharsets.UTF_8));
    }
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 12));
    assertThat(read(file).lines).singleElement().asString().startsWith("refuse ").contains("gzip");
  }

  @Test
  void theRecordedJudgeDecidesItsOwnAssertions() throws IOException {
    String judged =
        SIMULATION.replace(
            "'messages'",
            "'reward_info':{'reward':0.0,'nl_assertions':[{'nl_assertion':'polite',"
                + "'met':false}]},'messages'");
    RecordedReward reward = readText(document(judged)).simulations.get(0).reward();
    assertThat(reward.reward()).isZero();
    assertThat(
            Objects.requireNonNull(reward.judge(List.of("polite")))
                .judge(List.of(), List.of("polite")))
        .containsExactly(false);
    assertThat(reward.judge(List.of("polite", "brief"))).isNull();
    assertThat(readText(document(SIMULATION)).simulations.get(0).reward().reward()).isNull();
  }

  @Test
  void aPartyMayCallInTheNameOfTheOther() throws IOException {
    String messages =
        "[{'role':'user','tool_calls':[{'name':'x','arguments':{},'requestor':'user'}]},"
            + "{'role':'tool','tool_messages':[{'id':'','content':'ok'}]}]";
    Step step =
        readText(document(SIMULATION.replace("[]", messages)))
            .simulations
            .get(0)
            .conversation()
            .steps()
            .get(0);
    assertThat(step.calls()).extracting(Call::requestor).containsExactly(Requestor.USER);
    assertThat(step.results()).singleElement().matches(result -> result.content().equals("ok"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|domain_name",
        "{}|domain_name",
        "{'info':{'environment_info':{'domain_name':'bank'}}}|found 'bank', expected one of mock",
        "{'info':{]|line 1: not JSON"
      })
  void whatIsNoResultFileIsRefusedInOneLine(String json, String words) throws IOException {
    assertThat(readText(json.replace('\'', '"')).lines)
        .singleElement()
        .asString()
        .startsWith("refuse ")
        .contains(words)
        .doesNotContain("\n");
  }
}
