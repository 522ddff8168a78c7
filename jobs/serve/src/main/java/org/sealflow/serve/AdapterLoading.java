package org.sealflow.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;

/** Loads and unloads adapters, one at a time, as vLLM's endpoints do. */
final class AdapterLoading {
  private final SamplingEngine engine;
  private final ServedModels models;
  private final Duration deadline;
  private final Clock clock;

  AdapterLoading(SamplingEngine engine, ServedModels models, Duration deadline, Clock clock) {
    this.engine = engine;
    this.models = models;
    this.deadline = deadline;
    this.clock = clock;
  }

  /** {@code POST /v1/load_lora_adapter}. */
  Answer load(HttpCall call) throws IOException {
    RequestFields fields = RequestFields.of(call);
    String name = fields.requiredText("lora_name");
    String path = fields.requiredText("lora_path");
    boolean again = fields.flag("load_inplace", false);
    fields.ignored(Set.of("base_model_name"));
    fields.end();
    return plain("Success: " + load(name, path, again));
  }

  /** {@code POST /v1/unload_lora_adapter}. */
  Answer unload(HttpCall call) throws IOException {
    RequestFields fields = RequestFields.of(call);
    String name = fields.requiredText("lora_name");
    fields.ignored(Set.of("lora_int_id"));
    fields.end();
    unload(name);
    return plain("Success: the adapter '" + name + "' is not served any more.");
  }

  private static Answer plain(String text) {
    return Answer.text("text/plain; charset=utf-8", text);
  }

  /**
   * Loads an adapter.
   *
   * @param path its directory on this machine
   * @param again whether one of the name is replaced; without, loading the same directory twice is
   *     loading it once, so that a request sent twice does no harm
   * @return what happened
   * @throws ApiError if the name is taken, or the directory is absent or broken
   */
  synchronized String load(String name, String path, boolean again) {
    if (name.equals(models.base())) {
      throw ApiError.wrong(
          "lora_name", "lora_name is '" + name + "', the model's own name: choose another");
    }
    Path directory = directory(path);
    Path before = models.root(name);
    if (before != null && !again) {
      if (before.equals(directory)) {
        return "the adapter '" + name + "' is served already.";
      }
      throw ApiError.wrong(
          "lora_name",
          "lora_name is '"
              + name
              + "', which is served from "
              + before
              + " already: set load_inplace to true to replace it, or unload it first");
    }
    await(engine.loadAdapter(name, directory), "lora_path");
    models.add(name, directory, clock.instant());
    return "the adapter '" + name + "' is served.";
  }

  private static Path directory(String path) {
    try {
      Path directory = Path.of(path).toAbsolutePath().normalize();
      if (Files.isDirectory(directory)) {
        return directory;
      }
    } catch (InvalidPathException malformed) {
      throw ApiError.wrong("lora_path", "lora_path is no path: " + malformed.getReason());
    }
    throw ApiError.missing(
        "lora_path", "lora_path is '" + path + "', expected a directory on the server's machine");
  }

  private synchronized void unload(String name) {
    if (models.root(name) == null) {
      throw ApiError.unknownModel("lora_name", name, String.join(", ", models.names()));
    }
    // Nobody is to be sent to it while it goes.
    models.remove(name);
    await(engine.unloadAdapter(name), "lora_name");
  }

  private void await(CompletableFuture<Void> done, String param) {
    try {
      done.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause() == null ? failed : failed.getCause();
      String message = String.valueOf(cause.getMessage());
      throw cause instanceof ModelDirectoryException || cause instanceof IllegalArgumentException
          ? ApiError.wrong(param, message)
          : ApiError.failed("the engine failed: " + message);
    } catch (CancellationException givenUp) {
      throw ApiError.failed("the engine gave the adapter up");
    } catch (TimeoutException late) {
      throw ApiError.late("not done within " + deadline.toSeconds() + " s");
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw ApiError.closing();
    }
  }
}
