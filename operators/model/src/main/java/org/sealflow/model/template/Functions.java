package org.sealflow.model.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.model.template.value.Arguments;
import org.sealflow.model.template.value.Callable;
import org.sealflow.model.template.value.Namespace;
import org.sealflow.model.template.value.Numbers;
import org.sealflow.model.template.value.Parameters;
import org.sealflow.model.template.value.PythonText;
import org.sealflow.model.template.value.Run;
import org.sealflow.model.template.value.TemplateFault;
import org.sealflow.model.template.value.TimeText;
import org.sealflow.model.template.value.Values;
import org.sealflow.python.PyNumbers;

/** The functions every template can call. */
final class Functions {
  private static final long LONGEST_RANGE = 100_000;

  /** By their names. */
  static final Map<String, Object> GLOBALS =
      Map.of(
          "range", new Function("range", (arguments, run) -> range(arguments)),
          "dict", new Function("dict", (arguments, run) -> dict(arguments)),
          "namespace", new Function("namespace", (arguments, run) -> namespace(arguments)),
          "raise_exception", new Function("raise_exception", (arguments, run) -> raise(arguments)),
          "strftime_now", new Function("strftime_now", Functions::now));

  private interface Body {
    Object call(Arguments arguments, Run run);
  }

  /** A function and its name. */
  private record Function(String name, Body body) implements Callable {
    @Override
    public Object call(Arguments arguments, Run run) {
      return body.call(arguments, run);
    }
  }

  private Functions() {}

  private static Object range(Arguments arguments) {
    Parameters parameters = arguments.bind(1, "start", "stop", "step");
    boolean single = parameters.given(1) == null;
    long start = single ? 0 : whole(parameters, 0);
    long stop = whole(parameters, single ? 0 : 1);
    long step = parameters.given(2) == null ? 1 : whole(parameters, 2);
    if (step == 0) {
      throw new TemplateFault("the step of a range is 0, expected another number");
    }
    List<Object> numbers = new ArrayList<>();
    for (long i = start; step > 0 ? i < stop : i > stop; i += step) {
      if (numbers.size() >= LONGEST_RANGE) {
        throw new TemplateFault("a range of more than " + LONGEST_RANGE + " numbers is refused");
      }
      numbers.add(i);
    }
    return numbers;
  }

  private static long whole(Parameters parameters, int index) {
    Object value = parameters.value(index);
    boolean near =
        Numbers.isInteger(value) && PyNumbers.toBigInteger(value).bitLength() < Integer.SIZE;
    if (!near) {
      throw parameters.unexpected(index, "a whole number of 32 bits", value);
    }
    return PyNumbers.toBigInteger(value).longValueExact();
  }

  private static Map<Object, Object> dict(Arguments arguments) {
    Map<Object, Object> dict = new LinkedHashMap<>();
    for (Object given : arguments.positional()) {
      Map<Object, Object> entries = Values.dictOrNull(given);
      if (entries == null) {
        throw new TemplateFault(
            arguments.function() + " takes dicts and names, found " + Values.typeName(given));
      }
      dict.putAll(entries);
    }
    dict.putAll(arguments.named());
    return dict;
  }

  private static Object namespace(Arguments arguments) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    dict(arguments).forEach((name, value) -> attributes.put(PythonText.str(name), value));
    return new Namespace(attributes);
  }

  private static Object raise(Arguments arguments) {
    throw TemplateFault.raised(PythonText.str(arguments.bind(1, "message").value(0)));
  }

  private static Object now(Arguments arguments, Run run) {
    return TimeText.format(arguments.bind(1, "format").text(0), run.now());
  }
}
