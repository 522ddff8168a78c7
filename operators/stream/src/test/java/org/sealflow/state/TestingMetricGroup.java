package org.sealflow.state;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** Keeps what is registered, under dotted names. */
public final class TestingMetricGroup extends UnregisteredMetricsGroup {
  private final Map<String, Object> metrics;
  private final String prefix;

  /** A group without metrics. */
  public TestingMetricGroup() {
    this(new HashMap<>(), "");
  }

  private TestingMetricGroup(Map<String, Object> metrics, String prefix) {
    this.metrics = metrics;
    this.prefix = prefix;
  }

  @Override
  public MetricGroup addGroup(String name) {
    return new TestingMetricGroup(metrics, prefix + name + ".");
  }

  @Override
  public MetricGroup addGroup(String key, String value) {
    return addGroup(key).addGroup(value);
  }

  @Override
  public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
    metrics.put(prefix + name, gauge);
    return gauge;
  }

  @Override
  public Counter counter(String name) {
    Counter counter = super.counter(name);
    metrics.put(prefix + name, counter);
    return counter;
  }

  @Override
  public <H extends Histogram> H histogram(String name, H histogram) {
    metrics.put(prefix + name, histogram);
    return histogram;
  }

  /** The metrics by name. */
  public Map<String, Object> metrics() {
    return metrics;
  }

  /** The value of a gauge, or what a counter or histogram has counted. */
  public Object value(String name) {
    Object metric = metrics.get(name);
    if (metric instanceof Gauge<?> gauge) {
      return gauge.getValue();
    }
    return metric instanceof Counter counter ? counter.getCount() : ((Histogram) metric).getCount();
  }
}
