package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.schemas.Tag.CORRECT_ABSTENTION;
import static org.sealflow.schemas.Tag.GT_ERROR;
import static org.sealflow.schemas.Tag.PASS;
import static org.sealflow.schemas.Tag.RESPONSE_MISMATCH;
import static org.sealflow.schemas.Tag.STATE_MISMATCH;

import java.util.List;
import org.junit.jupiter.api.Test;

class DominantTagTest {
  @Test
  void aSingleFailureOutranksAnyNumberOfPasses() {
    assertThat(DominantTag.of(List.of(STATE_MISMATCH, PASS, PASS))).contains(STATE_MISMATCH);
    assertThat(DominantTag.of(List.of(PASS, PASS, STATE_MISMATCH))).contains(STATE_MISMATCH);
  }

  @Test
  void theMostFrequentOfTheOthersIsDominant() {
    assertThat(DominantTag.of(List.of(PASS, STATE_MISMATCH, RESPONSE_MISMATCH, RESPONSE_MISMATCH)))
        .contains(RESPONSE_MISMATCH);
  }

  @Test
  void ofEquallyFrequentOnesTheFirstSeenIsDominant() {
    assertThat(DominantTag.of(List.of(PASS, RESPONSE_MISMATCH, STATE_MISMATCH)))
        .contains(RESPONSE_MISMATCH);
    assertThat(
            DominantTag.of(
                List.of(STATE_MISMATCH, GT_ERROR, GT_ERROR, STATE_MISMATCH, RESPONSE_MISMATCH)))
        .contains(STATE_MISMATCH);
  }

  @Test
  void aCorrectAbstentionIsNoPassHere() {
    assertThat(DominantTag.of(List.of(CORRECT_ABSTENTION, PASS))).contains(CORRECT_ABSTENTION);
  }

  @Test
  void passIsDominantWhereThereIsNothingElse() {
    assertThat(DominantTag.of(List.of(PASS, PASS))).contains(PASS);
  }

  @Test
  void withoutTagsNoneIsDominant() {
    assertThat(DominantTag.of(List.of())).isEmpty();
  }
}
