package org.sealflow.jobs.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class CpuMeterTest {
  @Test
  void workBetweenTwoMomentsIsCountedAndWorkOutsideIsNot() throws Exception {
    try (CpuMeter meter = CpuMeter.start()) {
      long begun = System.currentTimeMillis();
      while (System.currentTimeMillis() < begun + 200) {
        Thread.onSpinWait();
      }
      long ended = System.currentTimeMillis();
      Thread.sleep(50);
      assertThat(meter.cpuNanos(begun, ended)).isPositive();
      assertThat(meter.cpuNanos(begun - 10_000, begun - 9_000)).isZero();
      assertThat(meter.cpuNanos(ended + 10_000, ended + 20_000)).isZero();
      assertThat(meter.compilerNanos(begun, ended)).isNotNegative();
      assertThat(meter.compilerNanos(0, ended + 10_000)).isNotNegative();
      assertThat(meter.compilerNanos(ended + 10_000, ended + 20_000)).isZero();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theCompilersTimeIsAPartOfIt() {
    assertThat(new CompilerThreads().cpuNanos())
        .isPositive()
        .isLessThan(
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime());
  }
}
