package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.verify.BfclConversations;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;

class SignaturePromptsTest {
  private static final String HEAD =
      "Call one of these functions per message, or answer in words.\n"
          + "<tool_call>\n"
          + "{\"name\": \"function\", \"arguments\": {\"parameter\": \"value\"}}\n"
          + "</tool_call>\n";

  private static final Presentation CUES =
      new Presentation() {
        @Override
        public ToolDoc present(ToolDoc tool) {
          if (!tool.name().equals("wc")) {
            return tool;
          }
          ToolDoc copy = ToolDoc.of((PyDict) Py.deepCopy(tool.document()));
          say(copy, "file_name", "Its name. [required] [type: string]");
          say(copy, "mode", "What to count. Allowed values: l, w, c");
          return copy;
        }

        @Override
        public List<String> guidelines() {
          return List.of("Guidelines:\n- Look twice.");
        }

        @Override
        public Optional<String> hintAfter(String tool, String call, String result) {
          return Optional.of("Try another name.");
        }

        @Override
        public Optional<String> hintAfterParseError(String error, List<String> tools) {
          return Optional.of("Write JSON.");
        }
      };

  private final PromptStyle style = PromptStyles.signatures();

  private static void say(ToolDoc tool, String parameter, String description) {
    tool.parameters().get(parameter).put("description", description);
  }

  private Conversation start(Presentation presentation) {
    ConversationTask ready =
        BfclConversations.of(TestingDesk.TASK, TestingDesk.TOOLS, LongContext.none(), style);
    return Conversation.start(
        ready, Rules.of(null), presentation, TestingDesk.MODEL, LocalDate.of(2026, 1, 15));
  }

  private String signature(String parameters, String required) {
    return style.tool(
        TestingDesk.tool(
            "{\"name\": \"f\", \"parameters\": {\"type\": \"dict\", \"properties\": {"
                + parameters
                + "}, \"required\": ["
                + required
                + "]}}"));
  }

  @Test
  void aToolIsOneLineOfItsParametersAndDefaults() {
    assertThat(style.tool(TestingDesk.tool(TestingDesk.CAT))).isEqualTo("cat(file_name)");
    assertThat(style.tool(TestingDesk.tool(TestingDesk.LS))).isEqualTo("ls(a=false)");
    assertThat(style.tool(TestingDesk.tool("{\"name\": \"pwd\"}"))).isEqualTo("pwd()");
    assertThat(
            signature(
                "\"a\": {}, \"b\": {\"default\": 0}, \"c\": {\"default\": \"l\"}, \"d\":"
                    + " {\"default\": []}, \"e\": {\"default\": \"None\"}, \"g\": {}",
                "\"a\""))
        .isEqualTo("f(a,b=0,c=\"l\",d=[],e=null,g=null)");
  }

  @Test
  void theSystemPromptIsShortInstructionsAndTheSignatures() {
    assertThat(style.systemPrompt(List.of("ls(a=false)", "cat(file_name)")))
        .isEqualTo(HEAD + "ls(a=false)\ncat(file_name)");
    assertThat(style.systemPrompt(List.of())).isEmpty();
  }

  @Test
  void revealedToolsAreSignaturesAndALine() {
    assertThat(style.reveal(List.of("a()", "b(c)")))
        .isEqualTo("a()\nb(c)\nThese functions are there now. Go on.");
  }

  @Test
  void resultsAreCutTo160Characters() {
    String exact = "x".repeat(160);
    assertThat(style.result(exact)).isEqualTo("<tool_response>\n" + exact + "\n</tool_response>");
    assertThat(style.result(exact + "y"))
        .isEqualTo("<tool_response>\n" + "x".repeat(157) + "...\n</tool_response>");
    String smile = "\ud83d\ude42";
    assertThat(style.result("x".repeat(156) + smile + smile))
        .isEqualTo("<tool_response>\n" + "x".repeat(156) + smile + smile + "\n</tool_response>");
    assertThat(style.result("x".repeat(156) + smile + smile + "y"))
        .isEqualTo("<tool_response>\n" + "x".repeat(156) + "...\n</tool_response>");
  }

  @Test
  void withoutPatchesNothingIsMarked() {
    Conversation desk = start(Presentation.plain());
    assertThat(desk.opening().get(0).content()).isEqualTo(HEAD + "ls(a=false)\ncat(file_name)");
    assertThat(desk.step("Done.").reply().content())
        .isEqualTo("wc(file_name,mode=null)\nThese functions are there now. Go on.");
  }

  @Test
  void withPatchesSignaturesCarryTheirCuesAndTheRestAsEver() {
    Conversation desk = start(CUES);
    assertThat(desk.opening().get(0).content())
        .isEqualTo(HEAD + "ls(a=false)\ncat(file_name)\n\nGuidelines:\n- Look twice.");
    assertThat(desk.step("<tool_call>{").reply().content()).endsWith("\nWrite JSON.");
    assertThat(desk.step(TestingDesk.call("cat", "{\"file_name\": \"x\"}")).reply().content())
        .endsWith("\n</tool_response>\nTry another name.\n");
    assertThat(desk.step("Done.").reply().content())
        .isEqualTo(
            "wc(file_name!:string,mode in {l,w,c}=null)\nThese functions are there now. Go on.");
  }

  @Test
  void noDocumentOfTheBenchmarkLooksAsIfItHadACue() {
    TestingBenchmark benchmark = TestingBenchmark.read();
    int tools = 0;
    for (String file :
        List.of(
            "gorilla_file_system",
            "math_api",
            "message_api",
            "posting_api",
            "ticket_api",
            "trading_bot",
            "travel_booking",
            "vehicle_control")) {
      for (PyDict document : benchmark.rows("multi_turn_func_doc/" + file)) {
        String signature = style.tool(ToolDoc.of(document));
        assertThat(signature).matches("\\w+\\((\\w+(=[^,{]+)?(,\\w+(=[^,{]+)?)*)?\\)");
        tools++;
      }
    }
    assertThat(tools).isGreaterThan(100);
  }

  @Test
  void callsAreReadAsQwenWritesThem() {
    Conversation desk = start(Presentation.plain());
    StepOutcome read = desk.step(TestingDesk.call("cat", "{\"file_name\": \"note.txt\"}"));
    assertThat(read.calls()).containsExactly("cat(file_name='note.txt')");
    assertThat(read.reply().content())
        .isEqualTo("<tool_response>\n{\"file_content\": \"one two\"}\n</tool_response>\n");
  }

  /** Prompts written under one digest are comparable; a change of the template is deliberate. */
  @Test
  void theTemplatesDigestIsPinned() {
    assertThat(style.templateDigest())
        .isEqualTo("7e52dd05517a216100e992a3d1f8b6da97c38d922e5100e03dbe879e223bfbed");
  }
}
