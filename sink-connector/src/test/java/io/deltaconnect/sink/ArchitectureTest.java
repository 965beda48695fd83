package io.deltaconnect.sink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.deltaconnect.sink",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesFormNoCircle =
      slices().matching("io.deltaconnect.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule kernelsInternalsAreTheEnginesAffair =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.delta.kernel.internal..", "io.delta.kernel.defaults..");

  @ArchTest
  static final ArchRule conversionKnowsNothingOfTablesAndCommits =
      noClasses()
          .that()
          .resideInAPackage("io.deltaconnect.sink.convert..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.deltaconnect.sink.table..",
              "io.deltaconnect.sink.buffer..",
              "io.deltaconnect.table.kernel..",
              "io.deltaconnect.table.commit..");
}
