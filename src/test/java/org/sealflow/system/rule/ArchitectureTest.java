package org.sealflow.system.rule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.system.rule.CodeBase.BFCL;
import static org.sealflow.system.rule.CodeBase.CODE;
import static org.sealflow.system.rule.CodeBase.DIAGNOSE;
import static org.sealflow.system.rule.CodeBase.ENVIRONMENT;
import static org.sealflow.system.rule.CodeBase.PYTHON;
import static org.sealflow.system.rule.CodeBase.REVIEW;
import static org.sealflow.system.rule.CodeBase.SCHEMAS;
import static org.sealflow.system.rule.CodeBase.VERIFY;
import static org.sealflow.system.rule.CodeBase.holds;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Reference;

/** Checks dependencies inside modules; Maven holds the rest. */
final class ArchitectureTest {
  private static final String TAU = "org.sealflow.tau..";

  /** The one part of it that the stream finds as an environment. */
  private static final String REVIEWED_EPISODES = "org.sealflow.review.live..";

  private static final String CAPABILITY = "org.sealflow.capability..";
  private static final String EVOLVE = "org.sealflow.evolve..";
  private static final String ROLLOUT = "org.sealflow.rollout..";
  private static final String LEARN = "org.sealflow.learn..";
  private static final String MODEL = "org.sealflow.model..";
  private static final String NANO = "org.sealflow.nano..";
  private static final String SERVE = "org.sealflow.serve..";
  private static final String BENCH = "org.sealflow.jobs.bench..";
  private static final String JOBS = "org.sealflow.jobs..";
  private static final String FLINK = "org.apache.flink..";
  private static final String KAFKA = "org.apache.kafka..";
  private static final String DJL = "ai.djl..";

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
  void aForbiddenDependencyIsFound() {
    assertThatThrownBy(() -> holds(independent(JOBS, KAFKA))).isInstanceOf(AssertionError.class);
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
                ".*(Function(\\$.*)?|\\.Keyed\\w+(\\$.*)?|\\.\\w+Metrics|\\.BranchSources|\\.RunPatches|\\.TokenBudget|\\.Learnability|\\.Curriculum|\\.AddedTasks|\\.EpisodeOutcomes|\\.OpenEpisodes|\\.PlayedBatches|\\.EvolutionStore(\\$.*)?|\\.LedgerCounter|\\.(EpisodeRunner\\w*|\\w+Operator(Factory)?)(\\$.*)?|\\.AdapterCopies|\\.FetchedWeights|\\.ProcessingTimeClock"
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
}
