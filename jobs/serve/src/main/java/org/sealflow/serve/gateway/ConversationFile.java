package org.sealflow.serve.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.SampledTokens;

/**
 * Appends conversations to a file as they end, one line of JSON each: its last request, which
 * repeats all before, the answer to it, and what each call cost and sampled.
 */
public final class ConversationFile implements ConversationListeners, Closeable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SeekableByteChannel file;

  private ConversationFile(SeekableByteChannel file) {
    this.file = file;
  }

  /**
   * Opens a file to be appended to. A last line that was not written to its end stays as it is, and
   * the next one begins behind it.
   *
   * @throws IOException if it cannot be written
   */
  public static ConversationFile open(Path path) throws IOException {
    if (path.toAbsolutePath().getParent() != null) {
      Files.createDirectories(path.toAbsolutePath().getParent());
    }
    boolean brokenOff = brokenOff(path);
    SeekableByteChannel file =
        Files.newByteChannel(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    ConversationFile opened = new ConversationFile(file);
    if (brokenOff) {
      opened.append(new byte[] {'\n'});
    }
    return opened;
  }

  private static boolean brokenOff(Path path) throws IOException {
    if (!Files.isRegularFile(path) || Files.size(path) == 0) {
      return false;
    }
    try (SeekableByteChannel file = Files.newByteChannel(path)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      int unused = file.position(file.size() - 1).read(last);
      return last.get(0) != '\n';
    }
  }

  @Override
  public ConversationListener begun(GatewayConversation begun) {
    return new ConversationListener() {
      @Override
      public void answered(TakenAnswer answer) {}

      @Override
      public void ended(GatewayConversation conversation) {
        write(conversation);
      }
    };
  }

  private void write(GatewayConversation conversation) {
    try {
      byte[] line = JSON.writeValueAsBytes(line(conversation));
      byte[] whole = new byte[line.length + 1];
      System.arraycopy(line, 0, whole, 0, line.length);
      whole[line.length] = '\n';
      append(whole);
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  private void append(byte[] bytes) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      int unused = file.write(rest);
    }
  }

  static ObjectNode line(GatewayConversation conversation) {
    ObjectNode line = JsonNodeFactory.instance.objectNode().put("id", conversation.id());
    CallLabels labels = conversation.labels();
    if (!labels.episode().isEmpty()) {
      line.put("episode", labels.episode());
    }
    if (!labels.task().isEmpty()) {
      line.put("task", labels.task());
    }
    line.set("request", conversation.last().request());
    line.set("response", conversation.last().response());
    ArrayNode calls = line.putArray("calls");
    conversation.answers().forEach(answer -> write(answer, calls.addObject()));
    return line;
  }

  private static void write(KeptAnswer answer, ObjectNode call) {
    call.put("message", answer.position());
    call.put("begun", answer.span().begun().toString());
    call.put("millis", answer.span().ended().toEpochMilli() - answer.span().begun().toEpochMilli());
    set(call, "finish_reason", answer.finishReason());
    set(call, "usage", answer.usage());
    SampledTokens tokens = answer.tokens();
    if (tokens != null) {
      tokens.context().forEach(call.putArray("context_token_ids")::add);
      tokens.sampled().forEach(call.putArray("sampled_token_ids")::add);
      if (tokens.logProbs() != null) {
        tokens.logProbs().forEach(call.putArray("sampled_log_probs")::add);
      }
    }
  }

  private static void set(ObjectNode object, String name, @Nullable JsonNode value) {
    if (value != null && !value.isNull()) {
      object.set(name, value);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
