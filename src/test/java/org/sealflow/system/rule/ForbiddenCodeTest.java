package org.sealflow.system.rule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
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
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
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

/** Checks what no code of some packages may do. */
final class ForbiddenCodeTest {
  /**
   * The one part of {@link CodeBase#BFCL} that reads files: tasks in the benchmark's own layout.
   */
  private static final String BFCL_FILES = "org.sealflow.bfcl.files..";

  private static final String WORLDS = "org.sealflow.environment.world..";
  private static final String GENERATE = "org.sealflow.generate..";

  @Test
  void whatIsForbiddenIsFound() {
    assertThatThrownBy(
            () ->
                holds(
                    noClasses()
                        .that()
                        .resideInAPackage("org.sealflow.jobs..")
                        .should()
                        .accessTargetWhere(readsTheClock())))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("System.nanoTime");
    assertThatThrownBy(
            () ->
                holds(
                    noClasses()
                        .that()
                        .resideInAPackage("org.sealflow.jobs..")
                        .should()
                        .accessTargetWhere(reflective())))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("getProtectionDomain");
    assertThatThrownBy(
            () ->
                holds(
                    noClasses()
                        .that()
                        .resideInAPackage("org.sealflow.jobs..")
                        .should()
                        .accessTargetWhere(leavesTheJvm())))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("System.exit");
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
