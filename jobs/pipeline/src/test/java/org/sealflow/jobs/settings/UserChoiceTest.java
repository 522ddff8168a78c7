package org.sealflow.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.rollout.openai.OpenAiPolicyFactory;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.rollout.scripted.ScriptedUsers;

class UserChoiceTest {
  private static final OpenAiSettings POLICY =
      new OpenAiSettings(
          "http://policy/v1", "m", "KEY", OpenAiSettings.Style.CHAT, 1, Duration.ZERO, false);

  @TempDir Path directory;

  private static UserChoice choice(String url, String model) {
    return new UserChoice(UserChoice.Kind.OPENAI, url, model, "OTHER", 0.5, 64);
  }

  private static OpenAiSettings server(UserChoice choice, @Nullable OpenAiSettings policy) {
    return ((OpenAiPolicyFactory) choice.settings(policy, "--user-url").players()).settings();
  }

  @Test
  void thePolicysOwnServerPlaysUnlessAnotherIsNamed() {
    assertThat(server(UserChoice.DEFAULT, POLICY))
        .extracting(OpenAiSettings::baseUrl, OpenAiSettings::model, OpenAiSettings::keyVariable)
        .containsExactly("http://policy/v1", "m", "KEY");
    assertThat(server(choice("", "user"), POLICY))
        .extracting(OpenAiSettings::baseUrl, OpenAiSettings::model, OpenAiSettings::keyVariable)
        .containsExactly("http://policy/v1", "user", "KEY");
    assertThat(server(choice("http://user/v1", "user"), POLICY))
        .extracting(OpenAiSettings::baseUrl, OpenAiSettings::model, OpenAiSettings::keyVariable)
        .containsExactly("http://user/v1", "user", "OTHER");
  }

  @Test
  void usersHaveASamplingOfTheirOwn() {
    assertThat(choice("http://user/v1", "user").settings(null, "").temperature()).isEqualTo(0.5);
    assertThat(UserChoice.DEFAULT.settings(POLICY, "").temperature()).isZero();
  }

  @Test
  void whoNobodyCanPlayIsOneLineThatSaysWhatToDo() {
    for (UserChoice choice :
        new UserChoice[] {UserChoice.DEFAULT, choice("http://user/v1", ""), choice("", "user")}) {
      assertThatThrownBy(() -> choice.settings(null, "--user-url"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the tasks have users whom somebody must play; name a server and its model with"
                  + " --user-url");
    }
    assertThatThrownBy(() -> choice("ftp://user", "m").settings(null, ""))
        .hasMessageStartingWith("the simulated user: base URL is 'ftp://user'");
  }

  @Test
  void aScriptNeedsNoServer() {
    UserChoice scripted = new UserChoice(UserChoice.Kind.SCRIPTED, "", "", "", 0, 1);
    assertThat(scripted.settings(null, "").players()).isEqualTo(new ScriptedUsers());
    assertThat(scripted.check(null, "", Clock.systemUTC())).isEmpty();
  }

  @Test
  void theJobInApplicationModeSaysWhoPlaysUsers() throws Exception {
    String line =
        "--bootstrap-servers a:1 --policy scripted --run r --tasks " + writeTasks(directory);
    assertThat(parse(line + " --user scripted").rules().users()).isNotNull();
    assertThat(parse(line + " --user scripted --categories mock-solo").rules().users())
        .as("who is alone has no user")
        .isNull();
    assertThatThrownBy(() -> parse(line))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("somebody must play");
    assertThatThrownBy(() -> parse(line + " --user scripted --branches root-cause"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("branches need tasks that fix what the user says");
  }

  private static RolloutArguments.Parsed parse(String arguments) {
    return RolloutArguments.parse(arguments.split(" ", -1));
  }

  /** The mock domain with one task. */
  private static Path writeTasks(Path folder) throws IOException {
    Path mock = Files.createDirectories(folder.resolve("data/tau2/domains/mock"));
    Files.writeString(mock.resolve("db.json"), "{\"tasks\": {}, \"users\": {}}");
    Files.writeString(mock.resolve("user_db.json"), "{\"notifications\": {}}");
    Files.writeString(
        mock.resolve("tasks.json"),
        "[{\"id\": \"t\", \"ticket\": \"Help.\","
            + " \"user_scenario\": {\"instructions\": \"Ask for help.\"}}]");
    Files.writeString(mock.resolve("split_tasks.json"), "{\"base\": [\"t\"]}");
    return folder;
  }
}
