package org.sealflow.tau.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.tau.state.Types.NUMBER;
import static org.sealflow.tau.state.Types.TEXT;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.tau.TauReference;
import org.sealflow.tau.world.TauWorld;

class DatabaseTest {
  private static final Model ROW =
      Model.named("Row").with(TEXT, "id").with(NUMBER, "amount").build();
  private static final DatabaseModel MODEL =
      DatabaseModel.of(
          "TestDB",
          DatabaseModel.map("rows", ROW),
          DatabaseModel.list("log", ROW, "id"),
          DatabaseModel.hidden("hidden", Model.named("Hidden").nullable(TEXT, "x").build()));

  private final Database data = MODEL.read(Map.of("rows", rows(), "log", List.of()));

  private static Map<String, Object> rows() {
    Map<String, Object> rows = new LinkedHashMap<>();
    rows.put("m", Map.of("id", "m", "amount", 1L));
    rows.put("c", Map.of("id", "c", "amount", 2.5));
    return rows;
  }

  @Test
  void theDigestIsThatOfTheTextWithSortedKeys() throws Exception {
    assertThat(data.digest())
        .isEqualTo(
            sha256(
                "{'log': [], 'rows': {'c': {'amount': 2.5, 'id': 'c'}, "
                    + "'m': {'amount': 1.0, 'id': 'm'}}}"));
  }

  @Test
  void theDigestFollowsChangesAndAdditionsAtEveryPlace() throws Exception {
    Database copy = data.copy();
    copy.table("rows").edit("m").set("amount", 7L);
    copy.table("rows").put("a", ROW.of("a", 0L));
    copy.table("rows").put("k", ROW.of("k", 0L));
    copy.table("rows").put("z", ROW.of("z", 0L));
    copy.table("rows").put("y", ROW.of("y", 0L));
    copy.table("log").put("second", ROW.of("second", 0L));
    copy.table("log").put("first", ROW.of("first", 0L));
    copy.table("hidden").editOnly().set("x", "not seen");
    assertThat(copy.digest())
        .isEqualTo(
            sha256(
                "{'log': [{'amount': 0.0, 'id': 'second'}, {'amount': 0.0, 'id': 'first'}], "
                    + "'rows': {'a': {'amount': 0.0, 'id': 'a'}, 'c': {'amount': 2.5, 'id': 'c'}, "
                    + "'k': {'amount': 0.0, 'id': 'k'}, 'm': {'amount': 7, 'id': 'm'}, "
                    + "'y': {'amount': 0.0, 'id': 'y'}, 'z': {'amount': 0.0, 'id': 'z'}}}"));
    assertThat(data.table("rows").size()).isEqualTo(2);
  }

  @Test
  void sameDataMeansSameDigestWhateverTheWayThere() {
    Database left = data.copy();
    Database right = data.copy();
    left.table("rows").edit("m").set("amount", 3.0);
    left.table("rows").edit("m").set("amount", 1.0);
    assertThat(left.sameAs(right)).isTrue();
    left.table("rows").edit("m").set("amount", 1L);
    assertThat(left.sameAs(right)).isFalse();
    assertThat(left.digest()).isNotEqualTo(right.digest());
  }

  @Test
  void theOrderOfAListCounts() {
    Database left = data.copy();
    Database right = data.copy();
    for (String id : List.of("a", "b")) {
      left.table("log").put(id, ROW.of(id, 0L));
    }
    for (String id : List.of("b", "a")) {
      right.table("log").put(id, ROW.of(id, 0L));
    }
    assertThat(left.sameAs(right)).isFalse();
  }

  @Test
  void aListMayHoldAnIdTwiceAndLookUpsSeeTheFirst() {
    data.table("log").put("a", ROW.of("a", 1L));
    data.table("log").put("a", ROW.of("a", 2L));
    assertThat(data.table("log").rows()).hasSize(2);
    assertThat(data.table("log").find("a").get("amount")).isEqualTo(1.0);
  }

  @ParameterizedTest
  @CsvSource({
    "airline, 124e39a664b56402bcd09cb8a6a9cece6acb8462337c969799d5658e3250f263,",
    "retail, b25c9cb211f5efcaee5dd646054a73c4a9f43f4f5acc32c10713cd9f9ac20e9c,",
    "telecom, 304cf5ef059852e117ea801ab9a5efc24c9713ec887679dc2e30acceb4b6742d,"
        + "e1f3a8637388808221228ff3f87294444e6b64caf721f5eb243a85d0a9380b28",
    "mock, 107f83a70b7bf4f616e283b0b0b8451346fe7681173398d4498a1ec15c5fdfc6,"
        + "4cf3d22eed6962ba202c8738421d8a2286d2b5a0cad1372922c928be09ccbfac"
  })
  void loadedDataHaveTheBenchmarksDigests(String domain, String agent, String user) {
    TauWorld world = TauWorld.open(TauReference.benchmark().domain(domain), false);
    assertThat(world.agentDigest()).isEqualTo(agent);
    assertThat(world.userDigest()).isEqualTo(user);
  }

  private static String sha256(String text) throws Exception {
    byte[] bytes = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
