package org.sealflow.model.template.value;

/** A method of a value, such as {@code split} of a text. */
public final class ValueMethod<T> implements Callable {
  /** The body of a method. */
  public interface Body<T> {
    Object call(T self, Arguments arguments);
  }

  private final String name;
  private final T self;
  private final Body<T> body;

  public ValueMethod(String name, T self, Body<T> body) {
    this.name = name;
    this.self = self;
    this.body = body;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Object call(Arguments arguments, Run run) {
    return body.call(self, arguments);
  }
}
