package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.CompositeType;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.MapTypeInfo;
import org.apache.flink.api.java.typeutils.ObjectArrayTypeInfo;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.environment.DriftCell;
import org.sealflow.environment.Rerun;
import org.sealflow.environment.StateDifference;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedEpisode.CheckAnswer;
import org.sealflow.environment.VerifiedEpisode.Soundness;
import org.sealflow.environment.VerifiedEpisode.TaskProgress;
import org.sealflow.environment.VerifiedEpisode.TurnResults;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.ingest.RawRecord;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.ledger.Ledger;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.TurnJudgement;

/** Every record that crosses operators, or is kept in state, stays off Kryo and survives it. */
class RecordTypesTest {
  private static final ReceivedEvent EVENT =
      new TestingEpisode("episode", 0, "base_0").start().received().get(0);

  @ParameterizedTest
  @ValueSource(
      classes = {
        Verified.class,
        VerifiedTurn.class,
        VerifiedCall.class,
        RawRecord.class,
        LedgerPart.class,
        ReferenceLine.class,
        EpisodeCursor.class,
        Ledger.class
      })
  void noRecordHoldsAGenericType(Class<?> record) {
    List<TypeInformation<?>> parts = parts(TypeInformation.of(record));

    assertThat(parts.get(0)).isInstanceOf(PojoTypeInfo.class);
    assertThat(parts).noneMatch(GenericTypeInfo.class::isInstance);
  }

  @Test
  void aGenericTypeInsideWouldBeFound() {
    assertThat(parts(TypeInformation.of(HoldsAnything.class)))
        .anyMatch(GenericTypeInfo.class::isInstance);
  }

  /** Records that are refused. */
  public record HoldsAnything(List<Object> anything) {}

  @Test
  void factsOfATurnSurvive() throws IOException {
    VerifiedCall plain =
        new VerifiedCall(
            1, 2, "f(a=1)", "f", Map.of("a", "1"), CallStatus.SUCCEEDED, "{}", List.of("a"));
    VerifiedCall nameless =
        new VerifiedCall(0, 0, "?", null, Map.of(), CallStatus.MALFORMED, "", List.of());
    VerifiedTurn turn =
        new VerifiedTurn(
            3,
            Tag.STATE_MISMATCH,
            true,
            new VerifiedTurn.TurnCalls(
                List.of(plain, nameless),
                List.of("not a call"),
                List.of(plain),
                List.of(new DriftCell(0, 1, "recorded", "executed"))),
            new VerifiedTurn.TurnDeviation(
                true,
                false,
                List.of(new StateDifference("TicketAPI", "current_user", "None", "'ines'")),
                List.of("{\"result\": 1}"),
                Rerun.PASSES,
                null));

    assertSurvives(VerifiedCall.class, plain);
    assertSurvives(VerifiedCall.class, nameless);
    assertSurvives(VerifiedTurn.class, turn);
    assertSurvives(
        Verified.class,
        new Verified("episode", 1, "run", header(), "base", turn, 1_700_000_000_000L, null));
    assertSurvives(
        Verified.class, new Verified("episode", 1, "run", header(), "base", turn, null, null));
  }

  @Test
  void factsOfAnEpisodeSurvive() throws IOException {
    EndedTurn turn =
        new EndedTurn(
            new VerifiedTurn(
                0,
                Tag.PASS,
                true,
                new VerifiedTurn.TurnCalls(List.of(), List.of(), List.of(), List.of()),
                VerifiedTurn.TurnDeviation.NONE),
            8L);
    VerifiedEpisode open =
        new VerifiedEpisode(
            new CheckAnswer(null, "exception:RecursionError"),
            CheckAnswer.NONE,
            new TaskProgress(0.5, 0.25, true),
            new TurnResults(
                List.of(Tag.PASS, Tag.CHECKER_ERROR),
                List.of(TurnJudgement.RIGHT, TurnJudgement.UNJUDGED),
                1,
                -1),
            new Soundness(true, false, null));
    VerifiedEpisode passed =
        new VerifiedEpisode(
            new CheckAnswer(true, null),
            new CheckAnswer(true, null),
            new TaskProgress(1, 1, false),
            new TurnResults(List.of(Tag.PASS), List.of(TurnJudgement.RIGHT), 1, -1),
            new Soundness(false, false, "a fault of the user"));

    assertSurvives(
        Verified.class,
        new Verified(
            "episode",
            0,
            "run",
            header(),
            "base",
            null,
            null,
            new EndedEpisode(
                open,
                EndReason.DEADLINE,
                "too long",
                7,
                null,
                null,
                0,
                null,
                List.of(),
                List.of())));
    assertSurvives(
        Verified.class,
        new Verified(
            "episode",
            0,
            "run",
            header(),
            "base",
            null,
            null,
            new EndedEpisode(
                passed,
                EndReason.COMPLETED,
                null,
                7,
                2L,
                3L,
                9,
                repair(),
                List.of(turn),
                List.of(EVENT))));
  }

