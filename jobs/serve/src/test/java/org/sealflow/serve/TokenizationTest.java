package org.sealflow.serve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenizationTest {
  private static final String PATH = "/tokenize";
  private static final String CHAT =
      "'messages': [{'role': 'user', 'content': 'go'}], 'chat_template_kwargs': {'loud': true}";

  private TestingServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestingServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private TestingCaller.Heard post(String body) throws Exception {
    return server.caller.post(PATH, body);
  }

  @Test
  void aTextsIdsAreToldAsVllmDoes() throws Exception {
    TestingCaller.Heard heard =
        post("{'model': 'nano', 'prompt': 'a<|im_end|>', 'add_special_tokens': false}");

    assertThat(heard.status()).isEqualTo(200);
    assertThat(heard.ids("/tokens"))
        .isEqualTo(TestingEngine.tokens("a", TestingEngine.END_OF_TURN));
    assertThat(heard.at("/count").asInt()).isEqualTo(2);
    assertThat(heard.at("/max_model_len").asInt()).isEqualTo(TestingEngine.CONTEXT);
    assertThat(heard.at("/token_strs").isNull()).isTrue();
  }

  @Test
  void aConversationsIdsAreThoseItIsAnsweredFrom() throws Exception {
    TestingCaller.Heard heard = post("{" + CHAT + ", 'add_generation_prompt': true}");
    server.caller.post("/v1/chat/completions", "{" + CHAT + "}");

    assertThat(heard.ids("/tokens")).isEqualTo(server.engine.last().prompt());
    assertThat(server.engine.lastPrompt()).endsWith("LOUD ");
  }

  @Test
  void whatIsNotDoneIsRefused() throws Exception {
    assertThat(post("{'prompt': 'a', 'add_special_tokens': true}").text("/error/message"))
        .contains("add_special_tokens is true, which this server does not do");
    assertThat(post("{'prompt': 'a', 'messages': []}").text("/error/message"))
        .contains("messages is no field of such a request");
    assertThat(post("{}").text("/error/message")).startsWith("messages is missing or empty");
    assertThat(post("{'model': 'gpt', 'prompt': 'a'}").status()).isEqualTo(404);
  }

  @Test
  void itWantsTheKeyOfTheServer() throws Exception {
    try (TestingServer locked = TestingServer.startWithKey("secret")) {
      assertThat(new TestingCaller(locked.server, null).post(PATH, "{'prompt': 'a'}").status())
          .isEqualTo(401);
      assertThat(locked.caller.post(PATH, "{'prompt': 'a'}").status()).isEqualTo(200);
    }
  }
}
