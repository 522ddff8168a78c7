package org.sealflow.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.jobmanager.JobManagerProcessUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.jobs.settings.LearnerSlot;

/**
 * The rules by which the operator refuses a deployment (its DefaultValidator), and a few of ours
 * that it does not have.
 */
class ManifestRulesTest {
  private static final String HIGH_AVAILABILITY = "high-availability.type";
  private static final String CHECKPOINTS = "execution.checkpointing.dir";
  private static final String SAVEPOINTS = "execution.checkpointing.savepoint-dir";
  private static final String STORAGE = "high-availability.storageDir";
  private static final String OPERATOR = "kubernetes.operator.";

  /** Secrets that no manifest makes: README.md says how; Strimzi makes that of its certificate. */
  private static final Set<String> FOREIGN_SECRETS =
      Set.of("sealflow-s3", "sealflow-vllm", "sealflow-cluster-ca-cert");

  private static List<Manifests.FlinkJob> jobs() {
    List<Manifests.FlinkJob> jobs = Manifests.jobs();
    assertThat(jobs).hasSizeGreaterThanOrEqualTo(7);
    return jobs;
  }

  private static boolean isOn(Map<String, String> configuration, String key) {
    return configuration.getOrDefault(key, "false").equals("true");
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void nameVersionAndAccountAreTaken(Manifests.FlinkJob job) {
    assertThat(job.name()).matches("[a-z]([-a-z\\d]{0,43}[a-z\\d])?");
    assertThat(job.spec().path("serviceAccount").asText()).isEqualTo("flink");
    assertThat(job.spec().path("flinkVersion").asText()).isEqualTo("v2_3");
    assertThat(job.spec().path("image").asText()).matches("sealflow(-gpu)?:\\d+\\.\\d+\\.\\d+");
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void noKeyIsForbiddenAndTheOperatorsFitTogether(Manifests.FlinkJob job) {
    Map<String, String> configuration = job.configuration();
    assertThat(configuration)
        .doesNotContainKeys(
            "kubernetes.namespace", "kubernetes.cluster-id", "high-availability.cluster-id");
    if (isOn(configuration, OPERATOR + "deployment.rollback.enabled")) {
      assertThat(configuration).containsKey(HIGH_AVAILABILITY);
    }
    if (isOn(configuration, OPERATOR + "cluster.health-check.enabled")) {
      assertThat(configuration.get(OPERATOR + "jm-deployment-recovery.enabled"))
          .isNotEqualTo("false");
    }
    assertThat(configuration).doesNotContainKey("job.autoscaler.enabled");
    job.spec()
        .path("logConfiguration")
        .fieldNames()
        .forEachRemaining(
            key -> assertThat(key).isIn("log4j-console.properties", "logback-console.xml"));
    if (job.spec().has("ingress")) {
      assertThat(job.spec().at("/ingress/template").asText()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void stateSurvivesUpgradesAndLostPods(Manifests.FlinkJob job) {
    Map<String, String> configuration = job.configuration();
    assertThat(job.spec().at("/job/upgradeMode").asText()).isEqualTo("savepoint");
    assertThat(configuration.get(HIGH_AVAILABILITY)).isEqualTo("kubernetes");
    assertThat(configuration).containsKeys(CHECKPOINTS, SAVEPOINTS, STORAGE);
    assertThat(configuration.get("state.backend.type")).isEqualTo("rocksdb");
    assertThat(configuration.get("execution.checkpointing.incremental")).isEqualTo("true");
    int tolerable =
        Integer.parseInt(
            configuration.getOrDefault(
                "execution.checkpointing.tolerable-failed-checkpoints", "0"));
    assertThat(tolerable).isGreaterThanOrEqualTo(3);
    assertThat(configuration)
        .containsEntry(
            "execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION")
        .containsKey(OPERATOR + "periodic.savepoint.interval");
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void javaIsToldOfTheClassesThatTheImageKeeps(Manifests.FlinkJob job) throws IOException {
    Matcher made =
        Pattern.compile("-XX:ArchiveClassesAtExit=([^\\s\"]+)")
            .matcher(Files.readString(Manifests.FOLDER.resolve("image/Dockerfile")));
    assertThat(made.find()).isTrue();
    assertThat(job.configuration().get("env.java.opts.all").split(" "))
        .contains("-XX:SharedArchiveFile=" + made.group(1));
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void parallelismAndReplicasAreAtLeastOne(Manifests.FlinkJob job) {
    JsonNode spec = job.spec();
    assertThat(spec.at("/job/parallelism").asInt()).isPositive();
    assertThat(spec.at("/jobManager/replicas").asInt(1)).isPositive();
    assertThat(spec.at("/taskManager/replicas").asInt(1)).isPositive();
    int slots =
        Integer.parseInt(job.configuration().getOrDefault("taskmanager.numberOfTaskSlots", "1"));
    assertThat(slots).isPositive();
  }

  private static TaskExecutorProcessSpec taskManager(Manifests.FlinkJob job) {
    Configuration configuration = Configuration.fromMap(job.configuration());
    configuration.set(
        TaskManagerOptions.TOTAL_PROCESS_MEMORY,
        MemorySize.parse(job.spec().at("/taskManager/resource/memory").asText()));
    return TaskExecutorProcessUtils.processSpecFromConfig(configuration);
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void flinkCanDivideTheMemory(Manifests.FlinkJob job) {
    Configuration jobManager = Configuration.fromMap(job.configuration());
    jobManager.set(
        JobManagerOptions.TOTAL_PROCESS_MEMORY,
        MemorySize.parse(job.spec().at("/jobManager/resource/memory").asText()));
    assertThat(
            JobManagerProcessUtils.processSpecFromConfig(jobManager)
                .getJvmHeapMemorySize()
                .getMebiBytes())
        .isGreaterThanOrEqualTo(512);
    assertThat(taskManager(job).getTaskHeapSize().getMebiBytes()).isGreaterThanOrEqualTo(512);
    assertThat(taskManager(job).getManagedMemorySize().getMebiBytes()).isGreaterThanOrEqualTo(256);
  }

  /** A slot without a size of its own gets its share of everything; the rest is the learner's. */
  @ParameterizedTest
  @MethodSource("jobs")
  void theLearnersSlotFitsBesideTheOthers(Manifests.FlinkJob job) throws Exception {
    int slotArgument = job.arguments().indexOf("--learner-slot");
    if (slotArgument < 0) {
      assertThat(job.arguments()).doesNotContain("--learn");
      return;
    }
    LearnerSlot slot = LearnerSlot.parse(job.arguments().get(slotArgument + 1));
    int slots =
        Integer.parseInt(job.configuration().getOrDefault("taskmanager.numberOfTaskSlots", "1"));
    int others = job.spec().at("/job/parallelism").asInt();
    TaskExecutorProcessSpec memory = taskManager(job);

    assertThat(slots).isEqualTo(others + 1);
    assertThat(slot.heap().getBytes())
        .isLessThanOrEqualTo(memory.getTaskHeapSize().getBytes() / slots);
    assertThat(slot.offHeap().getBytes())
        .isLessThanOrEqualTo(memory.getTaskOffHeapSize().getBytes() / slots);
    assertThat(slot.cpuCores())
        .isLessThanOrEqualTo(job.spec().at("/taskManager/resource/cpu").asDouble() / slots);
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void metricsAreShownAtADeclaredPort(Manifests.FlinkJob job) {
    Map<String, String> configuration = job.configuration();
    assertThat(configuration.get("metrics.reporter.prom.factory.class"))
        .isEqualTo("org.apache.flink.metrics.prometheus.PrometheusReporterFactory");
    JsonNode container = job.spec().at("/podTemplate/spec/containers/0");
    assertThat(container.path("name").asText()).isEqualTo("flink-main-container");
    assertThat(container.at("/ports/0/name").asText()).isEqualTo("metrics");
    assertThat(container.at("/ports/0/containerPort").asText())
        .isEqualTo(configuration.get("metrics.reporter.prom.port"));
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void whatIsMountedIsThereAndMadeBySomebody(Manifests.FlinkJob job) {
    Set<String> volumes = new HashSet<>();
    for (JsonNode volume : job.spec().at("/podTemplate/spec/volumes")) {
      volumes.add(volume.path("name").asText());
    }
    for (JsonNode mount : job.spec().at("/podTemplate/spec/containers/0/volumeMounts")) {
      assertThat(volumes).contains(mount.path("name").asText());
    }
    Set<String> users = names("KafkaUser");
    for (JsonNode secret : job.spec().findValues("secretName")) {
      assertThat(users.contains(secret.asText()) || FOREIGN_SECRETS.contains(secret.asText()))
          .as("secret " + secret.asText())
          .isTrue();
    }
    for (JsonNode key : job.spec().findValues("secretKeyRef")) {
      assertThat(FOREIGN_SECRETS).contains(key.path("name").asText());
    }
    for (JsonNode map : job.spec().findValues("configMap")) {
      assertThat(names("ConfigMap")).contains(map.path("name").asText());
    }
    for (JsonNode claim : job.spec().findValues("claimName")) {
      assertThat(names("PersistentVolumeClaim")).contains(claim.asText());
    }
  }

  private static Set<String> names(String kind) {
    Set<String> names = new HashSet<>();
    Manifests.ofKind(kind).forEach(each -> names.add(each.name()));
    return names;
  }

  /** The entrypoint of Flink's image stops where a plugin is missing; both pods need it. */
  @ParameterizedTest
  @MethodSource("jobs")
  void theFileSystemOfItsDirectoriesIsSwitchedOn(Manifests.FlinkJob job) throws IOException {
    Map<String, String> environment = new HashMap<>();
    for (JsonNode each : job.spec().at("/podTemplate/spec/containers/0/env")) {
      environment.put(each.path("name").asText(), each.path("value").asText());
    }
    String image = Files.readString(Manifests.FOLDER.resolve("image/Dockerfile"));
    String flink = image.replaceAll("(?s).*FROM flink:([0-9.]+)-java17.*", "$1");
    assertThat(environment)
        .containsEntry("ENABLE_BUILT_IN_PLUGINS", "flink-s3-fs-hadoop-" + flink + ".jar")
        .containsKeys("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY");
    assertThat(job.configuration().get(CHECKPOINTS)).startsWith("s3://");
    assertThat("v" + flink.replaceAll("\\.\\d+$", "").replace('.', '_'))
        .isEqualTo(job.spec().path("flinkVersion").asText());
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void noSecretIsWrittenDown(Manifests.FlinkJob job) {
    List<String> texts = new ArrayList<>(job.arguments());
    job.configuration().forEach((key, value) -> texts.add(key));
    assertThat(texts)
        .noneMatch(
            text -> text.matches("(?i).*(password|secret|access[-.]?key|jaas|api[-.]?key).*"));
  }

  /** Two jobs in one directory would take each other's state for their own. */
  @Test
  void eachManifestHasItsOwnDirectories() {
    Map<String, String> owners = new HashMap<>();
    for (Manifests.FlinkJob job : jobs()) {
      for (String key : List.of(CHECKPOINTS, SAVEPOINTS, STORAGE)) {
        String directory = job.configuration().getOrDefault(key, "");
        String name = job.name().replaceFirst("-(blue|green)$", "-colours");
        assertThat(owners.computeIfAbsent(directory, first -> name)).as(directory).isEqualTo(name);
      }
    }
  }

  @Test
  void aSavepointCanBeAskedOfEachDeployment() {
    Set<String> asked = new HashSet<>();
    for (Manifests.Manifest snapshot : Manifests.ofKind("FlinkStateSnapshot")) {
      JsonNode spec = snapshot.spec();
      assertThat(spec.has("savepoint")).isNotEqualTo(spec.has("checkpoint"));
      assertThat(spec.at("/savepoint/disposeOnDelete").asBoolean(true)).isFalse();
      assertThat(spec.at("/jobReference/kind").asText()).isEqualTo("FlinkDeployment");
      asked.add(spec.at("/jobReference/name").asText());
    }
    assertThat(asked).isEqualTo(names("FlinkDeployment"));
  }

  /** Its children are deployments of their own, and no two learners may share a run. */
  @Test
  void onlyDiagnosisWithoutALearnerHasTwoColours() {
    for (Manifests.Manifest each : Manifests.ofKind("FlinkBlueGreenDeployment")) {
      assertThat(each.name().length()).isLessThanOrEqualTo(39);
    }
    assertThat(jobs())
        .filteredOn(job -> job.name().endsWith("-blue"))
        .isNotEmpty()
        .allSatisfy(job -> assertThat(job.playsRollouts()).isFalse())
        .allSatisfy(job -> assertThat(job.arguments()).doesNotContain("--learn"));
  }
}
