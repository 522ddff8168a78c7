package org.sealflow.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdaptersTest {
  private static final String LOAD = "/v1/load_lora_adapter";
  private static final String UNLOAD = "/v1/unload_lora_adapter";

  @TempDir private Path folder;
  private TestingServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestingServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private TestingCaller.Heard load(String name, Path path, String more) throws Exception {
    return server.caller.post(
        LOAD, "{'lora_name': '" + name + "', 'lora_path': '" + path + "'" + more + "}");
  }

  private TestingCaller.Heard unload(String name) throws Exception {
    return server.caller.post(UNLOAD, "{'lora_name': '" + name + "'}");
  }

  private int ask(String model) throws Exception {
    return server
        .caller
        .post("/v1/completions", "{'prompt': 'x', 'model': '" + model + "'}")
        .status();
  }

  @Test
  void anAdapterIsAModelWhileItIsLoaded() throws Exception {
    assertThat(ask("v1")).isEqualTo(404);

    TestingCaller.Heard loaded = load("v1", folder, "");
    assertThat(loaded.status()).isEqualTo(200);
    assertThat(loaded.body()).isEqualTo("Success: the adapter 'v1' is served.");
    assertThat(ask("v1")).isEqualTo(200);
    assertThat(server.engine.last().adapter()).isEqualTo("v1");
    assertThat(ask("nano")).isEqualTo(200);
    assertThat(server.engine.last().adapter()).isNull();

    TestingCaller.Heard models = server.caller.get("/v1/models");
    assertThat(models.json().findValuesAsText("id")).containsExactly("nano", "v1");
    assertThat(models.text("/data/0/root")).isEqualTo("/models/nano");
    assertThat(models.at("/data/0/parent").isNull()).isTrue();
    assertThat(models.at("/data/0/max_model_len").asInt()).isEqualTo(TestingEngine.CONTEXT);
    assertThat(models.text("/data/1/root")).isEqualTo(folder.toString());
    assertThat(models.text("/data/1/parent")).isEqualTo("nano");
    assertThat(server.caller.get("/v1/models/v1").text("/id")).isEqualTo("v1");

    assertThat(unload("v1").status()).isEqualTo(200);
    assertThat(server.engine.adapters).isEmpty();
    assertThat(ask("v1")).isEqualTo(404);
    assertThat(server.caller.get("/v1/models/v1").text("/error/code")).isEqualTo("model_not_found");
  }

  @Test
  void loadingTheSameTwiceIsLoadingItOnce() throws Exception {
    load("v1", folder, "");
    TestingCaller.Heard again = load("v1", folder.resolve("."), "");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo("Success: the adapter 'v1' is served already.");
  }

  @Test
  void anotherDirectoryUnderTheSameNameMustBeMeant() throws Exception {
    Path other = Files.createDirectory(folder.resolve("other"));
    load("v1", folder, "");
    assertRefused(
        load("v1", other, ""),
        400,
        "lora_name",
        "lora_name is 'v1', which is served from " + folder + " already: set load_inplace to true");
    assertThat(load("v1", other, ", 'load_inplace': true").status()).isEqualTo(200);
    assertThat(server.caller.get("/v1/models/v1").text("/root")).isEqualTo(other.toString());
  }

  @Test
  void whatCannotBeLoadedOrUnloadedIsSaid() throws Exception {
    Files.createFile(folder.resolve("broken"));
    assertRefused(
        load("v1", folder, ""), 400, "lora_path", folder + " is broken, expected an adapter");
    assertRefused(
        load("v1", Path.of("/nowhere"), ""),
        404,
        "lora_path",
        "lora_path is '/nowhere', expected a directory on the server's machine");
    assertRefused(
        load("nano", folder, ""), 400, "lora_name", "lora_name is 'nano', the model's own name");
    assertRefused(
        server.caller.post(LOAD, "{'lora_name': 'v1'}"),
        400,
        "lora_path",
        "lora_path is missing, expected a text");
    assertRefused(
        unload("v9"), 404, "lora_name", "the model 'v9' is not served, expected one of nano");
    assertThat(ask("v1")).isEqualTo(404);
  }

  @Test
  void adaptersOfTheStartAreServedOrTheServerDoesNotStart() throws Exception {
    TestingEngine engine = new TestingEngine();
    try (PolicyServer started = start(engine, Map.of("a", folder))) {
      assertThat(new TestingCaller(started, null).get("/v1/models/a").status()).isEqualTo(200);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> start(engine, Map.of("a", folder.resolve("absent"))).close())
        .withMessageStartingWith("lora_path is '" + folder.resolve("absent") + "', expected a");
  }

  private static PolicyServer start(TestingEngine engine, Map<String, Path> adapters)
      throws Exception {
    return PolicyServer.start(
        engine,
        TestingServer.text(),
        Path.of("/models/nano"),
        adapters,
        TestingServer.SETTINGS,
        TestingServer.CLOCK,
        () -> 1);
  }

  private static void assertRefused(
      TestingCaller.Heard heard, int status, String param, String message) {
    assertThat(heard.status()).as(heard.body()).isEqualTo(status);
    assertThat(heard.text("/error/message")).startsWith(message);
    assertThat(heard.text("/error/param")).isEqualTo(param);
  }
}