  private static Repair repair() {
    CallEdit inserted =
        CallEdit.newBuilder().setKind(EditKind.INSERT).setTurn(0).setWantedText("ls()").build();
    return new Repair(RepairOutcome.FOUND, List.of(inserted), 3);
  }

  @Test
  void eventsSurvive() throws IOException {
    assertSurvives(ReceivedEvent.class, EVENT);
    assertSurvives(ReceivedEvent.class, new ReceivedEvent(EVENT.event(), null, 0, 0, 0));
  }

  @Test
  void rawRecordsSurvive() throws IOException {
    assertThat(copy(RawRecord.class, new RawRecord("topic", 1, 2, null, new byte[0], 3)))
        .usingRecursiveComparison()
        .isEqualTo(new RawRecord("topic", 1, 2, null, new byte[0], 3));
    RawRecord keyed = new RawRecord("topic", 1, 2, new byte[] {1}, new byte[] {2, -3}, 0);
    assertThat(copy(RawRecord.class, keyed)).usingRecursiveComparison().isEqualTo(keyed);
  }

  @Test
  void countsAndCursorsSurvive() throws IOException {
    Ledger ledger = new Ledger(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);

    assertSurvives(Ledger.class, ledger);
    assertSurvives(LedgerPart.class, new LedgerPart("verify", 1, 4, ledger));
    assertSurvives(EpisodeCursor.class, new EpisodeCursor(1, 2, 3, 4, 5, 6));
    assertSurvives(ReferenceLine.class, new ReferenceLine(9, "{\"tid\": \"ä\"}"));
  }

  private static EpisodeStarted header() {
    return EVENT.event().getEpisodeStarted();
  }

  private static <T> void assertSurvives(Class<T> type, T value) throws IOException {
    assertThat(copy(type, value)).isEqualTo(value);
  }

  /** Through bytes and back, and through the copy Flink makes between chained operators. */
  private static <T> T copy(Class<T> type, T value) throws IOException {
    SerializerConfigImpl config = new SerializerConfigImpl();
    config.setGenericTypes(false);
    TypeSerializer<T> serializer = TypeInformation.of(type).createSerializer(config);
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(serializer.copy(value), out);
    return serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
  }

  /** The type itself and everything inside it; Avro brings its own serializer. */
  private static List<TypeInformation<?>> parts(TypeInformation<?> type) {
    List<TypeInformation<?>> parts = new ArrayList<>();
    Deque<TypeInformation<?>> open = new ArrayDeque<>(List.of(type));
    while (!open.isEmpty()) {
      TypeInformation<?> part = open.remove();
      parts.add(part);
      if (part instanceof ListTypeInfo<?> list) {
        open.add(list.getElementTypeInfo());
      } else if (part instanceof MapTypeInfo<?, ?> map) {
        open.addAll(List.of(map.getKeyTypeInfo(), map.getValueTypeInfo()));
      } else if (part instanceof ObjectArrayTypeInfo<?, ?> array) {
        open.add(array.getComponentInfo());
      } else if (part instanceof CompositeType<?> composite && !(part instanceof AvroTypeInfo)) {
        for (int i = 0; i < composite.getArity(); i++) {
          open.add(composite.getTypeAt(i));
        }
      }
    }
    return parts;
  }
}
