package org.sealflow.jobs.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Formats by the names the command line gives them. */
public final class FormatConverter implements ITypeConverter<ReplayFormat> {
  @Override
  public ReplayFormat convert(String value) {
    ReplayFormat format = ReplayFormat.of(value);
    if (format == null) {
      throw new TypeConversionException(
          "found '" + value + "', expected one of " + ReplayFormat.names());
    }
    return format;
  }
}
