package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.api.Test;

class SchemaDocumentationTest {
  private final Map<String, Schema> schemas = schemas();

  @Test
  void theWalkReachesEverySchema() {
    assertThat(schemas).hasSize(77).containsKeys("DriftCell", "StepLimitScope", "Message");
  }

  @Test
  void everyRecordAndEnumIsDocumented() {
    for (Schema schema : schemas.values()) {
      assertThat(schema.getDoc()).as(schema.getName()).isNotBlank().endsWith(".");
    }
  }

  @Test
  void everyFieldIsDocumented() {
    for (Schema schema : records()) {
      for (Schema.Field field : schema.getFields()) {
        assertThat(field.doc()).as(name(schema, field)).isNotBlank().endsWith(".");
      }
    }
  }

  @Test
  void everyNullableFieldSaysWhatNullMeansAndDefaultsToIt() {
    for (Schema schema : records()) {
      for (Schema.Field field : schema.getFields()) {
        if (field.schema().isNullable()) {
          assertThat(field.doc()).as(name(schema, field)).containsPattern("\\bnull\\b");
          assertThat(field.hasDefaultValue()).as(name(schema, field)).isTrue();
        }
      }
    }
  }

  @Test
  void everyTimeSaysItsUnit() {
    for (Schema schema : records()) {
      for (Schema.Field field : schema.getFields()) {
        if (field.name().endsWith("At") || field.name().endsWith("Time")) {
          assertThat(field.doc()).as(name(schema, field)).contains("milliseconds", "UTC");
        }
      }
    }
  }

  @Test
  void everySymbolIsExplainedByItsEnum() {
    for (Schema schema : schemas.values()) {
      if (schema.getType() == Schema.Type.ENUM) {
        for (String symbol : schema.getEnumSymbols()) {
          assertThat(schema.getDoc()).as(schema.getName()).contains(symbol + ": ");
        }
      }
    }
  }

  private Iterable<Schema> records() {
    return schemas.values().stream()
        .filter(schema -> schema.getType() == Schema.Type.RECORD)
        .toList();
  }

  private static String name(Schema schema, Schema.Field field) {
    return schema.getName() + "." + field.name();
  }

  private static Map<String, Schema> schemas() {
    Map<String, Schema> found = new LinkedHashMap<>();
    Published.recordClasses()
        .forEach(recordClass -> walk(SpecificData.get().getSchema(recordClass), found));
    return found;
  }

  private static void walk(Schema schema, Map<String, Schema> found) {
    switch (schema.getType()) {
      case RECORD -> {
        if (found.putIfAbsent(schema.getName(), schema) == null) {
          schema.getFields().forEach(field -> walk(field.schema(), found));
        }
      }
      case ENUM -> found.putIfAbsent(schema.getName(), schema);
      case ARRAY -> walk(schema.getElementType(), found);
      case MAP -> walk(schema.getValueType(), found);
      case UNION -> schema.getTypes().forEach(type -> walk(type, found));
      default -> {}
    }
  }
}
