package org.sealflow.model.template.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a function, method, filter, test or macro.
 *
 * @param function the name error texts give what is called
 * @param positional in their order
 * @param named in their order
 */
public record Arguments(String function, List<Object> positional, Map<String, Object> named) {

  /**
   * The values of the parameters a call may give, in the order of their names.
   *
   * @param required how many of them must be given
   * @throws TemplateFault for a parameter given twice, one too many, unknown or missing
   */
  public Parameters bind(int required, String... names) {
    if (positional.size() > names.length) {
      throw new TemplateFault(
          function + " takes at most " + names.length + " arguments, found " + positional.size());
    }
    List<String> parameters = List.of(names);
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      Object value = i < positional.size() ? positional.get(i) : named.get(names[i]);
      if (value == null && i < required) {
        throw new TemplateFault(function + " needs the argument '" + names[i] + "'");
      }
      values.add(value);
    }
    for (String name : named.keySet()) {
      int index = parameters.indexOf(name);
      if (index < positional.size()) {
        throw new TemplateFault(
            function
                + (index < 0 ? " takes no argument '" : " is given twice the argument '")
                + name
                + "'");
      }
    }
    return new Parameters(function, parameters, values);
  }

  /** The same for a filter or test that is named by the first positional argument. */
  public Arguments rest(String name) {
    return new Arguments(name, positional.subList(1, positional.size()), named);
  }
}
