package org.sealflow.jobs.cli.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.learn.engine.EngineSettings;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.TensorLayout;

/**
 * The addresses of a server and the models it serves.
 *
 * @param url where the paths of the API begin
 * @param name what callers call the model
 * @param adapters names of the adapters beside it
 * @param chats whether it takes conversations, not only texts
 * @param keyInShell how a shell names the key, such as {@code $SEALFLOW_API_KEY}; null if none is
 *     asked for
 */
record ServeAnnouncement(
    URI url,
    String name,
    Path directory,
    ModelConfig config,
    EngineSettings engine,
    List<String> adapters,
    boolean chats,
    @Nullable String keyInShell) {
  private static final double THOUSAND = 1e3;
  private static final double MILLION = 1e6;
  private static final double BILLION = 1e9;

  /** Number of weights. */
  long parameters() {
    return TensorLayout.of(config).values().stream()
        .mapToLong(shape -> shape.stream().reduce(1L, Math::multiplyExact))
        .sum();
  }

  /** For people: what is served where, and a call to try. */
  List<String> lines() {
    return List.of(
        "serving "
            + Shown.text(name)
            + " ("
            + size(parameters())
            + " parameters, "
            + precision()
            + ", context "
            + engine.contextLength()
            + ") on "
            + engine.device()
            + (adapters.isEmpty() ? "" : " with " + Shown.text(String.join(", ", adapters)))
            + " at "
            + url
            + "; Ctrl-C stops",
        "try: " + curl());
  }

  private String precision() {
    return engine.precision().name().toLowerCase(Locale.ROOT);
  }

  private static String size(long parameters) {
    if (parameters >= BILLION) {
      return String.format(Locale.ROOT, "%.2f B", parameters / BILLION);
    }
    return parameters >= MILLION
        ? String.format(Locale.ROOT, "%.2f M", parameters / MILLION)
        : String.format(Locale.ROOT, "%.1f k", parameters / THOUSAND);
  }

  private String curl() {
    String body =
        chats
            ? "{\"messages\": [{\"role\": \"user\", \"content\": \"Hello\"}], \"max_tokens\": 64}"
            : "{\"prompt\": \"Hello\", \"max_tokens\": 64}";
    return "curl "
        + url
        + (chats ? "/chat/completions" : "/completions")
        + " -H 'Content-Type: application/json'"
        + (keyInShell == null ? "" : " -H \"Authorization: Bearer " + keyInShell + "\"")
        + " -d '"
        + body
        + "'";
  }

  /** For programs. */
  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("url", url.toString());
    json.writeStringField("model", name);
    json.writeStringField("directory", directory.toString());
    json.writeNumberField("parameters", parameters());
    json.writeStringField("device", engine.device());
    json.writeStringField("precision", precision());
    json.writeNumberField("context", engine.contextLength());
    json.writeArrayFieldStart("adapters");
    for (String adapter : adapters) {
      json.writeString(adapter);
    }
    json.writeEndArray();
    json.writeStringField("key", keyInShell);
    json.writeEndObject();
  }
}
