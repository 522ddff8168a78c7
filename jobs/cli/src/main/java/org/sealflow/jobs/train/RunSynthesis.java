package org.sealflow.jobs.train;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.EndpointSettings;
import org.sealflow.generate.FamilyTools;
import org.sealflow.generate.TurnRange;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.synthesize.Admission;
import org.sealflow.synthesize.GeneratorProposer;
import org.sealflow.synthesize.KnownTasks;
import org.sealflow.synthesize.RequestLedger;
import org.sealflow.synthesize.ServedProposer;
import org.sealflow.synthesize.SynthesisLedger;
import org.sealflow.synthesize.SynthesizedTask;
import org.sealflow.synthesize.Synthesizer;
import org.sealflow.synthesize.Weakness;
import org.sealflow.synthesize.WeaknessSettings;
import org.sealflow.synthesize.Weaknesses;

/**
 * Tasks made about what the policy of a run is weak at.
 *
 * @param weaknesses what they are to teach, the weakest first; none where the run shows none yet
 * @param tasks those admitted, in their order
 * @param proposals all that were proposed
 * @param requests those to a model; none sent if the generator proposed
 */
public record RunSynthesis(
    List<Weakness> weaknesses,
    List<SynthesizedTask> tasks,
    SynthesisLedger proposals,
    RequestLedger requests) {
  /** The generator gives up after so many proposals for each task wanted. */
  private static final long PROPOSALS_PER_TASK = 100;

  private static final RunSynthesis NOTHING =
      new RunSynthesis(List.of(), List.of(), SynthesisLedger.NONE, RequestLedger.NONE);

  /** Copies the lists. */
  public RunSynthesis {
    weaknesses = List.copyOf(weaknesses);
    tasks = List.copyOf(tasks);
  }

  /**
   * An order of tasks.
   *
   * @param count how many are wanted, from 1
   * @param seed any number; equal seeds and profiles make equal tasks of the generator
   * @param turns how many turns the generator's tasks have
   * @param server a model that proposes; null if the generator does
   */
  public record Order(int count, long seed, TurnRange turns, @Nullable EndpointSettings server) {}

  /** Is told what happens. */
  public interface Listener {
    /** A task was admitted. */
    void admitted();

    /** A request to the server failed, in a line. */
    void failed(String request);
  }

  /**
   * Makes tasks.
   *
   * @param known the tasks of the run: none of them, and no variant of one held out, comes out
   * @param profiles the newest profiles of the run
   */
  public static RunSynthesis make(
      Order order,
      KnownTasks known,
      Collection<CapabilityProfile> profiles,
      Clock clock,
      Listener listener) {
    List<Weakness> weaknesses = Weaknesses.of(profiles, known, WeaknessSettings.DEFAULT);
    if (weaknesses.isEmpty()) {
      return NOTHING;
    }
    FamilyTools families = FamilyTools.of(known.sources());
    Admission admission = new Admission(known, families, weaknesses);
    Consumer<SynthesizedTask> progress = made -> listener.admitted();
    EndpointSettings server = order.server();
    if (server == null) {
      long most = PROPOSALS_PER_TASK * order.count();
      Synthesizer synthesizer =
          new Synthesizer(
              new GeneratorProposer(order.seed(), weaknesses, families, known, order.turns(), most),
              admission);
      synthesizer.make(order.count(), progress);
      return new RunSynthesis(
          weaknesses, synthesizer.tasks(), synthesizer.ledger(), RequestLedger.NONE);
    }
    ServedProposer proposer =
        new ServedProposer(server, weaknesses, known, clock, listener::failed);
    Synthesizer synthesizer = new Synthesizer(proposer, admission);
    synthesizer.make(order.count(), progress);
    return new RunSynthesis(
        weaknesses, synthesizer.tasks(), synthesizer.ledger(), proposer.requests());
  }
}
