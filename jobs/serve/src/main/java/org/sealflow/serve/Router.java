package org.sealflow.serve;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;

/** Finds what answers a request. */
final class Router {
  private static final String API = "/v1/";
  private static final String ONE_MODEL = API + "models/";

  /** How requests for no path of the server are counted. */
  private static final String OTHER = "other";

  private final Map<String, Map<String, Endpoint>> endpoints = new TreeMap<>();
  private final ServedModels models;

  Router(ServedModels models) {
    this.models = models;
  }

  Router add(String method, String path, Endpoint endpoint) {
    endpoints.computeIfAbsent(path, any -> new TreeMap<>()).put(method, endpoint);
    return this;
  }

  /** The label under which a path is counted; all unknown paths share one. */
  String counted(String path) {
    if (endpoints.containsKey(path)) {
      return path;
    }
    return path.startsWith(ONE_MODEL) ? ONE_MODEL + "NAME" : OTHER;
  }

  /**
   * The answer.
   *
   * @throws ApiError if nothing answers path and method, or what does refuses
   * @throws IOException if the caller is gone
   */
  Answer answer(HttpCall call) throws IOException {
    String path = call.path();
    Map<String, Endpoint> methods = methods(path);
    Endpoint endpoint = methods.get(call.method());
    if (endpoint == null) {
      Set<String> allowed = new TreeSet<>(methods.keySet());
      throw ApiError.wrongMethod(call.method(), path, String.join(", ", allowed));
    }
    return endpoint.answer(call);
  }

  private Map<String, Endpoint> methods(String path) {
    Map<String, Endpoint> methods = endpoints.get(path);
    if (methods != null) {
      return methods;
    }
    if (path.startsWith(ONE_MODEL)) {
      return Map.of("GET", call -> models.one(path.substring(ONE_MODEL.length())));
    }
    throw ApiError.unknownPath(path, String.join(", ", endpoints.keySet()));
  }
}
