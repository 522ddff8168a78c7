package org.sealflow.jobs.report.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Verdict;

class EvaluationSummaryTest {
  private final EvaluationSummary summary = new EvaluationSummary(4);

  @Test
  void passHatIsTheChanceThatAllOfKRunsPassed() {
    runs("base", "t1", 4, 0);
    runs("base", "t2", 2, 2);

    EvaluationSummary.Row row = summary.rows().get(0);

    assertThat(row.passed()).isEqualTo(new Proportion(6, 8));
    assertThat(row.tasks()).isEqualTo(2);
    // t2: 2/4, then C(2,2)/C(4,2) = 1/6, then none.
    assertThat(row.passHat().get(0)).isEqualTo(0.75, within(1e-12));
    assertThat(row.passHat().get(1)).isEqualTo((1 + 1.0 / 6) / 2, within(1e-12));
    assertThat(row.passHat().get(2)).isEqualTo(0.5, within(1e-12));
    assertThat(row.passHat().get(3)).isEqualTo(0.5, within(1e-12));
  }

  @Test
  void whatIsNotThePolicysFaultIsCountedApart() {
    add("base", "t1", Verdict.PASSED, true);
    add("base", "t1", Verdict.PASSED, false);
    add("base", "t1", Verdict.INFRASTRUCTURE_FAILED, false);
    add("base", "t2", Verdict.TASK_DEFECTIVE, false);

    EvaluationSummary.Row row = summary.rows().get(0);

    assertThat(row.passed()).isEqualTo(new Proportion(2, 2));
    assertThat(row.strict()).isEqualTo(new Proportion(1, 2));
    assertThat(row.infrastructure()).isEqualTo(1);
    assertThat(row.defective()).isEqualTo(1);
    assertThat(row.passHat().subList(0, 2)).containsExactly(1.0, 1.0);
    assertThat(row.passHat().subList(2, 4)).containsExactly(Double.NaN, Double.NaN);
  }

  @Test
  void severalCategoriesHaveARowOverAll() {
    runs("miss_func", "t1", 1, 0);
    assertThat(summary.rows()).hasSize(1);
    runs("base", "t2", 0, 1);

    List<EvaluationSummary.Row> rows = summary.rows();

    assertThat(rows)
        .extracting(EvaluationSummary.Row::category)
        .containsExactly("base", "miss_func", EvaluationSummary.ALL);
    assertThat(rows.get(2).passed()).isEqualTo(new Proportion(1, 2));
  }

  @Test
  void withoutARunThereIsNothingToSum() {
    assertThat(summary.rows()).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new EvaluationSummary(0));
  }

  private void runs(String category, String task, int passed, int failed) {
    for (int run = 0; run < passed; run++) {
      add(category, task, Verdict.PASSED, true);
    }
    for (int run = 0; run < failed; run++) {
      add(category, task, Verdict.POLICY_FAILED, false);
    }
  }

  private void add(String category, String task, Verdict verdict, boolean strict) {
    EpisodeDiagnosis episode = TestingRecords.passedEpisode("e").getEpisodeDiagnosis();
    assertThat(episode).isNotNull();
    episode.setCategory(category);
    episode.setTaskId(task);
    episode.setVerdict(verdict);
    episode.setStrictSuccess(strict);
    summary.add(episode);
  }
}
