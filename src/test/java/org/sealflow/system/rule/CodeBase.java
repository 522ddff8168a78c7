package org.sealflow.system.rule;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of the code, and all of its classes. */
final class CodeBase {
  static final String SCHEMAS = "org.sealflow.schemas..";
  static final String PYTHON = "org.sealflow.python..";
  static final String ENVIRONMENT = "org.sealflow.environment..";
  static final String BFCL = "org.sealflow.bfcl..";
  static final String REVIEW = "org.sealflow.review..";
  static final String VERIFY = "org.sealflow.verify..";
  static final String DIAGNOSE = "org.sealflow.diagnose..";

  static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .withImportOption(location -> !location.contains("/org/sealflow/system/"))
          .importPackages("org.sealflow");

  private CodeBase() {}

  static void holds(ArchRule rule) {
    rule.check(CODE);
  }
}
