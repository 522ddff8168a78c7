package org.sealflow.jobs.chaos;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Of a class path what a Flink distribution brings, and the learner's engine: neither Kafka nor
 * Avro nor the project itself, which are in the job jar.
 */
final class FlinkClasses {
  private static final Pattern BROUGHT =
      Pattern.compile(
          "(flink-|frocksdbjni-|reflectasm-|log4j-|slf4j-|commons-(?!codec)|kryo-|minlog-|objenesis-|snakeyaml-"
              + "|RoaringBitmap-|javassist-|snappy-java-|lz4-java-|async-profiler-|chill-"
              + "|api-|pytorch-|tokenizers-|jna-|gson-).*\\.jar");

  private static final List<String> IN_THE_JOB_JAR =
      List.of("flink-connector-kafka-", "flink-avro-", "commons-validator-");

  private FlinkClasses() {}

  /** The part of a class path. */
  static String of(String classPath) {
    return Arrays.stream(classPath.split(Pattern.quote(File.pathSeparator), -1))
        .filter(entry -> isBrought(Path.of(entry)))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean isBrought(Path entry) {
    Path file = entry.getFileName();
    String name = file == null ? "" : file.toString();
    return BROUGHT.matcher(name).matches() && IN_THE_JOB_JAR.stream().noneMatch(name::startsWith);
  }
}
