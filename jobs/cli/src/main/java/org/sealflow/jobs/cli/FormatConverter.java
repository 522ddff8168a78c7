package org.sealflow.jobs.cli;

import java.util.Arrays;
import org.sealflow.jobs.files.RecordedFormat;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Formats by the names the command line gives them. */
final class FormatConverter implements ITypeConverter<RecordedFormat> {
  @Override
  public RecordedFormat convert(String value) {
    for (RecordedFormat format : RecordedFormat.values()) {
      if (format.label().equalsIgnoreCase(value)) {
        return format;
      }
    }
    throw new TypeConversionException(
        "'"
            + value
            + "' is no format, expected one of "
            + Arrays.toString(RecordedFormat.values()));
  }
}
