package org.sealflow.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.serve.http.BearerKey;

/** A server on a free port whose engine is in the test's hands. */
final class TestingServer implements AutoCloseable {
  static final Clock CLOCK = Clock.fixed(Instant.ofEpochSecond(1_000), ZoneOffset.UTC);
  static final ServerSettings SETTINGS = ServerSettings.local("nano", "1.2.3");
  static final long SEED = 77;

  /** ChatML with the tools in front. */
  private static final String TEMPLATE =
      "{% if tools %}{% for tool in tools %}{{ tool | tojson }}\n"
          + "{% endfor %}{% endif %}{% for message in messages %}{% if message.role == 'tool' and"
          + " not message.tool_call_id %}{{ raise_exception('whose answer is it?') }}{% endif"
          + " %}<|im_start|>{{ message.role }}\n"
          + "{{ message.content or '' }}{% for call in message.tool_calls or [] %}{{"
          + " call.function.name }}{{ call.function.arguments | tojson }}{% endfor %}<|im_end|>\n"
          + "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n"
          + "{% if loud %}LOUD {% endif %}{% endif %}";

  final TestingEngine engine = new TestingEngine();
  final PolicyServer server;
  final TestingCaller caller;

  private TestingServer(ServerSettings settings, ServedText text, @Nullable String key)
      throws IOException {
    server =
        PolicyServer.start(
            engine, text, Path.of("/models/nano"), Map.of(), settings, CLOCK, () -> SEED);
    caller = new TestingCaller(server, key);
  }

  static TestingServer start() throws IOException {
    return start(SETTINGS);
  }

  static TestingServer start(ServerSettings settings) throws IOException {
    return new TestingServer(settings, text(), null);
  }

  static TestingServer startWithKey(String key) throws IOException {
    return new TestingServer(SETTINGS.withKey(BearerKey.of(key)), text(), key);
  }

  static TestingServer startWithoutTemplate() throws IOException {
    return new TestingServer(SETTINGS, new ServedText(TestingEngine.TOKENIZER, null), null);
  }

  static ServedText text() {
    return new ServedText(TestingEngine.TOKENIZER, ChatTemplate.of(TEMPLATE, Map.of(), CLOCK));
  }

  @Override
  public void close() {
    server.close();
  }
}
