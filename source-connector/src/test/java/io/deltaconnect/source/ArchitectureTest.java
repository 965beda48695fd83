package io.deltaconnect.source;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = {"io.deltaconnect.source", "io.deltaconnect.connector"},
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
  static final ArchRule recordsKnowNothingOfPositionsAndConfiguration =
      noClasses()
          .that()
          .resideInAPackage("io.deltaconnect.source.record..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.deltaconnect.source.table..",
              "io.deltaconnect.source.position..",
              "io.deltaconnect.source.config..");
}
