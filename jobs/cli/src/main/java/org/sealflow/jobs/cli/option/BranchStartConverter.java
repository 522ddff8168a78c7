package org.sealflow.jobs.cli.option;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sealflow.rollout.branch.BranchStart;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads where branches start, as settings files write it. */
final class BranchStartConverter implements ITypeConverter<BranchStart> {
  @Override
  public BranchStart convert(String value) {
    for (BranchStart start : BranchStart.values()) {
      if (written(start).equalsIgnoreCase(value)) {
        return start;
      }
    }
    throw new TypeConversionException(
        "found '"
            + value
            + "', expected one of "
            + Arrays.stream(BranchStart.values())
                .map(BranchStartConverter::written)
                .collect(Collectors.joining(", ")));
  }

  private static String written(BranchStart start) {
    return start.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
