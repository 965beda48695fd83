package io.deltaconnect.table;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.deltaconnect.table",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule kernelsInternalsAreBehindOneDoor =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.deltaconnect.table.kernel..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.delta.kernel.internal..", "io.delta.kernel.defaults.internal..");

  @ArchTest
  static final ArchRule packagesFormNoCircle =
      slices().matching("io.deltaconnect.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theEngineKnowsNoKafka =
      noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.kafka..");

  @ArchTest
  static final ArchRule logStoresNeedOnlyDeltaStorageAndHadoop =
      noClasses()
          .that()
          .resideInAPackage("io.deltaconnect.table.storage.logstore..")
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages(
              "io.deltaconnect.table.storage.logstore..",
              "io.delta.storage..",
              "org.apache.hadoop..",
              "java..");
}
