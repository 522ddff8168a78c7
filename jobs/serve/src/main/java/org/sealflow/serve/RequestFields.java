package org.sealflow.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.HttpCall;

/**
 * The fields of a request's object, each read once in its type. A field of null is one that is not
 * there; one that nobody reads is an error, as it would otherwise be silently without effect.
 */
final class RequestFields {
  private static final int SHOWN = 60;

  private final ObjectNode object;
  private final String prefix;
  private final Set<String> known = new HashSet<>();

  /**
   * Fields to be read.
   *
   * @param prefix what their names begin with in messages, such as {@code messages[0].}
   */
  RequestFields(ObjectNode object, String prefix) {
    this.object = object;
    this.prefix = prefix;
  }

  /**
   * The fields of a request's body.
   *
   * @throws ApiError if it is no object
   */
  static RequestFields of(HttpCall call) throws IOException {
    JsonNode body = call.json();
    if (body instanceof ObjectNode object) {
      return new RequestFields(object, "");
    }
    throw ApiError.wrong(null, "the body is " + shown(body) + ", expected a JSON object");
  }

  /** The field's full name. */
  String path(String name) {
    return prefix + name;
  }

  /** The value as it is; null if there is none. */
  @Nullable JsonNode value(String name) {
    known.add(name);
    JsonNode value = object.get(name);
    return value == null || value.isNull() ? null : value;
  }

  @Nullable String text(String name) {
    JsonNode value = value(name);
    if (value == null) {
      return null;
    }
    check(value.isTextual(), name, value, "a text");
    return value.asText();
  }

  /** A text that must be there and is not blank. */
  String requiredText(String name) {
    String text = text(name);
    if (text == null || text.isBlank()) {
      throw ApiError.wrong(
          path(name),
          path(name) + " is " + (text == null ? "missing" : "blank") + ", expected a text");
    }
    return text;
  }

  boolean flag(String name, boolean otherwise) {
    JsonNode value = value(name);
    if (value == null) {
      return otherwise;
    }
    check(value.isBoolean(), name, value, "true or false");
    return value.asBoolean();
  }

  /** A whole number within bounds. */
  @Nullable Long whole(String name, long least, long most) {
    JsonNode value = value(name);
    if (value == null) {
      return null;
    }
    boolean fits =
        value.isIntegralNumber()
            && value.canConvertToLong()
            && value.asLong() >= least
            && value.asLong() <= most;
    check(fits, name, value, "a whole number from " + least + " to " + most);
    return value.asLong();
  }

  int count(String name, int otherwise, int least, int most) {
    Long value = whole(name, least, most);
    return value == null ? otherwise : Math.toIntExact(value);
  }

  /**
   * A number that must hold.
   *
   * @param least the least allowed; where {@code above}, more than it is
   */
  double number(String name, double otherwise, double least, boolean above, double most) {
    JsonNode value = value(name);
    if (value == null) {
      return otherwise;
    }
    double number = value.asDouble();
    boolean fits = value.isNumber() && (above ? number > least : number >= least) && number <= most;
    check(
        fits,
        name,
        value,
        "a number " + (above ? "above " : "from ") + shown(least) + " to " + shown(most));
    return number;
  }

  private static String shown(double number) {
    return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
  }

  /**
   * A text or a list of texts.
   *
   * @param most how many there may be
   */
  List<String> texts(String name, int most) {
    JsonNode value = value(name);
    if (value == null) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    (value.isArray() ? value : object.arrayNode().add(value))
        .forEach(
            text -> {
              check(
                  text.isTextual() && !text.asText().isEmpty(),
                  name,
                  value,
                  "a text or a list of texts, none empty");
              texts.add(text.asText());
            });
    check(texts.size() <= most, name, value, "at most " + most);
    return texts;
  }

  /** A list of token ids; empty if there is none. */
  List<Integer> tokenIds(String name) {
    JsonNode value = value(name);
    if (value == null) {
      return List.of();
    }
    check(value.isArray(), name, value, "a list of token ids");
    return tokenIds((ArrayNode) value, path(name));
  }

  /**
   * The token ids of a list.
   *
   * @param path the list's name in messages
   */
  static List<Integer> tokenIds(ArrayNode list, String path) {
    List<Integer> ids = new ArrayList<>(list.size());
    for (JsonNode id : list) {
      if (!id.isIntegralNumber() || !id.canConvertToInt() || id.asInt() < 0) {
        throw ApiError.wrong(
            path,
            path
                + "["
                + ids.size()
                + "] is "
                + shown(id)
                + ", expected a token id, a whole number of 0 or more");
      }
      ids.add(id.asInt());
    }
    return ids;
  }

  /** The objects of a list; empty if there is none. */
  List<RequestFields> objects(String name) {
    JsonNode value = value(name);
    if (value == null) {
      return List.of();
    }
    check(value.isArray(), name, value, "a list of objects");
    List<RequestFields> objects = new ArrayList<>();
    for (JsonNode element : value) {
      String path = path(name) + "[" + objects.size() + "]";
      if (!(element instanceof ObjectNode fields)) {
        throw ApiError.wrong(path, path + " is " + shown(element) + ", expected an object");
      }
      objects.add(new RequestFields(fields, path + "."));
    }
    return objects;
  }

  /** An object; null if there is none. */
  @Nullable RequestFields object(String name) {
    JsonNode value = value(name);
    if (value == null) {
      return null;
    }
    check(value instanceof ObjectNode, name, value, "an object");
    return new RequestFields((ObjectNode) value, path(name) + ".");
  }

  /** The object itself, for what is handed on as it is. */
  ObjectNode asObject() {
    return object;
  }

  /**
   * A field of which only the value without effect is taken.
   *
   * @param neutral the value without effect
   */
  void neutral(String name, JsonNode neutral) {
    JsonNode value = value(name);
    if (value != null && !isSame(neutral, value)) {
      throw ApiError.unsupported(
          path(name),
          path(name)
              + " is "
              + shown(value)
              + ", which this server does not do: leave it out, or send "
              + neutral);
    }
  }

  private static boolean isSame(JsonNode left, JsonNode right) {
    return (left.isNumber() && right.isNumber())
        ? left.asDouble() == right.asDouble()
        : left.equals(right);
  }

  /** Fields that say nothing to this server. */
  void ignored(Set<String> names) {
    known.addAll(names);
  }

  /**
   * To be called when all fields were read.
   *
   * @throws ApiError if there are others
   */
  void end() {
    for (String name : (Iterable<String>) object::fieldNames) {
      if (!known.contains(name)) {
        throw wrong(
            name,
            "is no field of such a request, expected some of "
                + String.join(", ", new TreeSet<>(known)));
      }
    }
  }

  /** A complaint about a field. */
  ApiError wrong(String name, String complaint) {
    return ApiError.wrong(path(name), path(name) + " " + complaint);
  }

  private void check(boolean fact, String name, JsonNode found, String expected) {
    if (!fact) {
      throw wrong(name, "is " + shown(found) + ", expected " + expected);
    }
  }

  /** A value in a few characters. */
  static String shown(JsonNode value) {
    String text = value.isMissingNode() ? "nothing" : value.toString();
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }
}
