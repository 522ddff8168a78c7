package org.sealflow.jobs;

import java.io.IOException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Collection;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * A {@link KafkaSink} of transactions that closes what its writers leave open. A writer that starts
 * asks the broker for open transactions of its ids, with an administrative client that it never
 * closes (connector 5.0.0-2.2): each restart would leave a thread in its TaskManager, which keeps
 * the job's classes and goes on looking for the broker. A writer whose start fails still does.
 */
final class TransactionalSink
    implements Sink<EncodedRecord>,
        SupportsWriterState<EncodedRecord, KafkaWriterState>,
        SupportsCommitter<KafkaCommittable>,
        SupportsPostCommitTopology<KafkaCommittable>,
        LineageVertexProvider {
  private static final long serialVersionUID = 1L;

  /** The writer's field, null until it has asked. */
  private static final String CLIENT = "adminClient";

  private final KafkaSink<EncodedRecord> sink;

  TransactionalSink(KafkaSink<EncodedRecord> sink) {
    this.sink = sink;
  }

  @Override
  public StatefulSinkWriter<EncodedRecord, KafkaWriterState> createWriter(WriterInitContext context)
      throws IOException {
    return closed(sink.createWriter(context));
  }

  @Override
  public StatefulSinkWriter<EncodedRecord, KafkaWriterState> restoreWriter(
      WriterInitContext context, Collection<KafkaWriterState> states) throws IOException {
    return closed(sink.restoreWriter(context, states));
  }

  private static StatefulSinkWriter<EncodedRecord, KafkaWriterState> closed(
      StatefulSinkWriter<EncodedRecord, KafkaWriterState> writer) {
    try {
      Field client = writer.getClass().getDeclaredField(CLIENT);
      client.setAccessible(true);
      @Nullable Admin open = (Admin) client.get(writer);
      if (open != null) {
        client.set(writer, null);
        open.close(Duration.ZERO);
      }
      return writer;
    } catch (ReflectiveOperationException changed) {
      throw new IllegalStateException(
          "the writer of this Kafka connector is not the one that was looked into", changed);
    }
  }

  @Override
  public Committer<KafkaCommittable> createCommitter(CommitterInitContext context) {
    return sink.createCommitter(context);
  }

  @Override
  public SimpleVersionedSerializer<KafkaCommittable> getCommittableSerializer() {
    return sink.getCommittableSerializer();
  }

  @Override
  public SimpleVersionedSerializer<KafkaWriterState> getWriterStateSerializer() {
    return sink.getWriterStateSerializer();
  }

  @Override
  public void addPostCommitTopology(DataStream<CommittableMessage<KafkaCommittable>> committables) {
    sink.addPostCommitTopology(committables);
  }

  @Override
  public LineageVertex getLineageVertex() {
    return sink.getLineageVertex();
  }
}
