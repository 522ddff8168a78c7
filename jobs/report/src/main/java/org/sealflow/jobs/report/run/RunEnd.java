package org.sealflow.jobs.report.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.report.summary.SummaryJson;
import org.sealflow.jobs.settings.UserError;

/**
 * The end of a run.
 *
 * @param end {@code COMPLETE} or {@code GUARDED}
 * @param reason why a guard stopped it; null if none did
 * @param ledgerBalances whether its ledger balanced; null if that is not known
 * @param ledger the counts of its ledger, as {@link SummaryJson#ledger} writes them; null if they
 *     are not known
 */
public record RunEnd(
    String end,
    @Nullable String reason,
    @Nullable Boolean ledgerBalances,
    @Nullable ObjectNode ledger) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * Reads the file; empty if the run has not come to its end.
   *
   * @throws UserError if it is damaged
   */
  static Optional<RunEnd> read(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode read = MAPPER.readTree(file.toFile());
      JsonNode balances = read.path("ledgerBalances");
      return Optional.of(
          new RunEnd(
              read.path("end").asText("COMPLETE"),
              read.hasNonNull("reason") ? read.get("reason").asText() : null,
              balances.isBoolean() ? (Boolean) balances.asBoolean() : null,
              read.get("ledger") instanceof ObjectNode ledger ? ledger : null));
    } catch (IOException damaged) {
      throw new UserError(
          file + " is damaged; delete it to report on the run as one that goes on", damaged);
    }
  }
}
