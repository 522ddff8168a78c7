package org.sealflow.system.rule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Reference;

/** Checks dependencies inside modules, and what no code may do; Maven holds the rest. */
final class ArchitectureTest {
  private static final String SCHEMAS = "org.sealflow.schemas..";
  private static final String PYTHON = "org.sealflow.python..";
  private static final String ENVIRONMENT = "org.sealflow.environment..";
  private static final String BFCL = "org.sealflow.bfcl..";

  /** The one part of it that reads files: tasks in the benchmark's own layout. */
  private static final String BFCL_FILES = "org.sealflow.bfcl.files..";

  private static final String WORLDS = "org.sealflow.environment.world..";
  private static final String TAU = "org.sealflow.tau..";
  private static final String REVIEW = "org.sealflow.review..";

  /** The one part of it that the stream finds as an environment. */
  private static final String REVIEWED_EPISODES = "org.sealflow.review.live..";

  private static final String VERIFY = "org.sealflow.verify..";
  private static final String DIAGNOSE = "org.sealflow.diagnose..";
  private static final String CAPABILITY = "org.sealflow.capability..";
  private static final String EVOLVE = "org.sealflow.evolve..";
  private static final String ROLLOUT = "org.sealflow.rollout..";
  private static final String LEARN = "org.sealflow.learn..";
  private static final String MODEL = "org.sealflow.model..";
  private static final String GENERATE = "org.sealflow.generate..";
  private static final String NANO = "org.sealflow.nano..";
  private static final String SERVE = "org.sealflow.serve..";
  private static final String BENCH = "org.sealflow.jobs.bench..";
  private static final String JOBS = "org.sealflow.jobs..";
  private static final String FLINK = "org.apache.flink..";
  private static final String KAFKA = "org.apache.kafka..";
  private static final String DJL = "ai.djl..";

  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .withImportOption(location -> !location.contains("/org/sealflow/system/"))
          .importPackages("org.sealflow");

  private static void holds(ArchRule rule) {
    rule.check(CODE);
  }

  @Test
  void everyModuleIsLookedAtAndNoTest() {
    for (String part :
        List.of(
            "schemas.Topic",
            "python.call.CallExecutor",
            "environment.Environments",
            "environment.world.WorldTask",
            "bfcl.simulator.SharedWorld",
            "bfcl.files.BfclEnvironment",
            "review.rule.TrajectoryReviewer",
            "model.Transformer",
            "verify.VerifyFunction",
            "diagnose.Diagnoser",
            "capability.ProfileFunction",
            "evolve.EvolveFunction",
            "rollout.EpisodeRunner",
            "learn.algorithm.objective.Objective",
            "jobs.CoEvolutionJob",
            "jobs.kafka.Connection",
            "jobs.report.run.RunReport",
            "jobs.bench.verify.Workload",
            "generate.TaskGenerator",
            "serve.PolicyServer",
            "jobs.cli.Sealflow")) {
      assertThat(CODE.contain("org.sealflow." + part)).as(part).isTrue();
    }
    assertThat(CODE.contain(Reference.class)).isFalse();
    assertThat(CODE.contain(ArchitectureTest.class)).isFalse();
  }

  @Test
  void whatARuleForbidsIsFound() {
    assertThatThrownBy(() -> holds(independent(JOBS, KAFKA))).isInstanceOf(AssertionError.class);
    assertThatThrownBy(
            () ->
                holds(
                    noClasses()
                        .that()
                        .resideInAPackage(JOBS)
                        .should()
                        .accessTargetWhere(readsTheClock())))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("System.nanoTime");
    assertThatThrownBy(
            () ->
                holds(
                    noClasses()
                        .that()
                        .resideInAPackage(JOBS)
                        .should()
                        .accessTargetWhere(reflective())))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("getProtectionDomain");
    assertThatThrownBy(
            () ->
                holds(
                    noClasses()
                        .that()
                        .resideInAPackage(JOBS)
                        .should()
                        .accessTargetWhere(leavesTheJvm())))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("System.exit");
  }

