package org.sealflow.capability;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environment;
import org.sealflow.environment.Environments;
import org.sealflow.schemas.Capabilities;

/**
 * The names under which tools and their arguments are counted: their own where an environment knows
 * them, else {@code other}. What a policy makes up thus adds no key.
 */
final class KnownTools {
  private KnownTools() {}

  /** The name a tool counts under. */
  static String tool(String name) {
    return parameters(name) == null ? Capabilities.OTHER : name;
  }

  /** The name an argument of a tool counts under: {@code tool::argument}. */
  static String argument(String tool, String argument) {
    Set<String> parameters = parameters(tool);
    boolean known = parameters != null && parameters.contains(argument);
    return Capabilities.name(tool(tool), known ? argument : Capabilities.OTHER);
  }

  private static @Nullable Set<String> parameters(String tool) {
    for (Environment environment : Environments.all()) {
      Set<String> parameters = environment.parameters(tool);
      if (parameters != null) {
        return parameters;
      }
    }
    return null;
  }
}
