package org.sealflow.learn.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.model.GenerationModel;
import org.sealflow.model.GenerationWeights;
import org.sealflow.schemas.WeightsFormat;

/**
 * Runs on the engine's thread: takes orders between two tokens, lets requests join, samples a token
 * for each answer under way, batch after batch. The methods that are not the thread's own are
 * {@link #order}, {@link #names}, {@link #statistics} and {@link #failure}.
 */
final class EngineLoop implements Runnable {
  static final String CLOSED = "the policy engine is closed";

  private final GenerationModel model;
  private final EngineSettings settings;
  private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();
  private final List<ServedWeights> served = new ArrayList<>();
  private final Map<String, ServedWeights> adapters = new ConcurrentHashMap<>();
  private ServedWeights policy;
  private long sampledBySpent;
  private long readBySpent;
  private boolean closing;
  private volatile EngineStatistics statistics = new EngineStatistics(0, 0, 0, 0, 0);
  private volatile @Nullable String failure;

  /** Something to be done between two tokens. */
  interface Order {
    /** Does it, on the engine's thread. */
    void carryOut();

    /** Says that it will never be done. */
    void refuse(String reason);
  }

  /**
   * A loop over a model, which is closed at its end.
   *
   * @param model its weights are version 0
   */
  EngineLoop(GenerationModel model, EngineSettings settings) {
    this.model = model;
    this.settings = settings;
    policy = new ServedWeights(model.weights(), 0, settings.keptBytes());
    served.add(policy);
  }

  /** Hands an order in. It is carried out or refused, whatever happens. */
  void order(Order order) {
    orders.add(order);
    String reason = failure;
    if (reason != null) {
      order.refuse(reason);
    }
  }

  /** Names of the adapters there are. */
  Set<String> names() {
    return Set.copyOf(adapters.keySet());
  }

  EngineStatistics statistics() {
    return statistics;
  }

  /** Why the loop has ended; null while it runs. */
  @Nullable String failure() {
    return failure;
  }

  @Override
  public void run() {
    String reason = CLOSED;
    try {
      while (!closing) {
        round();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error broken) {
      reason = "the policy engine failed: " + oneLine(broken);
    } finally {
      end(reason);
    }
  }

  private static String oneLine(Throwable broken) {
    return String.valueOf(broken).replaceAll("\\s+", " ");
  }

  private void round() throws InterruptedException {
    takeOrders();
    served.forEach(ServedWeights::dropGivenUp);
    for (ServedWeights each : served) {
      each.admit(settings.maxRows() - rows(), settings.joinShare());
      publishStatistics();
      each.step();
      // Whoever has an answer finds it counted.
      publishStatistics();
      each.handOut();
    }
    closeSpent();
    publishStatistics();
  }

  /** Carries out the orders there are; waits for one where there is nothing else to do. */
  private void takeOrders() throws InterruptedException {
    if (served.stream().allMatch(ServedWeights::isIdle)) {
      orders.take().carryOut();
    }
    for (int left = orders.size(); left > 0; left--) {
      Order next = orders.poll();
      if (next != null) {
        next.carryOut();
      }
    }
  }

  private int rows() {
    return served.stream().mapToInt(ServedWeights::rows).sum();
  }

  private void closeSpent() {
    for (Iterator<ServedWeights> all = served.iterator(); all.hasNext(); ) {
      ServedWeights each = all.next();
      if (each.isSpent()) {
        sampledBySpent += each.tokensSampled();
        readBySpent += each.tokensRead();
        each.close();
        all.remove();
      }
    }
  }

  private void publishStatistics() {
    statistics =
        new EngineStatistics(
            sampledBySpent + served.stream().mapToLong(ServedWeights::tokensSampled).sum(),
            readBySpent + served.stream().mapToLong(ServedWeights::tokensRead).sum(),
            rows(),
            served.stream().mapToInt(ServedWeights::waiting).sum(),
            policy.version());
  }

  /** Says why to all who wait; the failure is set before, so that nobody comes in behind. */
  private void end(String reason) {
    failure = reason;
    for (ServedWeights each : served) {
      each.pending().forEach(answer -> answer.fail(PolicyException.Cause.ENGINE, reason));
    }
    Order next = orders.poll();
    while (next != null) {
      next.refuse(reason);
      next = orders.poll();
    }
    adapters.clear();
    try {
      served.forEach(ServedWeights::close);
    } finally {
      model.close();
    }
  }

  /** Takes a request in. */
  void accept(PendingAnswer answer) {
    String name = answer.adapter();
    ServedWeights target = name == null ? policy : adapters.get(name);
    if (target == null) {
      answer.fail(
          PolicyException.Cause.ENGINE, "the adapter '" + name + "' was unloaded meanwhile");
    } else {
      target.enqueue(answer);
    }
  }

  /** Ends the loop after this round's orders. */
  void stop() {
    closing = true;
  }

  /** Loads newer weights of the policy; older ones are left alone. */
  void swap(long version, WeightsFormat format, Path weights) {
    if (version <= policy.version()) {
      return;
    }
    ServedWeights newer = new ServedWeights(open(format, weights), version, settings.keptBytes());
    policy.handOver(newer);
    policy.retire();
    policy = newer;
    served.add(newer);
  }

  private GenerationWeights open(WeightsFormat format, Path weights) {
    return switch (format) {
      case SAFETENSORS -> model.replacedBy(weights);
      case PEFT_ADAPTER -> model.withAdapters(weights);
      case NONE ->
          throw new IllegalArgumentException(
              "the format is NONE, which has no weights; expected SAFETENSORS or PEFT_ADAPTER");
    };
  }

  /** Loads an adapter, in place of one of the same name. */
  void load(String name, Path directory) {
    ServedWeights loaded =
        new ServedWeights(model.withAdapters(directory), 0, settings.keptBytes());
    ServedWeights before = adapters.put(name, loaded);
    if (before != null) {
      before.retire();
    }
    served.add(loaded);
  }

  /** Forgets an adapter. */
  void unload(String name) {
    ServedWeights before = adapters.remove(name);
    if (before == null) {
      throw new IllegalArgumentException(
          "no adapter '" + name + "' is loaded; there are " + adapters.keySet());
    }
    before.retire();
  }

  /** An order that somebody waits for; what it throws is theirs to hear, an error not alone. */
  static Order command(Runnable work, CompletableFuture<Void> done) {
    return new Order() {
      @Override
      public void carryOut() {
        try {
          work.run();
          done.complete(null);
        } catch (RuntimeException refused) {
          done.completeExceptionally(refused);
        } catch (Error broken) {
          done.completeExceptionally(broken);
          throw broken;
        }
      }

      @Override
      public void refuse(String reason) {
        done.completeExceptionally(new PolicyException(PolicyException.Cause.ENGINE, reason));
      }
    };
  }
}
