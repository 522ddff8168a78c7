package org.sealflow.python.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreparedCallTest {
  private static final InstanceNames NAMES = names("I");

  private static InstanceNames names(String name) {
    return new InstanceNames(List.of(name));
  }

  private static PreparedCall prepare(String source) {
    return PreparedCall.of(source, TestingNotebook.METHODS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "write('a')",
        "write(page(0), mark=[1])",
        "nothing(1)",
        "1+2",
        "run('x')",
        "write(range(1))",
        "write(len('a'))",
        "write('note (x)')",
        "write('size')",
        "[write(1), write(2)]"
      })
  void onePlanServesEveryInstanceName(String source) {
    PreparedCall call = prepare(source);
    assertThat(call.dependsOnNames()).isFalse();
    assertThat(call.plan(NAMES)).isSameAs(call.plan(names("J")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "write('size(x)')",
        "write(",
        "write(f'{size()}')",
        "size().write(1)",
        "[(write)('a'), 'write(']"
      })
  void aCallWhoseTextTakesTheNameInIsPlannedForEachName(String source) {
    PreparedCall call = prepare(source);
    assertThat(call.dependsOnNames()).isTrue();
    assertThat(call.plan(NAMES)).isNotSameAs(call.plan(NAMES));
  }

  @Test
  void aNameThatIsNoIdentifierIsAlwaysTakenIn() {
    PreparedCall call = prepare("write('a')");
    assertThat(call.plan(names("I J")).settled()).isNotNull();
    assertThat(call.plan(NAMES).settled()).isNull();
  }

  @Test
  void theSourceIsKeptAsWritten() {
    assertThat(prepare("write ( 'a' )").source()).isEqualTo("write ( 'a' )");
    assertThat(prepare("write ( 'a' )")).hasToString("write ( 'a' )");
  }

  @Test
  void oneCallRunsInManyThreads() throws ExecutionException, InterruptedException {
    PreparedCall call = prepare("write({'k': ['x']}, mark=(1, 2))");
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<String>> results = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        results.add(pool.submit(() -> TestingNotebook.executor().execute(call).text()));
      }
      for (Future<String> result : results) {
        assertThat(result.get()).isEqualTo("{\"page\": {\"k\": [\"x\"]}, \"mark\": [1, 2]}");
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
