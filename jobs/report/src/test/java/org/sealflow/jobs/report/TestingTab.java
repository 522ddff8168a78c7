package org.sealflow.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A page of a running Chromium, driven as a user does: by clicks, keys and text. */
public final class TestingTab implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PATIENCE_SECONDS = 30;
  private static final int MOST_STOPS = 200;

  private final WebSocket socket;
  private final Answers answers;
  private final List<String> console = new ArrayList<>();
  private String profile = "";
  private String session = "";
  private int sent;
  private int clicks;

  private static final class Answers implements WebSocket.Listener {
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final StringBuilder open = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      open.append(data);
      if (last) {
        messages.add(open.toString());
        open.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private TestingTab(WebSocket socket, Answers answers) {
    this.socket = socket;
    this.answers = answers;
  }

  static TestingTab open(URI chromium, String page) throws IOException, InterruptedException {
    Answers answers = new Answers();
    WebSocket socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(chromium, answers).join();
    TestingTab tab = new TestingTab(socket, answers);
    tab.profile =
        tab.ask("Target.createBrowserContext", JSON.createObjectNode())
            .path("browserContextId")
            .asText();
    String target =
        tab.ask(
                "Target.createTarget",
                JSON.createObjectNode()
                    .put("url", "about:blank")
                    .put("browserContextId", tab.profile))
            .path("targetId")
            .asText();
    tab.session =
        tab.ask(
                "Target.attachToTarget",
                JSON.createObjectNode().put("targetId", target).put("flatten", true))
            .path("sessionId")
            .asText();
    tab.ask("Runtime.enable", JSON.createObjectNode());
    tab.ask("Log.enable", JSON.createObjectNode());
    tab.ask("Page.enable", JSON.createObjectNode());
    tab.ask("Emulation.setFocusEmulationEnabled", JSON.createObjectNode().put("enabled", true));
    tab.size(1400, 1000);
    tab.go(page);
    return tab;
  }

  private JsonNode ask(String method, ObjectNode parameters)
      throws IOException, InterruptedException {
    int id = send(method, parameters);
    while (true) {
      String text = answers.messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (text == null) {
        throw new IOException("Chromium did not answer " + method);
      }
      JsonNode answer = JSON.readTree(text);
      if (answer.path("id").asInt() == id) {
        if (answer.has("error")) {
          throw new IOException(method + ": " + answer.get("error"));
        }
        return answer.path("result");
      }
      note(answer.path("method").asText(), answer.path("params"));
    }
  }

  private int send(String method, ObjectNode parameters) {
    int id = ++sent;
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", parameters);
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    socket.sendText(message.toString(), true).join();
    return id;
  }

  private void note(String event, JsonNode about) {
    switch (event) {
      case "Runtime.exceptionThrown", "Runtime.consoleAPICalled" -> console.add(about.toString());
      case "Log.entryAdded" -> {
        // What a server refuses is the page's to tell.
        if (!about.path("entry").path("source").asText().equals("network")) {
          console.add(about.toString());
        }
      }
      default -> {}
    }
  }

  /** Everything the page's scripts wrote to the console so far, and what they did not catch. */
  public List<String> console() {
    return console;
  }

  /** Opens an address. */
  public void go(String address) throws IOException, InterruptedException {
    ask("Page.navigate", JSON.createObjectNode().put("url", address));
  }

  /** The value of an expression, a promise's once it has one. */
  public JsonNode value(String expression) throws IOException, InterruptedException {
    JsonNode result =
        ask(
            "Runtime.evaluate",
            JSON.createObjectNode()
                .put("expression", expression)
                .put("awaitPromise", true)
                .put("returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new IOException(expression + ": " + result.get("exceptionDetails"));
    }
    return result.path("result").path("value");
  }

  /** Whether a condition comes to hold within ten seconds. */
  public boolean comes(String condition) throws IOException, InterruptedException {
    return value(
            "new Promise((done) => { const end = Date.now() + 10000; const look = () => {"
                + " let now = false; try { now = Boolean("
                + condition
                + "); } catch { now = false; } if (now || Date.now() > end) done(now);"
                + " else setTimeout(look, 20); }; look(); })")
        .asBoolean();
  }

  /** Whether a text comes to be seen. */
  public boolean shows(String text) throws IOException, InterruptedException {
    return comes("document.body.innerText.includes(" + quoted(text) + ")");
  }

  private static String quoted(String text) {
    return JSON.getNodeFactory().textNode(text).toString();
  }

  /** Clicks the first visible link, button or summary whose text begins so, once there is one. */
  public void click(String text) throws IOException, InterruptedException {
    String found =
        "[...document.querySelectorAll('a, button, summary')].find((each) =>"
            + " each.checkVisibility() && each.textContent.trim().startsWith("
            + quoted(text)
            + "))";
    if (!comes(found)) {
      throw new IOException("nothing to click is called " + text);
    }
    clicks++;
    JsonNode place =
        value(
            "(() => { const it = "
                + found
                + "; it.scrollIntoView({ block: 'center' }); const at ="
                + " it.getClientRects()[0]; return [at.x + at.width / 2, at.y + at.height / 2];"
                + " })()");
    for (String type : List.of("mousePressed", "mouseReleased")) {
      ask(
          "Input.dispatchMouseEvent",
          JSON.createObjectNode()
              .put("type", type)
              .put("x", place.get(0).asDouble())
              .put("y", place.get(1).asDouble())
              .put("button", "left")
              .put("clickCount", 1));
    }
  }

  /** How often something was clicked so far. */
  public int clicks() {
    return clicks;
  }

  /** Presses a key: one that writes a character, or {@code Tab} or {@code Enter}. */
  public void press(String key) throws IOException, InterruptedException {
    for (String type : List.of("keyDown", "keyUp")) {
      ObjectNode event = JSON.createObjectNode().put("type", type).put("key", key);
      switch (key) {
        case "Tab" -> event.put("windowsVirtualKeyCode", 9);
        case "Enter" -> event.put("windowsVirtualKeyCode", 13).put("text", "\r");
        default -> event.put("text", key);
      }
      ask("Input.dispatchKeyEvent", event);
    }
  }

  /** Goes on by the tabulator to the first thing whose text begins so, and presses Enter there. */
  public void reach(String text) throws IOException, InterruptedException {
    String there = "document.activeElement.textContent.trim().startsWith(" + quoted(text) + ")";
    for (int stops = 0; stops < MOST_STOPS; stops++) {
      press("Tab");
      if (value("document.activeElement !== document.body && " + there).asBoolean()) {
        press("Enter");
        return;
      }
    }
    throw new IOException("the tabulator does not come to " + text);
  }

  /** Lets the page think that its reader wants it dark, or light. */
  public void scheme(String name) throws IOException, InterruptedException {
    ObjectNode parameters = JSON.createObjectNode();
    parameters
        .putArray("features")
        .addObject()
        .put("name", "prefers-color-scheme")
        .put("value", name);
    ask("Emulation.setEmulatedMedia", parameters);
  }

  /** Writes into what has the focus. */
  public void write(String text) throws IOException, InterruptedException {
    ask("Input.insertText", JSON.createObjectNode().put("text", text));
  }

  /** Makes the window so wide and high, CSS pixels. */
  public void size(int width, int height) throws IOException, InterruptedException {
    ask(
        "Emulation.setDeviceMetricsOverride",
        JSON.createObjectNode()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", 1)
            .put("mobile", false));
  }

  /** Keeps what the window shows as a picture. */
  public void picture(Path file) throws IOException, InterruptedException {
    JsonNode data = ask("Page.captureScreenshot", JSON.createObjectNode().put("format", "png"));
    Files.write(file, Base64.getDecoder().decode(data.path("data").asText()));
  }

  /** Waits until the page is loaded and drawn. */
  void settle() throws IOException, InterruptedException {
    value(
        "new Promise((done) => { const drawn = () =>"
            + " requestAnimationFrame(() => requestAnimationFrame(() => done(true)));"
            + " if (document.readyState === 'complete') drawn();"
            + " else addEventListener('load', drawn); })");
  }

  /** Closes the page, and forgets what it kept. */
  @Override
  public void close() {
    session = "";
    send("Target.disposeBrowserContext", JSON.createObjectNode().put("browserContextId", profile));
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
  }
}
