package org.sealflow.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.sealflow.jobs.kafka.Connection;

/**
 * A Flink cluster of processes as an operator would start them: a JobManager and TaskManagers, with
 * Flink alone on their class path. Closing ends them all.
 */
final class StandaloneCluster implements AutoCloseable {
  private static final Duration LONGEST_START = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path directory;
  private final Path logs;
  private final int restPort;
  private final Map<String, Process> processes = new LinkedHashMap<>();

  private StandaloneCluster(Path directory, Path logs, int restPort) {
    this.directory = directory;
    this.logs = logs;
    this.restPort = restPort;
  }

  /**
   * Starts a JobManager and TaskManagers and waits until these have registered.
   *
   * @param directory for its configuration and checkpoints
   * @param logs what each process writes goes here
   * @param taskManagers their names
   */
  static StandaloneCluster start(Path directory, Path logs, String... taskManagers)
      throws Exception {
    List<Integer> ports = freePorts(2);
    StandaloneCluster cluster = new StandaloneCluster(directory, logs, ports.get(0));
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
    try {
      cluster.configure(ports.get(1));
      cluster.startProcess(
          "jobmanager",
          List.of("-Xmx512m"),
          "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
          "--configDir",
          cluster.configuration().toString());
      for (String name : taskManagers) {
        cluster.startTaskManager(name);
      }
      Await.until(
          "TaskManagers " + Arrays.toString(taskManagers) + "; see " + logs,
          LONGEST_START,
          () -> cluster.registered() == taskManagers.length);
      return cluster;
    } catch (Exception | Error failed) {
      cluster.close();
      throw failed;
    }
  }

  private void configure(int rpcPort) throws IOException {
    Files.createDirectories(configuration());
    Files.createDirectories(logs);
    try (InputStream yaml = resource("config.yaml")) {
      String given =
          String.join(
              "\n",
              "rest.port: " + restPort,
              "jobmanager.rpc.port: " + rpcPort,
              "io.tmp.dirs: " + Files.createDirectories(directory.resolve("tmp")),
              "execution.checkpointing.dir: " + directory.resolve("checkpoints").toUri(),
              "execution.checkpointing.savepoint-dir: " + directory.resolve("savepoints").toUri(),
              "");
      Files.writeString(
          configuration().resolve("config.yaml"),
          new String(yaml.readAllBytes(), StandardCharsets.UTF_8) + given);
    }
    try (InputStream log4j = resource("log4j.properties")) {
      Files.copy(log4j, configuration().resolve("log4j.properties"));
    }
  }

  private static InputStream resource(String name) {
    return requireNonNull(StandaloneCluster.class.getResourceAsStream("/cluster/" + name), name);
  }

  private Path configuration() {
    return directory.resolve("conf");
  }

  private void startTaskManager(String name) throws IOException {
    startProcess(
        name,
        List.of("-Xmx384m", "-XX:MaxDirectMemorySize=192m", "-XX:MaxMetaspaceSize=256m"),
        "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
        "--configDir",
        configuration().toString(),
        "-D",
        "taskmanager.resource-id=" + name);
  }

  private Process startProcess(
      String name, List<String> memory, String mainClass, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(memory);
    command.add("--add-opens=java.base/java.util=ALL-UNNAMED");
    command.addAll(CommandProcess.SHORT_LIVED);
    command.add("-Dlog4j.configurationFile=" + configuration().resolve("log4j.properties"));
    command.add("-cp");
    command.add(classPath());
    command.add(mainClass);
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(logs.resolve(name + ".log").toFile());
    builder.environment().put("FLINK_CONF_DIR", configuration().toString());
    Process process = builder.start();
    processes.put(name, process);
    return process;
  }

  private static String classPath() throws IOException {
    return Files.readString(setting("sealflow.cluster.class.path")).strip();
  }

  /** The job jar. */
  static Path jobJar() {
    return setting("sealflow.job.jar");
  }

