package org.sealflow.tau.airline;

import java.util.List;
import java.util.Map;
import org.sealflow.tau.tool.CommonTools;
import org.sealflow.tau.tool.Toolkit;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Synchronisation;

/** Flights, users and their reservations. */
public final class AirlineDomain {
  public static final String NAME = "airline";

  private AirlineDomain() {}

  /** The domain with data as they are in {@code db.json}. */
  public static Domain of(Map<?, ?> data) {
    return new Domain(
        NAME,
        new Domain.Side(toolkit(), AirlineModels.DATABASE.read(data)),
        null,
        Synchronisation.NONE,
        false);
  }

  /** The tools of the agent. */
  public static Toolkit toolkit() {
    return new Toolkit(
        "AirlineTools",
        List.of(
            BookingTools.book(),
            CommonTools.calculate(),
            BookingTools.cancel(),
            ProfileTools.reservation(),
            ProfileTools.user(),
            SearchTools.airports(),
            SearchTools.direct(),
            SearchTools.oneStop(),
            ProfileTools.certificate(),
            CommonTools.transferToHumanAgents(),
            UpdateTools.baggages(),
            UpdateTools.flights(),
            UpdateTools.passengers(),
            SearchTools.status()),
        List.of());
  }
}
