package org.sealflow.bfcl.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskOutline;
import org.sealflow.environment.World;
import org.sealflow.python.Reference;

class BfclWorldTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 1, 15);

  @Test
  void aCopyAtAnyCallGoesOnAsTheWorldDoesAndChangesNothingOfIt() throws IOException {
    assertThat(copied(Reference.repository().resolve("data/tasks"))).isGreaterThan(100);
  }

  /** The benchmark's own tasks, long contexts among them. */
  @Test
  void soDoCopiesOfTheBenchmarksWorlds() throws IOException {
    assertThat(copied(Reference.folder().resolve("bfcl"))).isGreaterThan(4_000);
  }

  /** Copies worlds at every call of the ground truths; tells how many copies were made. */
  private static int copied(Path directory) throws IOException {
    TaskFolder tasks = TaskDirectory.read(directory);
    int copies = 0;
    for (TaskOutline outline : tasks.tasks()) {
      List<String> calls = outline.groundTruth().stream().flatMap(List::stream).toList();
      World world = tasks.ready(outline.id()).world("model", TODAY);
      World undisturbed = tasks.ready(outline.id()).world("model", TODAY);
      List<World> made = new ArrayList<>();
      List<String> results = new ArrayList<>();
      for (String call : calls) {
        World copy = world.copy();
        assertThat(copy.state()).as(outline.id()).isEqualTo(world.state());
        // What a copy does is not seen by the world it was taken of.
        String ahead = copy.copy().execute(call).text();
        String result = world.execute(call).text();
        assertThat(ahead).as(outline.id()).isEqualTo(result);
        assertThat(undisturbed.execute(call).text()).as(outline.id()).isEqualTo(result);
        made.add(copy);
        results.add(result);
      }
      Map<String, String> end = world.state();
      assertThat(undisturbed.state()).as(outline.id()).isEqualTo(end);
      for (int from = 0; from < made.size(); from++) {
        for (int i = from; i < calls.size(); i++) {
          assertThat(made.get(from).execute(calls.get(i)).text()).isEqualTo(results.get(i));
        }
        assertThat(made.get(from).state()).as(outline.id()).isEqualTo(end);
      }
      copies += made.size();
    }
    return copies;
  }
}