  @Test
  void insideTheOperatorsDependenciesRunOneWay() {
    holds(independent(VERIFY, DIAGNOSE, CAPABILITY, EVOLVE, ROLLOUT, LEARN));
    holds(independent(DIAGNOSE, CAPABILITY, EVOLVE, ROLLOUT, LEARN));
    holds(independent(CAPABILITY, EVOLVE, ROLLOUT, LEARN));
    holds(independent(EVOLVE, ROLLOUT, LEARN));
    holds(independent(LEARN, BFCL, CAPABILITY, EVOLVE, ROLLOUT));
  }

  /** Environments are found by name; a command may name one where its user chooses it. */
  @Test
  void theStreamAndTheJobsKnowNoEnvironmentByItsClasses() {
    holds(
        noClasses()
            .that()
            .resideInAnyPackage(
                ENVIRONMENT,
                REVIEW,
                VERIFY,
                DIAGNOSE,
                CAPABILITY,
                EVOLVE,
                ROLLOUT,
                LEARN,
                SERVE,
                "org.sealflow.jobs",
                "org.sealflow.jobs.files..",
                "org.sealflow.jobs.kafka..",
                "org.sealflow.jobs.live..",
                "org.sealflow.jobs.report..",
                "org.sealflow.jobs.run..",
                "org.sealflow.jobs.settings..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(BFCL, TAU));
  }

  @Test
  void ofTheOperatorsTheLabAndTheServersUseWhatAPolicyNeeds() {
    holds(independent(NANO, CAPABILITY, EVOLVE, FLINK));
    holds(independent(SERVE, BFCL, VERIFY, DIAGNOSE, CAPABILITY, EVOLVE, ROLLOUT, FLINK));
  }

  @Test
  void rolloutsSeeTheEnvironmentTheTasksAndOfTheLearnerOnlyHowToAskIt() {
    holds(independent(ROLLOUT, DIAGNOSE, CAPABILITY, EVOLVE));
    holds(
        independent(
            ROLLOUT,
            "org.sealflow.learn",
            "org.sealflow.learn.algorithm..",
            "org.sealflow.learn.batch..",
            "org.sealflow.learn.operator..",
            "org.sealflow.learn.sample..",
            "org.sealflow.learn.step..",
            "org.sealflow.learn.weights.."));
    holds(
        noClasses()
            .that()
            .resideInAPackage(ROLLOUT)
            .and()
            .resideOutsideOfPackage("org.sealflow.rollout.embedded")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "org.sealflow.model",
                "org.sealflow.model.config..",
                "org.sealflow.model.file..",
                "org.sealflow.model.script..",
                "org.sealflow.learn.engine.."));
  }

  /** A repair may hold ground-truth values: what shows texts to a policy never reads one. */
  @Test
  void whatAPolicySeesKnowsNoRepair() {
    DescribedPredicate<JavaClass> repairs =
        DescribedPredicate.describe(
            "are repairs",
            type ->
                Set.of("Repair", "CallEdit", "ArgumentChange", "RepairSearch")
                        .contains(type.getSimpleName())
                    || type.getPackageName().equals("org.sealflow.diagnose.repair"));
    holds(
        noClasses()
            .that()
            .resideInAnyPackage(BFCL, CAPABILITY, EVOLVE, ROLLOUT, LEARN, SERVE)
            .should()
            .dependOnClassesThat(repairs));
    assertThatThrownBy(
            () ->
                holds(
                    noClasses()
                        .that()
                        .resideInAPackage(DIAGNOSE)
                        .should()
                        .dependOnClassesThat(repairs)))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void onlyTheModelAndTheBenchmarksBesideItKnowTheEngine() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackages(MODEL, BENCH)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(DJL));
    holds(
        noClasses()
            .that()
            .resideInAnyPackage("org.sealflow.model.template..", "org.sealflow.model.text..")
            .and()
            .haveSimpleNameNotEndingWith("HuggingFacePromptTokenizer")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(DJL));
  }

