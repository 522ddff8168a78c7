package org.sealflow.bfcl.simulator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyDict;
import org.sealflow.python.call.CallableClass;
import org.sealflow.python.call.Method;

/** A simulator class: its name, how to load an instance, its methods and attributes. Immutable. */
public final class SimulatorClass<S extends Simulator> implements CallableClass<S> {
  /** Makes an instance from a scenario. */
  @FunctionalInterface
  public interface Loader<S extends Simulator> {
    /**
     * Loads a scenario.
     *
     * @param scenario the class's part of the task's initial configuration, empty if the task has
     *     none; belongs to the instance alone, which may keep and change it
     * @param longContext whether the long-context extensions are on
     * @param world what all instances of one verification share
     * @throws org.sealflow.python.PyException where the reference's loading raises
     */
    S load(PyDict scenario, boolean longContext, SharedWorld world);
  }

  private final String name;
  private final Loader<S> loader;
  private final Map<String, Method<S>> byName;
  private final List<Method<S>> methods;
  private final List<String> publicAttributes;
  private final List<String> privateAttributes;

  private SimulatorClass(Builder<S> builder) {
    this.name = builder.name;
    this.loader = builder.loader;
    this.byName = Map.copyOf(builder.methods);
    this.methods = List.copyOf(builder.methods.values());
    this.publicAttributes = builder.publicAttributes;
    this.privateAttributes = builder.privateAttributes;
  }

  public static <S extends Simulator> Builder<S> named(String name, Loader<S> loader) {
    return new Builder<>(name, loader);
  }

  @Override
  public String name() {
    return name;
  }

  public S load(PyDict scenario, boolean longContext, SharedWorld world) {
    return loader.load(scenario, longContext, world);
  }

  @Override
  public @Nullable Method<S> method(String methodName) {
    return byName.get(methodName);
  }

  @Override
  public List<Method<S>> methods() {
    return methods;
  }

  @Override
  public String qualifiedName(String methodName) {
    return QualifiedNames.of(name, methodName);
  }

  /** Names of the attributes the state check compares, in the order the reference sets them. */
  public List<String> publicAttributes() {
    return publicAttributes;
  }

  public List<String> privateAttributes() {
    return privateAttributes;
  }

  @Override
  public String toString() {
    return name;
  }

  /** Collects the parts of a class. */
  public static final class Builder<S extends Simulator> {
    private final String name;
    private final Loader<S> loader;
    private final Map<String, Method<S>> methods = new LinkedHashMap<>();
    private List<String> publicAttributes = List.of();
    private List<String> privateAttributes = List.of();

    private Builder(String name, Loader<S> loader) {
      this.name = name;
      this.loader = loader;
    }

    public Builder<S> publicAttributes(String... names) {
      publicAttributes = List.of(names);
      return this;
    }

    public Builder<S> privateAttributes(String... names) {
      privateAttributes = List.of(names);
      return this;
    }

    /**
     * Adds a method.
     *
     * @param parameters required parameters by {@link #required}, optional ones by {@link
     *     #optional}
     */
    public Builder<S> method(
        String methodName, Method.Body<S> body, Method.Parameter... parameters) {
      methods.put(methodName, new Method<>(methodName, new ArrayList<>(List.of(parameters)), body));
      return this;
    }

    public SimulatorClass<S> build() {
      return new SimulatorClass<>(this);
    }
  }

  /** A parameter that every call has to give. */
  public static Method.Parameter required(String name) {
    return new Method.Parameter(name, null);
  }

  /** A parameter with a default, an immutable Python value. */
  public static Method.Parameter optional(String name, Object fallback) {
    return new Method.Parameter(name, fallback);
  }
}
