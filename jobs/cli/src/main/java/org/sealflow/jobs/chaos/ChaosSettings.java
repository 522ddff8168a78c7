package org.sealflow.jobs.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a run of faults.
 *
 * @param schedule rounds of faults
 * @param minutes after how many no further round begins
 * @param patience how long anything may take before it counts as a hang
 * @param program the main class of this program, which serves the policy in another process
 * @param model the policy that begins
 * @param tools where the tools are documented
 * @param jobJar the job jar; null for the one built beside the command
 * @param directory where processes keep their data and logs
 * @param log where a row for each round is added; rounds that it holds are not played again; null
 *     for nowhere
 * @param again the command that plays the same schedule
 */
public record ChaosSettings(
    List<PlannedRound> schedule,
    int minutes,
    Duration patience,
    Class<?> program,
    Path model,
    Path tools,
    @Nullable Path jobJar,
    Path directory,
    @Nullable Path log,
    String again) {}
