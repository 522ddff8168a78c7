package org.sealflow.jobs;

import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.sealflow.diagnose.DiagnoseFunction;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.jobs.files.InputLine;
import org.sealflow.jobs.files.ParseLineFunction;
import org.sealflow.jobs.files.ReadFilesFunction;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.verify.Verified;
import org.sealflow.verify.VerifyFunction;
import org.sealflow.verify.VerifySettings;

/**
 * Diagnoses recorded trajectories: the operators of the live job over files, bounded.
 *
 * <pre>
 * files ─► parse ─► verify ─► diagnose ─► input order ─► outcomes
 * tasks ─────────────┘
 * </pre>
 */
public final class ReplayJob {
  private ReplayJob() {}

  /**
   * The topology.
   *
   * @param files what to read, in order
   * @param taskDirectory the tasks
   * @return one outcome per input record in input order, and parts of the ledger
   */
  public static DataStream<ReplayOutcome> define(
      StreamExecutionEnvironment environment,
      List<String> files,
      String taskDirectory,
      ReadSettings reading,
      VerifySettings verification) {
    SingleOutputStreamOperator<InputLine> lines =
        environment
            .fromSequence(0, 0)
            .setParallelism(1)
            .name("start")
            .process(new ReadFilesFunction(files, taskDirectory, reading.format()))
            .returns(TypeInformation.of(InputLine.class))
            .setParallelism(1)
            .name("read");
    SingleOutputStreamOperator<ReceivedEvent> parsed =
        lines
            .rebalance()
            .process(new ParseLineFunction(reading, taskDirectory))
            .returns(TypeInformation.of(ReceivedEvent.class))
            .name("parse");
    SingleOutputStreamOperator<Verified> verified =
        CoEvolutionJob.verify(
            parsed.union(lines.getSideOutput(ReadFilesFunction.EVENTS)),
            lines.getSideOutput(ReadFilesFunction.TASKS),
            verification);
    SingleOutputStreamOperator<Diagnosis> diagnoses =
        verified
            .process(new DiagnoseFunction())
            .returns(new AvroTypeInfo<>(Diagnosis.class))
            .name("diagnose")
            .uid(OperatorIds.DIAGNOSE);
    return pieces(parsed, verified, diagnoses)
        .keyBy(piece -> 0, Types.INT)
        .process(new InputOrderFunction(verification.referenceRows()))
        .returns(TypeInformation.of(ReplayOutcome.class))
        .setParallelism(1)
        .setMaxParallelism(1)
        .name("input order");
  }

  /**
   * How the job is executed.
   *
   * @param parallelism instances of each operator, at least 1
   */
  public static Configuration configuration(int parallelism) {
    Configuration configuration = CoEvolutionJob.execution();
    NetworkBuffers.BOUNDED.set(configuration, parallelism);
    return configuration;
  }

  private static DataStream<ReplayPiece> pieces(
      SingleOutputStreamOperator<ReceivedEvent> parsed,
      SingleOutputStreamOperator<Verified> verified,
      SingleOutputStreamOperator<Diagnosis> diagnoses) {
    TypeInformation<ReplayPiece> type = TypeInformation.of(ReplayPiece.class);
    return diagnoses
        .getSideOutput(DiagnoseFunction.EPISODES)
        .map(ReplayPiece::of, type)
        .union(
            verified.getSideOutput(DeadLetters.FAILURES).map(ReplayPiece::of, type),
            parsed.getSideOutput(DeadLetters.FAILURES).map(ReplayPiece::of, type),
            diagnoses.getSideOutput(DeadLetters.FAILURES).map(ReplayPiece::of, type),
            verified.getSideOutput(LedgerPart.OUTPUT).map(ReplayPiece::of, type),
            parsed.getSideOutput(LedgerPart.OUTPUT).map(ReplayPiece::of, type),
            verified.getSideOutput(VerifyFunction.REFERENCE_ROWS).map(ReplayPiece::of, type));
  }
}