  private static Path setting(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException("the build sets no " + name);
    }
    Path file = Path.of(value);
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException("no file " + file + "; run `mvn verify` from the root");
    }
    return file;
  }

  /** Where jobs are sent to. */
  String jobManager() {
    return "127.0.0.1:" + restPort;
  }

  /** Submits a job with {@code sealflow submit} and gives its id. */
  String submit(
      String job,
      Connection topics,
      int parallelism,
      String checkpointInterval,
      List<String> options)
      throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                "submit",
                job,
                "--jobmanager",
                jobManager(),
                "--job-jar",
                jobJar().toString(),
                "--bootstrap-servers",
                topics.bootstrapServers(),
                "--topic-prefix",
                topics.topics().prefix(),
                "--parallelism",
                String.valueOf(parallelism),
                "--checkpoint-interval",
                checkpointInterval,
                "--max-parallelism",
                String.valueOf(RunningJob.FEW_KEY_GROUPS.maxParallelism()),
                "--buffer-timeout",
                "20ms",
                "--json"));
    words.addAll(options);
    Console console = Console.run(words.toArray(String[]::new));
    assertThat(console.exitCode()).as(console.err()).isZero();
    return new ObjectMapper().readTree(console.out()).get("jobId").asText();
  }

  /** The port of {@link #jobManager}. */
  int restPort() {
    return restPort;
  }

  private int registered() throws Exception {
    for (Map.Entry<String, Process> process : processes.entrySet()) {
      if (!process.getValue().isAlive()) {
        throw new AssertionError(process.getKey() + " ended by itself; see " + logs);
      }
    }
    try {
      return get("/taskmanagers").get("taskmanagers").size();
    } catch (IOException notYet) {
      return 0;
    }
  }

  /** How many of a job's parallel instances run on each TaskManager. */
  Map<String, Integer> runningOn(String job) throws Exception {
    Map<String, Integer> running = new TreeMap<>();
    for (JsonNode vertex : get("/jobs/" + job).get("vertices")) {
      JsonNode subtasks =
          get("/jobs/" + job + "/vertices/" + vertex.get("id").asText()).get("subtasks");
      for (JsonNode subtask : subtasks) {
        if (subtask.get("status").asText().equals("RUNNING")) {
          running.merge(subtask.get("taskmanager-id").asText(), 1, Integer::sum);
        }
      }
    }
    return running;
  }

  /** How many parallel instances a job has. */
  int instances(String job) throws Exception {
    int instances = 0;
    for (JsonNode vertex : get("/jobs/" + job).get("vertices")) {
      instances += vertex.get("parallelism").asInt();
    }
    return instances;
  }

  /** Waits until all parallel instances of a job run: only then can it take a savepoint. */
  void awaitRunning(String job, Duration longest) throws Exception {
    int instances = instances(job);
    Await.until(
        "all instances of the job",
        longest,
        () -> runningOn(job).values().stream().mapToInt(Integer::intValue).sum() == instances);
  }

  /** Ends the TaskManager that runs most of a job. */
  void killBusiest(String job) throws Exception {
    kill(
        runningOn(job).entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .orElseThrow()
            .getKey());
  }

  /** How often a job was taken back to a checkpoint. */
  int restored(String job) throws Exception {
    return get("/jobs/" + job + "/checkpoints").get("counts").get("restored").asInt();
  }

  private JsonNode get(String path) throws Exception {
    HttpResponse<InputStream> response =
        http.send(
            HttpRequest.newBuilder(URI.create("http://" + jobManager() + path))
                .timeout(Duration.ofSeconds(10))
                .build(),
            HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      if (response.statusCode() != 200) {
        throw new IOException(path + " answers " + response.statusCode());
      }
      return JSON.readTree(body);
    }
  }

  /** Ends a TaskManager the hard way: it gets no chance to say goodbye. */
  private void kill(String taskManager) throws Exception {
    Process process = requireNonNull(processes.get(taskManager), taskManager);
    process.destroyForcibly();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      throw new AssertionError(taskManager + " outlives its kill");
    }
  }

  /**
   * Runs Flink's own command line.
   *
   * @return what it wrote
   */
  String flink(String... arguments) throws Exception {
    String name = "flink-" + arguments[0] + "-" + processes.size();
    Process process =
        startProcess(
            name, List.of("-Xmx384m"), "org.apache.flink.client.cli.CliFrontend", arguments);
    if (!process.waitFor(LONGEST_START.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError(name + " does not end; see " + logs);
    }
    String output = Files.readString(logs.resolve(name + ".log"));
    if (process.exitValue() != 0) {
      throw new AssertionError(name + " ended with " + process.exitValue() + ": " + output);
    }
    return output;
  }

  @Override
  public void close() {
    processes.values().forEach(Process::destroyForcibly);
  }

  private static List<Integer> freePorts(int number) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    try {
      // All are open at once, so that they differ.
      for (int i = 0; i < number; i++) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        sockets.add(socket);
        ports.add(socket.getLocalPort());
      }
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
    return ports;
  }
}
