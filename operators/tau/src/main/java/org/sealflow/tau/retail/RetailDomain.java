package org.sealflow.tau.retail;

import java.util.List;
import java.util.Map;
import org.sealflow.tau.tool.CommonTools;
import org.sealflow.tau.tool.Toolkit;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Synchronisation;

/** Products, users and their orders. */
public final class RetailDomain {
  public static final String NAME = "retail";

  private RetailDomain() {}

  /** The domain with data as they are in {@code db.json}. */
  public static Domain of(Map<?, ?> data) {
    return new Domain(
        NAME,
        new Domain.Side(toolkit(), RetailModels.DATABASE.read(data)),
        null,
        Synchronisation.NONE,
        false);
  }

  /** The tools of the agent. */
  public static Toolkit toolkit() {
    return new Toolkit(
        "RetailTools",
        List.of(
            CommonTools.calculate(),
            OrderTools.cancel(),
            ItemTools.exchange(),
            LookupTools.userByNameZip(),
            LookupTools.userByEmail(),
            LookupTools.order(),
            LookupTools.product(),
            LookupTools.item(),
            LookupTools.user(),
            LookupTools.productTypes(),
            OrderTools.orderAddress(),
            ItemTools.modify(),
            OrderTools.payment(),
            OrderTools.userAddress(),
            ItemTools.giveBack(),
            CommonTools.transferToHumanAgents()),
        List.of());
  }
}