  @Test
  void theEnvironmentDependsOnNothingButItselfAndJson() {
    holds(
        classes()
            .that()
            .resideInAnyPackage(PYTHON, ENVIRONMENT, BFCL)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                SCHEMAS,
                PYTHON,
                ENVIRONMENT,
                BFCL,
                "java..",
                "org.jspecify.annotations",
                "com.fasterxml.jackson.core.."));
  }

  @Test
  void theReviewDependsOnNothingButItselfAndJsonAndReadingKnowsNoRule() {
    holds(
        classes()
            .that()
            .resideInAPackage(REVIEW)
            .and()
            .resideOutsideOfPackage(REVIEWED_EPISODES)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                REVIEW, "java..", "org.jspecify.annotations", "com.fasterxml.jackson.."));
    holds(independent("org.sealflow.review.read..", "org.sealflow.review.rule.."));
  }

  @Test
  void inTheOperatorsOnlyFunctionsTheRunnerFilesAndWhatHoldsTheirStateKnowFlink() {
    holds(
        noClasses()
            .that()
            .resideInAnyPackage(VERIFY, DIAGNOSE, CAPABILITY, EVOLVE, ROLLOUT)
            .and()
            .haveNameNotMatching(
                ".*(Function(\\$.*)?|\\.Keyed\\w+(\\$.*)?|\\.\\w+Metrics|\\.BranchSources|\\.RunPatches|\\.TokenBudget|\\.Learnability|\\.Curriculum|\\.AddedTasks|\\.EpisodeOutcomes|\\.OpenEpisodes|\\.PlayedBatches|\\.EvolutionStore(\\$.*)?|\\.LedgerCounter|\\.EpisodeRunner\\w*(\\$.*)?|\\.AdapterCopies|\\.FetchedWeights|\\.ProcessingTimeClock"
                    + "|\\.ReceivedEvent(\\w*)(\\$.*)?)")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(FLINK));
  }

  private static ArchRule independent(String code, String... others) {
    return noClasses()
        .that()
        .resideInAPackage(code)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others);
  }

  @Test
  void theEnvironmentReachesNoFileNetworkOrScript() {
    holds(
        noClasses()
            .that()
            .resideInAnyPackage(PYTHON, BFCL, "org.sealflow.environment.conversation..", WORLDS)
            .and()
            .resideOutsideOfPackage(BFCL_FILES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "java.nio.file..", "java.net..", "javax..", "jdk..", "sun..", "com.sun..")
            .orShould()
            .dependOnClassesThat(javaIo()));
  }

  /** Of java.io nothing but the exception that the JSON parser declares. */
  private static DescribedPredicate<JavaClass> javaIo() {
    Set<String> harmless = Set.of("java.io.IOException", "java.io.Serializable");
    return DescribedPredicate.describe(
        "are files or streams of java.io",
        other -> other.getPackageName().equals("java.io") && !harmless.contains(other.getName()));
  }

  @Test
  void theEnvironmentStartsNoProcessAndReflectsOnNothing() {
    holds(
        noClasses()
            .that()
            .resideInAnyPackage(PYTHON, BFCL, "org.sealflow.environment.conversation..", WORLDS)
            .and()
            .resideOutsideOfPackage(BFCL_FILES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.lang.reflect..", "java.lang.instrument..")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Process.class, ProcessBuilder.class, Runtime.class, ClassLoader.class)
            .orShould()
            .accessTargetWhere(owner("java.lang.invoke"))
            .orShould()
            .accessTargetWhere(reflective())
            .orShould()
            .accessTargetWhere(leavesTheJvm()));
  }

  private static DescribedPredicate<JavaAccess<?>> owner(String packageName) {
    return DescribedPredicate.describe(
        "is in " + packageName,
        access -> access.getTargetOwner().getPackageName().equals(packageName));
  }

  /** Of System nothing but copies of arrays and identities. */
  private static DescribedPredicate<JavaAccess<?>> leavesTheJvm() {
    Set<String> harmless = Set.of("arraycopy", "identityHashCode");
    return DescribedPredicate.describe(
        "uses the process",
        access ->
            access.getTargetOwner().isEquivalentTo(System.class)
                && !harmless.contains(access.getTarget().getName()));
  }

  private static DescribedPredicate<JavaAccess<?>> reflective() {
    Set<String> harmless =
        Set.of("getName", "getSimpleName", "desiredAssertionStatus", "cast", "isInstance");
    return DescribedPredicate.describe(
        "looks into a class",
        access ->
            access.getTargetOwner().isEquivalentTo(Class.class)
                && !harmless.contains(access.getTarget().getName()));
  }

  @Test
  void theEnvironmentSharesNothingThatChanges() {
    holds(
        noFields()
            .that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(PYTHON, ENVIRONMENT, BFCL)
            .and()
            .areStatic()
            .should()
            .notBeFinal());
    holds(
        noFields()
            .that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(PYTHON, ENVIRONMENT, BFCL)
            .and()
            .areStatic()
            .should()
            .haveRawType(changeable()));
  }

  /** Types whose very name says that their values change. */
  private static DescribedPredicate<JavaClass> changeable() {
    List<Class<?>> types =
        List.of(
            java.util.AbstractMap.class,
            java.util.AbstractCollection.class,
            java.util.concurrent.ConcurrentMap.class,
            Random.class,
            StringBuilder.class,
            ThreadLocal.class,
            AtomicInteger.class,
            AtomicLong.class,
            AtomicReference.class);
    return DescribedPredicate.describe(
        "changes", type -> types.stream().anyMatch(type::isAssignableTo));
  }

  @Test
  void timeAndChanceArePassedIntoEveryCore() {
    holds(
        noClasses()
            .that()
            .resideInAnyPackage(
                SCHEMAS, PYTHON, ENVIRONMENT, BFCL, REVIEW, GENERATE, VERIFY, DIAGNOSE)
            .and()
            .haveNameNotMatching(".*Function")
            .should()
            .accessTargetWhere(readsTheClock())
            .orShould()
            .callConstructorWhere(makesRandomNumbers())
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ThreadLocalRandom.class));
  }

  @Test
  void functionsOfTheOperatorsReadNoClockButTheirOwn() {
    holds(
        noClasses()
            .that()
            .resideInAnyPackage(VERIFY, DIAGNOSE)
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis"));
  }

  private static DescribedPredicate<JavaAccess<?>> readsTheClock() {
    Map<Class<?>, Set<String>> clocks =
        Map.of(
            System.class, Set.of("currentTimeMillis", "nanoTime"),
            Instant.class, Set.of("now"),
            LocalDate.class, Set.of("now"),
            LocalDateTime.class, Set.of("now"),
            ZonedDateTime.class, Set.of("now"),
            Clock.class, Set.of("systemUTC", "systemDefaultZone", "system"));
    return DescribedPredicate.describe(
        "reads the clock",
        access ->
            clocks.entrySet().stream()
                .anyMatch(
                    clock ->
                        access.getTargetOwner().isEquivalentTo(clock.getKey())
                            && clock.getValue().contains(access.getTarget().getName())));
  }

  private static DescribedPredicate<JavaConstructorCall> makesRandomNumbers() {
    return DescribedPredicate.describe(
        "makes a random number generator",
        call -> call.getTargetOwner().isAssignableTo(Random.class));
  }

  @Test
  void schemasAndOperatorsWriteToNoConsoleAndNoLogOfTheJdk() {
    JavaClasses quiet =
        CODE.that(
            DescribedPredicate.describe(
                "outside of the jobs",
                type -> !type.getPackageName().startsWith("org.sealflow.jobs")));
    GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(quiet);
    GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(CODE);
  }

  @Test
  void namesSayWhatAClassIsFor() {
    holds(
        noClasses()
            .should()
            .haveNameMatching(".*(Util|Utils|Helper|Helpers|Misc)")
            .orShould()
            .resideInAnyPackage("..util..", "..utils..", "..common..", "..helper..", "..misc.."));
  }

  @Test
  void stateDescriptorsAreConstants() {
    holds(
        fields()
            .that()
            .haveRawType(
                DescribedPredicate.describe(
                    "a state descriptor", type -> type.getSimpleName().endsWith("StateDescriptor")))
            .should()
            .beStatic()
            .andShould()
            .beFinal());
  }
}
