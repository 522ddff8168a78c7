package org.sealflow.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentValuesTest {
  private final RecentValues<Object> values = new RecentValues<>(2);

  @Test
  void aValueIsMadeOnceWhileItIsAmongThoseUsedLast() {
    Object first = values.get("a", Object::new);
    values.get("b", Object::new);
    assertThat(values.get("a", Object::new)).isSameAs(first);
    values.get("c", Object::new);
    assertThat(values.get("a", Object::new)).as("used after b").isSameAs(first);
    Object made = new Object();
    assertThat(values.get("b", () -> made)).as("forgotten").isSameAs(made);
  }
}
