package org.sealflow.jobs.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.EmbeddedBroker;
import org.sealflow.jobs.settings.UserError;

/**
 * The processes of a whole system: a broker behind a proxy, a JobManager that comes back with its
 * jobs after a kill, and two TaskManagers, each with room for all. Closing ends them all.
 */
final class ChaosSystem implements AutoCloseable {
  private static final int TASK_MANAGERS = 2;

  private static final String CONFIGURATION =
      """
      jobmanager.bind-host: 127.0.0.1
      jobmanager.rpc.address: 127.0.0.1
      jobmanager.memory.process.size: 768m
      jobmanager.execution.attempts-history-size: 4
      taskmanager.bind-host: 127.0.0.1
      taskmanager.host: 127.0.0.1
      taskmanager.numberOfTaskSlots: 6
      taskmanager.cpu.cores: 2.0
      taskmanager.memory.task.heap.size: 448m
      taskmanager.memory.task.off-heap.size: 0m
      taskmanager.memory.framework.heap.size: 128m
      taskmanager.memory.framework.off-heap.size: 128m
      taskmanager.memory.network.min: 96m
      taskmanager.memory.network.max: 96m
      taskmanager.memory.managed.size: 96m
      taskmanager.memory.jvm-metaspace.size: 320m
      taskmanager.memory.jvm-overhead.min: 192m
      taskmanager.memory.jvm-overhead.max: 192m
      rest.address: 127.0.0.1
      rest.bind-address: 127.0.0.1
      pekko.ask.timeout: 60 s
      heartbeat.interval: 1000
      heartbeat.timeout: 5000
      state.backend.type: rocksdb
      execution.checkpointing.incremental: true
      execution.checkpointing.timeout: 30 s
      high-availability.type: zookeeper
      high-availability.zookeeper.client.session-timeout: 4 s
      high-availability.zookeeper.client.connection-timeout: 4 s
      high-availability.zookeeper.client.retry-wait: 1 s
      """;

  private static final String LOG =
      """
      appender.console.type = Console
      appender.console.name = console
      appender.console.layout.type = PatternLayout
      appender.console.layout.pattern = %d{HH:mm:ss,SSS} %-5p %c{1} %m%n
      rootLogger.level = info
      rootLogger.appenderRef.console.ref = console
      logger.metrics.name = org.apache.flink.runtime.metrics.groups
      logger.metrics.level = error
      """;

  private static final long THREADS_WRITTEN_MILLIS = 2_000;

  private final Path directory;
  private final Duration patience;
  private final ChaosDisk disk;
  private final ZooKeeperHost zooKeeper;
  private final FaultProxy network;
  private final ChildProcess broker;
  private final ChildProcess jobManager;
  private final List<ChildProcess> taskManagers;
  private final ProcessClock clock;
  private final boolean stepsClock;
  private final ServedPolicy policy;
  private final ClusterJobs jobs;
  private volatile boolean stopped;

  private ChaosSystem(ChaosSettings settings, ChaosDisk disk, ZooKeeperHost zooKeeper, int restPort)
      throws Exception {
    this.directory = settings.directory();
    this.patience = settings.patience();
    this.disk = disk;
    this.zooKeeper = zooKeeper;
    this.network = FaultProxy.start(this::brokerPort);
    this.broker = brokerProcess();
    this.jobManager =
        flink(
            "jobmanager",
            List.of("-Xmx384m"),
            "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
            Map.of());
    this.clock = ProcessClock.create(directory.resolve("clock"));
    this.stepsClock =
        settings.schedule().stream()
            .flatMap(round -> round.faults().stream())
            .anyMatch(fault -> fault.kind() == ChaosFault.STEP_CLOCK);
    this.taskManagers =
        IntStream.rangeClosed(1, TASK_MANAGERS).mapToObj(this::taskManager).toList();
    this.policy =
        new ServedPolicy(
            settings.program(), settings.model(), directory.resolve("logs"), freePort());
    this.jobs = new ClusterJobs(restPort);
  }

  /**
   * Starts everything and waits until it is ready.
   *
   * @throws UserError if a part does not start, naming its log
   */
  static ChaosSystem start(ChaosSettings settings) throws Exception {
    Path directory = settings.directory();
    Files.createDirectories(directory.resolve("tmp"));
    int restPort = freePort();
    ZooKeeperHost zooKeeper = ZooKeeperHost.start(directory.resolve("zookeeper"));
    ChaosDisk disk = ChaosDisk.mount(directory);
    configure(settings, disk.folder(), restPort, zooKeeper);
    ChaosSystem system = new ChaosSystem(settings, disk, zooKeeper, restPort);
    Runtime.getRuntime().addShutdownHook(new Thread(system::killAll));
    try {
      system.processes().forEach(ChildProcess::start);
      system.awaitReady();
      return system;
    } catch (Exception | Error failed) {
      system.close();
      throw failed;
    }
  }

