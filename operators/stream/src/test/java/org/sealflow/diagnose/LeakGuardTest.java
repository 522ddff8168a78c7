package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeakGuardTest {
  private final LeakGuard guard = new LeakGuard();

  LeakGuardTest() {
    guard.addGroundTruth(
        List.of(
            "send(text='Lunch at noon?', to=['Ada', 'Bo'], amount=-12.5, flag=True)",
            "set(updates={'title': 'Big plan'}, next=pick(name='inner'), mode='red')",
            "find('first', path='.')",
            "not a call("));
    guard.addDocumentation("Mode: one of red, green. True to switch it on.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "say lunch AT noon. | lunch at noon",
        "say: 'lunch' at noon | lunch at noon",
        "ask Ada | ada",
        "use 12.5 | 12.5",
        "the big plan | big plan",
        "the title | title",
        "the inner one | inner",
        "the first one | first"
      })
  void aValueIsFoundAsWholeTokens(String text, String found) {
    assertThat(guard.leakIn(List.of("nothing", text))).contains(found);
  }

  @ParameterizedTest
  @CsvSource({"lunch", "Adam", "12", "plan big", "red", "firstly", "true", "'.'"})
  void partsOtherOrdersAndDocumentedValuesAreFree(String text) {
    assertThat(guard.leakIn(List.of(text))).isEmpty();
  }
}
