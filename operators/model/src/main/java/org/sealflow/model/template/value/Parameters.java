package org.sealflow.model.template.value;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyNumbers;

/**
 * The values of a call's parameters, read by their index.
 *
 * @param function the name error texts give what is called
 * @param names of the parameters
 * @param values in the order of the names, null for one that is not given
 */
public record Parameters(String function, List<String> names, List<@Nullable Object> values) {

  /** The value given, or null if none is. */
  public @Nullable Object given(int index) {
    return values.get(index);
  }

  /** The value given, which is required or has the fallback. */
  public Object value(int index, Object fallback) {
    Object value = values.get(index);
    return value == null ? fallback : value;
  }

  /** The value of a required parameter. */
  public Object value(int index) {
    return value(index, None.NONE);
  }

  public boolean isTrue(int index) {
    return Values.isTrue(value(index, false));
  }

  /** A text; none and nothing stand for the fallback. */
  public String text(int index, String fallback) {
    Object value = value(index, None.NONE);
    if (value == None.NONE) {
      return fallback;
    }
    if (value instanceof String text) {
      return text;
    }
    throw unexpected(index, "a text", value);
  }

  /** The text of a required parameter. */
  public String text(int index) {
    Object value = value(index);
    if (value instanceof String text) {
      return text;
    }
    throw unexpected(index, "a text", value);
  }

  /** An int that fits a long; none and nothing stand for the fallback. */
  public long integer(int index, long fallback) {
    Object value = value(index, None.NONE);
    if (value == None.NONE) {
      return fallback;
    }
    if (Numbers.isInteger(value) && !(value instanceof BigInteger)) {
      return PyNumbers.toBigInteger(value).longValueExact();
    }
    throw unexpected(index, "a whole number", value);
  }

  public TemplateFault unexpected(int index, String expected, Object found) {
    return found instanceof Undefined undefined
        ? undefined.fault()
        : new TemplateFault(
            function
                + " expects "
                + expected
                + " as '"
                + names.get(index)
                + "', found "
                + Values.typeName(found));
  }
}
