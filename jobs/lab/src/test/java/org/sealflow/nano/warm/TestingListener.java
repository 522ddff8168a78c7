package org.sealflow.nano.warm;

import java.util.ArrayList;
import java.util.List;

/** Writes down what it is told. */
final class TestingListener implements WarmListener {
  final List<Integer> copied = new ArrayList<>();
  final List<StepFigures> learnt = new ArrayList<>();
  final List<Integer> phases = new ArrayList<>();
  final List<Double> rates = new ArrayList<>();
  final List<Boolean> judged = new ArrayList<>();

  @Override
  public void copied(int step, StepFigures figures) {
    copied.add(step);
  }

  @Override
  public void learnt(int step, int phase, long read, double learningRate, StepFigures figures) {
    learnt.add(figures);
    phases.add(phase);
    rates.add(learningRate);
  }

  @Override
  public void judged(int step, long read, StrictSuccesses judgement, boolean best) {
    judged.add(best);
  }

  @Override
  public void saved(int step) {}
}
