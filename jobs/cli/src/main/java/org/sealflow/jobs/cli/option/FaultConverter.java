package org.sealflow.jobs.cli.option;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.FaultKind;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Faults such as {@code DROP_ARGUMENT,tool=place_order,argument=price,rate=0.8}: a kind, then what
 * it is limited to.
 */
final class FaultConverter implements ITypeConverter<Fault> {
  @Override
  public Fault convert(String value) {
    List<String> parts = Arrays.asList(value.split(",", -1));
    try {
      Fault fault = Fault.of(kind(parts.get(0)), 1);
      for (String part : parts.subList(1, parts.size())) {
        fault = with(fault, part);
      }
      return fault;
    } catch (IllegalArgumentException wrong) {
      throw new TypeConversionException("'" + value + "': " + wrong.getMessage());
    }
  }

  private static FaultKind kind(String name) {
    try {
      return FaultKind.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new IllegalArgumentException(
          "no fault "
              + name
              + ", expected one of "
              + Arrays.stream(FaultKind.values()).map(Enum::name).collect(Collectors.joining(", ")),
          unknown);
    }
  }

  private static Fault with(Fault fault, String part) {
    int equals = part.indexOf('=');
    String name = equals < 0 ? part : part.substring(0, equals);
    String value = equals < 0 ? "" : part.substring(equals + 1);
    return switch (name) {
      case "tool" -> fault.ofTool(value);
      case "argument" -> fault.ofArgument(value);
      case "category" -> fault.inCategory(value);
      case "turn" -> fault.inTurn(Integer.parseInt(value));
      case "cured-by" -> fault.curedBy(value);
      case "rate" ->
          new Fault(
              fault.kind(),
              fault.tool(),
              fault.argument(),
              fault.category(),
              fault.turn(),
              Double.parseDouble(value),
              fault.curedBy());
      default ->
          throw new IllegalArgumentException(
              "no limit '"
                  + name
                  + "', expected tool=, argument=, category=, turn=, rate= or cured-by=");
    };
  }
}
