package org.sealflow.generate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.task.TaskRows;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJsonReader;

final class TaskLinesTest {
  @Test
  void whatIsWrittenIsReadAgain() {
    TaskGenerator generator =
        new TaskGenerator(GeneratorSettings.of(5, GeneratorSplit.TRAIN), TestingSources.read());
    for (int i = 0; i < 400; i++) {
      Task task = generator.next().task();
      Task read = TaskRows.task(object(TaskLines.question(task)), object(TaskLines.answer(task)));
      assertThat(read.id()).isEqualTo(task.id());
      assertThat(read.turns()).isEqualTo(task.turns());
      assertThat(read.involvedClasses()).isEqualTo(task.involvedClasses());
      assertThat(read.withheldTools()).isEqualTo(task.withheldTools());
      assertThat(read.groundTruth()).isEqualTo(task.groundTruth());
      assertThat(Py.eq(read.initialConfiguration(), task.initialConfiguration())).isTrue();
      assertThat(TaskLines.question(read)).isEqualTo(TaskLines.question(task));
    }
  }

  private static PyDict object(String json) {
    return (PyDict) PyJsonReader.read(json);
  }
}
