package org.sealflow.jobs.cli.option;

import org.sealflow.model.ModelOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Names of devices, such as {@code cpu} or {@code gpu0}. */
public final class DeviceConverter implements ITypeConverter<String> {
  @Override
  public String convert(String value) {
    try {
      ModelOptions.requireDevice(value);
      return value;
    } catch (IllegalArgumentException malformed) {
      throw new TypeConversionException(malformed.getMessage());
    }
  }
}