  private static void configure(
      ChaosSettings settings, Path state, int restPort, ZooKeeperHost zooKeeper)
      throws IOException {
    Path directory = settings.directory();
    Path conf = Files.createDirectories(directory.resolve("conf"));
    String own =
        String.join(
            "\n",
            "rest.port: " + restPort,
            "high-availability.zookeeper.quorum: " + zooKeeper.address(),
            "high-availability.storageDir: " + state.resolve("ha").toUri(),
            "io.tmp.dirs: " + directory.resolve("tmp"),
            "execution.checkpointing.dir: " + state.resolve("checkpoints").toUri(),
            "execution.checkpointing.savepoint-dir: " + state.resolve("savepoints").toUri(),
            "");
    Files.writeString(conf.resolve("config.yaml"), CONFIGURATION + own, StandardCharsets.UTF_8);
    Files.writeString(conf.resolve("log4j.properties"), LOG, StandardCharsets.UTF_8);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private ChildProcess brokerProcess() {
    return process(
        new ChildProcess.Program(
            "broker",
            List.of("-Xmx384m", logging()),
            System.getProperty("java.class.path"),
            HostedBrokerProgram.class.getName(),
            List.of(brokerData().toString(), String.valueOf(network.port())),
            Map.of()));
  }

  private String logging() {
    return "-Dlog4j.configurationFile=" + directory.resolve("conf").resolve("log4j.properties");
  }

  private Path brokerData() {
    return disk.folder().resolve("broker");
  }

  /** Where the broker itself listens; 0 while it does not run. */
  private int brokerPort() {
    Optional<String> address = EmbeddedBroker.running(brokerData());
    return address
        .map(known -> Integer.parseInt(known.substring(known.lastIndexOf(':') + 1)))
        .orElse(0);
  }

  /** Waits until the broker serves. */
  void awaitBroker(Deadline deadline) throws InterruptedException {
    while (brokerPort() == 0) {
      deadline.pause(() -> "the broker does not start");
    }
  }

  private ChildProcess taskManager(int number) {
    String name = "taskmanager-" + number;
    return flink(
        name,
        List.of("-Xmx576m", "-XX:MaxDirectMemorySize=256m", "-XX:MaxMetaspaceSize=320m"),
        "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
        // Asking libfaketime for the time takes 3 µs, so one process does, and only where it must.
        stepsClock && number == TASK_MANAGERS ? clock.environment() : Map.of());
  }

  private ChildProcess flink(
      String name, List<String> memory, String mainClass, Map<String, String> more) {
    Path conf = directory.resolve("conf");
    List<String> options = new ArrayList<>(memory);
    options.add(logging());
    Map<String, String> environment = new HashMap<>(more);
    environment.put("FLINK_CONF_DIR", conf.toString());
    return process(
        new ChildProcess.Program(
            name,
            options,
            FlinkClasses.of(System.getProperty("java.class.path")),
            mainClass,
            List.of("--configDir", conf.toString()),
            environment));
  }

  private ChildProcess process(ChildProcess.Program program) {
    return new ChildProcess(program, directory.resolve("logs"));
  }

  private void awaitReady() throws InterruptedException {
    Deadline deadline = Deadline.in(patience);
    while (brokerPort() == 0 || jobs.taskManagers() < TASK_MANAGERS) {
      for (ChildProcess process : processes()) {
        if (!process.isAlive()) {
          throw new UserError(process.name() + " ended as it started; see " + process.log());
        }
      }
      deadline.pause(
          () ->
              String.format(
                  Locale.ROOT,
                  "the system is not ready after %d s; see %s",
                  patience.toSeconds(),
                  directory.resolve("logs")));
    }
  }

  private List<ChildProcess> processes() {
    return Stream.concat(Stream.of(broker, jobManager), taskManagers.stream()).toList();
  }

  /** Starts again what does not run. */
  void revive() {
    processes().forEach(ChildProcess::start);
  }

  /** Has every process write into its log what its threads do, and gives it a moment for that. */
  void writeThreads() throws InterruptedException {
    processes().forEach(ChildProcess::writeThreads);
    policy.writeThreads();
    Thread.sleep(THREADS_WRITTEN_MILLIS);
  }

  /** How often processes ended that nobody had killed. */
  int ownEnds() {
    return processes().stream().mapToInt(ChildProcess::ownEnds).sum();
  }

  ChildProcess broker() {
    return broker;
  }

  ChildProcess jobManager() {
    return jobManager;
  }

  ChildProcess taskManager(PlannedFault fault) {
    return taskManagers.get(fault.target() % taskManagers.size());
  }

  /** The clock that the last TaskManager sees. */
  ProcessClock clock() {
    return clock;
  }

  /** Why a kind of fault cannot be played here; null if it can. */
  @Nullable String refusal(ChaosFault kind) {
    return switch (kind.part()) {
      case DISK -> disk.refusal();
      case CLOCK -> clock.refusal();
      case CLUSTER, BROKER, RECORDS, POLICY, JOBS -> null;
    };
  }

  /** Where broker and jobs keep their state. */
  ChaosDisk disk() {
    return disk;
  }

  /** The proxy between the broker and its clients. */
  FaultProxy network() {
    return network;
  }

  /** Where clients find the broker. */
  String bootstrapServers() {
    return "127.0.0.1:" + network.port();
  }

  /** The policy behind a server; it runs once a round asks for it. */
  ServedPolicy policy() {
    return policy;
  }

  /** The jobs on the cluster. */
  ClusterJobs jobs() {
    return jobs;
  }

  /** Whether this program was told to stop: what fails now says nothing. */
  boolean isStopped() {
    return stopped;
  }

  private void killAll() {
    stopped = true;
    processes().forEach(ChildProcess::kill);
    policy.kill();
    disk.close();
  }

  @Override
  public void close() throws IOException {
    killAll();
    jobs.close();
    network.close();
    policy.close();
    zooKeeper.close();
  }
}
