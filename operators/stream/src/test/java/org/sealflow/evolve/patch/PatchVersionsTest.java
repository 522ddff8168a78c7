package org.sealflow.evolve.patch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sealflow.schemas.PatchVersion;

class PatchVersionsTest {
  @Test
  void recordsAreCountedFromOne() {
    PatchVersions versions = new PatchVersions(3);

    assertThat(versions.next()).isEqualTo(new PatchVersion(3, 1L));
    assertThat(versions.next()).isEqualTo(new PatchVersion(3, 2L));
  }

  @Test
  void aNewerVersionOfAFormerLifeIsExceeded() {
    PatchVersions versions = new PatchVersions(1);
    versions.next();
    versions.exceed(new PatchVersion(1, 2L));

    assertThat(versions.next()).isEqualTo(new PatchVersion(2, 1L));
    assertThat(versions.restoreCount()).isEqualTo(2);
  }

  @Test
  void anOlderVersionChangesNothing() {
    PatchVersions versions = new PatchVersions(1);
    versions.next();
    versions.next();
    versions.exceed(new PatchVersion(1, 2L));
    versions.exceed(new PatchVersion(0, 99L));

    assertThat(versions.next()).isEqualTo(new PatchVersion(1, 3L));
  }
}
