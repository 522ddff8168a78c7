package org.sealflow.jobs.cli.serve;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.DeviceConverter;
import org.sealflow.jobs.cli.option.GracefulStop;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.learn.engine.EngineSettings;
import org.sealflow.learn.engine.PolicyEngine;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.Precision;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.template.TemplateException;
import org.sealflow.serve.PolicyServer;
import org.sealflow.serve.ServedText;
import org.sealflow.serve.ServerSettings;
import org.sealflow.serve.http.PortLimits;
import org.sealflow.serve.http.PortSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves a model directory as OpenAI's API. */
@Command(
    name = "policy",
    mixinStandardHelpOptions = true,
    description = {
      "Serves a Hugging Face model directory (Qwen2, Qwen3, Llama) as an OpenAI-compatible server:"
          + " completions with token ids and log-probabilities, chats with tools, adapters loaded"
          + " and unloaded by vLLM's endpoints, /health, /version, /metrics.",
      "Ctrl-C lets requests under way end and stops it."
    })
final class ServePolicyCommand implements Callable<Integer> {
  /** The longest context unless asked for another; some models allow far more than memory does. */
  private static final int LONGEST_CONTEXT = 1 << 15;

  private static final int MOST_ROWS = 1 << 16;

  /** Answers that wait for each one that is sampled, before callers are told to come again. */
  private static final int WAITING_PER_ROW = 7;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ListenOptions listen = new ListenOptions();

  @Option(
      names = "--model",
      required = true,
      paramLabel = "DIR",
      description = "The model's directory: config.json, safetensors, tokenizer.json.")
  private Path model = Path.of("");

  @Option(
      names = "--adapter",
      paramLabel = "NAME=DIR",
      description = "A PEFT adapter to serve beside it, asked for by its name. Repeatable.")
  private Map<String, Path> adapters = new LinkedHashMap<>();

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8000",
      description = "The port; 0 takes any that is free (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What callers call the model (default: the directory's name).")
  private @Nullable String name;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      converter = DeviceConverter.class,
      defaultValue = "cpu",
      description = "cpu, gpu0, gpu1, … (default: ${DEFAULT-VALUE}).")
  private String device = "";

  @Option(
      names = "--precision",
      paramLabel = "TYPE",
      defaultValue = "float32",
      description = "Type of the weights: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Precision precision = Precision.FLOAT32;

  @Option(
      names = "--context",
      paramLabel = "N",
      description =
          "Longest prompt and answer together, tokens (default: what the model allows, at most"
              + " 32768).")
  private @Nullable Integer context;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "Answers sampled at the same time (default: ${DEFAULT-VALUE}); seven times as many may"
              + " wait, further requests are told to come again.")
  private int rows;

  @Override
  public Integer call() throws InterruptedException {
    ServerSettings settings = settings();
    GracefulStop stop = new GracefulStop();
    try (stop;
        ServedText text = text();
        PolicyEngine engine = engine(settings);
        PolicyServer server = server(engine, text, settings)) {
      ServeAnnouncement announcement =
          new ServeAnnouncement(
              server.url(),
              settings.modelName(),
              model.toAbsolutePath(),
              engine.config(),
              engine.settings(),
              List.copyOf(adapters.keySet()),
              text.hasTemplate(),
              listen.keyInShell(settings.place().security()));
      print(announcement, settings);
      CountDownLatch told = new CountDownLatch(1);
      stop.onSignal(told::countDown);
      told.await();
    }
    return 0;
  }

  private ServerSettings settings() {
    if (rows < 1 || rows > MOST_ROWS) {
      throw new UsageError("--rows is " + rows + ", expected 1 to " + MOST_ROWS);
    }
    PortSettings place = listen.place("--port", port, PortLimits.USUAL, listen.security());
    try {
      ServerSettings local = ServerSettings.local(modelName(), version()).at(place);
      return local.withLimits(
          rows * (1 + WAITING_PER_ROW), place.mostBodyBytes(), local.requestDeadline());
    } catch (IllegalArgumentException wrong) {
      throw new UsageError(Causes.oneLine(wrong.getMessage()), wrong);
    }
  }

  private String modelName() {
    Path last = model.toAbsolutePath().normalize().getFileName();
    return name != null ? name : last == null ? "policy" : last.toString();
  }

  private String version() {
    String[] version = spec.root().version();
    String line = version.length == 0 ? "" : version[0];
    return line.substring(line.lastIndexOf(' ') + 1);
  }

  private ServedText text() {
    if (!Files.isDirectory(model)) {
      throw new UserError(model + " is no directory, expected a Hugging Face model directory");
    }
    try {
      return ServedText.open(model, Clock.systemUTC());
    } catch (IOException | IllegalArgumentException | TemplateException unusable) {
      throw new UserError(
          "no usable tokenizer in " + model + ": " + Causes.oneLine(unusable.getMessage()),
          unusable);
    }
  }

  private PolicyEngine engine(ServerSettings settings) {
    // Before minutes go into reading a large model.
    requirePort(settings);
    try {
      ModelConfig config = ModelConfig.read(model.resolve("config.json"));
      int longest = Math.min(config.rotary().maximumPositions(), LONGEST_CONTEXT);
      EngineSettings engine =
          EngineSettings.onCpu(context == null ? longest : context)
              .on(device, precision)
              .withLimits(rows, settings.mostRows());
      spec.commandLine().getErr().println("loading " + model);
      return PolicyEngine.open(model, engine, Clock.systemUTC());
    } catch (ModelDirectoryException | IllegalArgumentException | IllegalStateException broken) {
      throw new UserError(Causes.oneLine(broken.getMessage()), broken);
    }
  }

  private static void requirePort(ServerSettings settings) {
    try {
      PolicyServer.requireFree(settings);
    } catch (IOException taken) {
      throw new UserError(Causes.oneLine(taken.getMessage()), taken);
    }
  }

  private PolicyServer server(PolicyEngine engine, ServedText text, ServerSettings settings) {
    try {
      return PolicyServer.start(
          engine,
          text,
          model.toAbsolutePath(),
          adapters,
          settings,
          Clock.systemUTC(),
          () -> ThreadLocalRandom.current().nextLong());
    } catch (IOException | IllegalArgumentException refused) {
      throw new UserError(Causes.oneLine(refused.getMessage()), refused);
    }
  }

  private void print(ServeAnnouncement announcement, ServerSettings settings) {
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(PlainJson.line(announcement::write));
    } else {
      announcement.lines().forEach(out::println);
    }
    out.flush();
    listen.warn(settings.place(), "use the model and load adapters", spec.commandLine().getErr());
  }
}
