package org.sealflow.jobs.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.report.TestingChromium;
import org.sealflow.jobs.report.TestingTab;

/**
 * The inspector as a user meets it: 200 episodes, one of which fails. Skipped where Chromium is not
 * installed.
 */
class InspectorBrowserTest {
  private static final String PLANTED = "planted";
  private static final int PLANTED_AT = 137;

  /** Episodes that pass at the task of the planted one. */
  private static final List<Integer> PASSING = List.of(11, 12);

  private static final String HOSTILE = "</script><img src=x onerror=document.title=1>";

  @TempDir static Path folder;
  private static TestingChromium chromium;
  private static TestingInspector inspector;
  private TestingTab tab;

  @BeforeAll
  static void start() throws Exception {
    Optional<TestingChromium> installed = TestingChromium.find();
    assumeTrue(installed.isPresent(), "Chromium is not installed");
    chromium = installed.get();
    List<String> solved =
        TestingInspector.samples().stream().filter(line -> line.contains("solved_base")).toList();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String line = solved.get(i % solved.size());
      lines.add(line.replaceFirst("\"id\": \"[^\"]*\"", "\"id\": \"episode_" + i + "\""));
    }
    String wrong = TestingInspector.sample("argument_of_wrong_type");
    for (int at : PASSING) {
      lines.set(
          at,
          wrong
              .replace("priority='4'", "priority=4")
              .replace("argument_of_wrong_type", "episode_" + at));
    }
    lines.set(
        PLANTED_AT,
        wrong
            .replace("\"argument_of_wrong_type\"", "\"" + PLANTED + "\"")
            .replace("ticket_login(", "cd(folder='" + HOSTILE + "')\", \"ticket_login("));
    inspector =
        TestingInspector.start(
            folder.resolve("notes.jsonl"),
            TestingInspector.recording(folder.resolve("run.jsonl"), lines));
  }

  @AfterAll
  static void stop() throws IOException {
    if (inspector != null) {
      inspector.close();
    }
  }

  @BeforeEach
  void open() throws Exception {
    tab = chromium.open(inspector.url("/").toString());
    assertThat(tab.shows("1 of 200 episodes fails")).isTrue();
  }

  @AfterEach
  void close() throws Exception {
    if (tab != null) {
      List<String> console = List.copyOf(tab.console());
      tab.close();
      assertThat(console).isEmpty();
    }
  }

  @Test
  void aPlantedFaultIsFoundInOneClickAndItsRepairInThree() throws Exception {
    tab.click("Example");
    assertThat(tab.shows("It passes with 1 edit:")).isTrue();
    assertThat(tab.value("location.hash").asText()).startsWith("#/episode/" + PLANTED_AT);
    tab.click("What if");
    tab.click("Use the repair");
    assertThat(tab.comes("document.querySelector('.outcome-of-edits .passed')")).isTrue();
    assertThat(tab.shows("executed in")).isTrue();
    assertThat(tab.shows("Turn 1: Argument mismatch → Pass")).isTrue();
    assertThat(tab.clicks()).isEqualTo(3);
  }

  @Test
  void fromCauseToTaskToSamplesToTheCallAreFourClicks() throws Exception {
    tab.click("Argument mismatch at create_ticket");
    assertThat(tab.shows("Those whose samples end both ways come first")).isTrue();
    tab.click("multi_turn_base_3");
    assertThat(tab.shows("Their calls first differ in turn")).isTrue();
    tab.click(PLANTED);
    assertThat(tab.shows("It passes with 1 edit:")).isTrue();
    tab.click("turn 1");
    assertThat(tab.comes("document.activeElement.id === 'turn-1'")).isTrue();
    assertThat(tab.clicks()).isEqualTo(4);
    assertThat(tab.value("document.querySelector('.turn.root .call.wrong').innerText").asText())
        .contains("priority='4'");
  }

  @Test
  void turnCallAndWorldHaveAddresses() throws Exception {
    for (String place : List.of("turn=1", "turn=1&call=0.0", "turn=1&world=after")) {
      tab.go("about:blank");
      tab.go(inspector.url("/") + "#/episode/" + PLANTED_AT + "?" + place);
      String id =
          place.contains("call") ? "call-1-0.0" : place.contains("world") ? "world-1" : "turn-1";
      assertThat(tab.comes("document.activeElement.id === '" + id + "'")).as(place).isTrue();
      assertThat(tab.comes("document.querySelector('.here').id === '" + id + "'")).isTrue();
    }
    assertThat(
            tab.value("document.querySelector('#call-1-0\\\\.0 .place').getAttribute('href')")
                .asText())
        .isEqualTo("#/episode/" + PLANTED_AT + "?turn=1&call=0.0");
  }

  @Test
  void theKeyboardAloneLeadsFromTheFirstScreenToTheRepair() throws Exception {
    tab.reach("Example");
    assertThat(tab.shows("It passes with 1 edit:")).isTrue();
    tab.press("w");
    assertThat(tab.shows("executed in")).isTrue();
    tab.reach("Use the repair");
    assertThat(tab.comes("document.querySelector('.outcome-of-edits .passed')")).isTrue();
    assertThat(tab.clicks()).isZero();
  }

  @Test
  void aCallIsInsertedAfterAnother() throws Exception {
    tab.go(inspector.url("/") + "#/episode/0/what-if");
    assertThat(tab.shows("executed in")).isTrue();
    tab.click("Turn 0");
    tab.click("+");
    assertThat(tab.comes("document.activeElement.tagName === 'TEXTAREA'")).isTrue();
    tab.write("no_such_tool()");
    assertThat(tab.comes("location.hash.includes('no_such_tool')")).isTrue();
    assertThat(tab.comes("document.querySelector('.what-if .turn .call.wrong')")).isTrue();
  }

  @Test
  void capabilitiesLeadOnAndFiltersAreTakenAway() throws Exception {
    tab.click("Trend");
    assertThat(tab.shows("By tool")).isTrue();
    tab.click("create_ticket");
    assertThat(tab.comes("location.hash === '#/capability?tool=create_ticket'")).isTrue();
    assertThat(tab.shows("Argument mismatch at create_ticket")).isTrue();
    tab.click("×");
    assertThat(tab.shows("All episodes")).isTrue();
  }

  @Test
  void theSamePageIsAFileThatNeedsNoServer() throws Exception {
    Path page = folder.resolve("inspector.html");
    TestingCommandLine written =
        TestingCommandLine.run(
            "serve",
            "inspector",
            folder.resolve("run.jsonl").toString(),
            "--tasks",
            TestingInspector.data("tasks").toString(),
            "--as-of",
            "2026-01-15",
            "--page",
            page.toString());
    assertThat(written.out()).as(written.err()).isEqualTo(page + ": 200 of 200 episodes\n");
    tab.go(page.toUri().toString());
    assertThat(tab.shows("This file holds 200 of 200 episodes")).isTrue();
    tab.click("Argument mismatch at create_ticket");
    tab.click("multi_turn_base_3");
    assertThat(tab.shows("Their calls first differ in turn")).isTrue();
    tab.click(PLANTED);
    assertThat(tab.shows("It passes with 1 edit:")).isTrue();
    tab.press("e");
    tab.value("document.getElementById('filter-text').focus()");
    tab.write("\"hall b\" flickers");
    assertThat(tab.comes("location.hash.includes('text=')")).isTrue();
    assertThat(tab.shows(" of 200 episodes")).isTrue();
    assertThat(tab.value("document.querySelectorAll('a.row').length").asInt()).isPositive();
  }

  @Test
  void everyViewIsReadableInTheDark() throws Exception {
    tab.scheme("dark");
    assertThat(contrast()).isGreaterThan(4.5);
    tab.scheme("light");
    assertThat(contrast()).isGreaterThan(4.5);
  }

  /** The lowest contrast of a badge's or a note's text with what it stands on. */
  private double contrast() throws Exception {
    return tab.value(
            """
            (() => {
              const parts = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
              const light = (text) => parts(text).map((part) => part / 255)
                .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
                .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
              const ground = (node) => {
                const own = getComputedStyle(node).backgroundColor;
                return /, 0\\)$/.test(own) && node.parentElement ? ground(node.parentElement) : own;
              };
              return Math.min(...[...document.querySelectorAll('.lead, .note, dt, dd, h4, .example')]
                .filter((node) => node.checkVisibility()).map((node) => {
                  const both = [light(getComputedStyle(node).color), light(ground(node))].sort();
                  return (both[1] + 0.05) / (both[0] + 0.05);
                }));
            })()""")
        .asDouble();
  }

  @Test
  void hostileTextsStayTexts() throws Exception {
    tab.click("1 episode");
    tab.click(PLANTED);
    assertThat(tab.shows(HOSTILE)).isTrue();
    tab.click("What if");
    assertThat(tab.comes("document.querySelector('.call-editor textarea')")).isTrue();
    assertThat(tab.value("document.title").asText()).isEqualTo(PLANTED + " · Sealflow inspector");
    assertThat(tab.value("document.querySelectorAll('img').length").asInt()).isZero();
  }

  @Test
  void everyViewHasAnAddress() throws Exception {
    tab.click("Episodes");
    assertThat(tab.shows("200 of 200 episodes")).isTrue();
    tab.value("document.getElementById('filter-text').focus()");
    tab.write("FLICKERS");
    assertThat(tab.shows("3 of 200 episodes")).isTrue();
    String address = tab.value("location.href").asText();
    assertThat(address).endsWith("#/episodes?text=FLICKERS");
    tab.go("about:blank");
    tab.go(address);
    assertThat(tab.shows("3 of 200 episodes")).isTrue();
    assertThat(tab.value("document.getElementById('filter-text').value").asText())
        .isEqualTo("FLICKERS");
  }

  @Test
  void editsHaveAnAddressToo() throws Exception {
    tab.click("Example");
    tab.click("What if");
    tab.click("Use the repair");
    assertThat(tab.comes("location.hash.includes('turns=')")).isTrue();
    String address = tab.value("location.href").asText();
    tab.go("about:blank");
    tab.go(address);
    assertThat(tab.comes("document.querySelector('.outcome-of-edits .passed')")).isTrue();
  }

  @Test
  void anAddressThatHoldsNoCallsIsTold() throws Exception {
    tab.go(inspector.url("/") + "#/episode/0/what-if?turns=7");
    assertThat(tab.shows("the calls in the address cannot be read")).isTrue();
    tab.go(inspector.url("/") + "#/episode/999");
    assertThat(tab.shows("expected one of episodes 0 to 199")).isTrue();
  }

  @Test
  void keysLeadThroughTheEpisodes() throws Exception {
    tab.press("e");
    assertThat(tab.shows("200 of 200 episodes")).isTrue();
    assertThat(tab.comes("document.querySelectorAll('a.row').length === 100")).isTrue();
    tab.press("j");
    assertThat(tab.comes("location.hash.startsWith('#/episode/" + PLANTED_AT + "')")).isTrue();
    assertThat(tab.comes("document.getElementById('turn-1')")).isTrue();
    tab.press("r");
    assertThat(tab.comes("document.activeElement.id === 'turn-1'")).isTrue();
    tab.press("w");
    assertThat(tab.comes("location.hash.includes('/what-if')")).isTrue();
    tab.press("j");
    assertThat(tab.comes("location.hash === '#/episode/0'")).isTrue();
    tab.press("h");
    assertThat(tab.shows("Why it fails, what to fix first")).isTrue();
    tab.press("?");
    assertThat(tab.comes("document.getElementById('help').open")).isTrue();
  }

  @Test
  void aDroppedCallIsExecutedAtOnce() throws Exception {
    tab.click("Example");
    tab.click("What if");
    assertThat(tab.shows("executed in")).isTrue();
    tab.click("Drop");
    assertThat(tab.comes("location.hash.includes('turns=')")).isTrue();
    assertThat(tab.shows("Missing call")).isTrue();
  }

  @Test
  void aNoteIsKeptAndListed() throws Exception {
    tab.click("Example");
    assertThat(tab.comes("document.querySelector('.note-form textarea')")).isTrue();
    tab.value("document.querySelector('.note-form textarea').focus()");
    tab.write("A <b>text</b>, not a number");
    tab.click("Keep the note");
    assertThat(tab.shows("Kept.")).isTrue();
    tab.click("Notes");
    assertThat(tab.shows("A <b>text</b>, not a number")).isTrue();
  }

  @Test
  void nothingIsWiderThanAPhone() throws Exception {
    tab.size(390, 800);
    assertThat(fits()).isTrue();
    tab.click("Example");
    assertThat(tab.shows("It passes with 1 edit:")).isTrue();
    assertThat(fits()).isTrue();
    tab.click("What if");
    assertThat(tab.shows("executed in")).isTrue();
    assertThat(fits()).isTrue();
    tab.press("e");
    assertThat(tab.comes("document.querySelector('a.row')")).isTrue();
    assertThat(fits()).isTrue();
    tab.press("t");
    assertThat(tab.shows("By tool")).isTrue();
    assertThat(fits()).isTrue();
    tab.go(inspector.url("/") + "#/group?task=multi_turn_base_3");
    assertThat(tab.shows("side by side")).isTrue();
    assertThat(fits()).isTrue();
  }

  private boolean fits() throws Exception {
    return tab.comes("document.documentElement.scrollWidth <= 390");
  }

  @Test
  void samplesOfATaskStandSideBySide() throws Exception {
    tab.go(inspector.url("/").toString() + "#/episode/0");
    tab.click("Side by side");
    assertThat(tab.shows("8 episodes of 40 side by side, those that pass first.")).isTrue();
    assertThat(tab.shows("Their calls are the same.")).isTrue();
  }

  @Test
  void theNumbersOfTheReportAreThere() throws Exception {
    tab.click("Numbers");
    assertThat(tab.shows("Official accuracy")).isTrue();
    assertThat(tab.comes("document.querySelectorAll('canvas').length > 4")).isTrue();
  }
}
