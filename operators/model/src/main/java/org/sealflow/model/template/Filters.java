package org.sealflow.model.template;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.TemplateFault;

/** The filters by their names. */
final class Filters {
  private static final Map<String, Filter> FILTERS = all();

  private Filters() {}

  private static Map<String, Filter> all() {
    Map<String, Filter> all = new HashMap<>();
    all.putAll(TextFilters.FILTERS);
    all.putAll(SequenceFilters.FILTERS);
    all.putAll(SelectionFilters.FILTERS);
    all.putAll(ScalarFilters.FILTERS);
    return Map.copyOf(all);
  }

  static Set<String> names() {
    return FILTERS.keySet();
  }

  static boolean isKnown(String name) {
    return FILTERS.containsKey(name);
  }

  /**
   * The filter of a name.
   *
   * @throws TemplateFault if there is none
   */
  static Filter named(String name) {
    @Nullable Filter filter = FILTERS.get(name);
    if (filter == null) {
      throw new TemplateFault(
          "there is no filter '" + name + "', expected one of " + new TreeSet<>(FILTERS.keySet()));
    }
    return filter;
  }
}
