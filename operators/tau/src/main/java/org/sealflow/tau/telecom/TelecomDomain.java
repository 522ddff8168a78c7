package org.sealflow.tau.telecom;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sealflow.tau.tool.CommonTools;
import org.sealflow.tau.tool.Tool;
import org.sealflow.tau.tool.Toolkit;
import org.sealflow.tau.world.Domain;

/** Customers, lines and bills on the agent's side, a phone on the user's. */
public final class TelecomDomain {
  public static final String NAME = "telecom";

  private TelecomDomain() {}

  /** The domain with data as they are in {@code db.toml} and {@code user_db.toml}. */
  public static Domain of(Map<?, ?> data, Map<?, ?> userData) {
    return new Domain(
        NAME,
        new Domain.Side(agentTools(), TelecomModels.DATABASE.read(data)),
        new Domain.Side(userTools(), PhoneModels.DATABASE.read(userData)),
        TelecomSynchronisation::run,
        true);
  }

  /** The tools of the agent. */
  public static Toolkit agentTools() {
    return new Toolkit(
        "TelecomTools",
        List.of(
            CustomerTools.byPhone(),
            CustomerTools.byId(),
            CustomerTools.byName(),
            CustomerTools.details(),
            LineTools.suspend(),
            LineTools.resume(),
            BillingTools.bills(),
            BillingTools.paymentRequest(),
            LineTools.dataUsage(),
            LineTools.enableRoaming(),
            LineTools.disableRoaming(),
            CommonTools.transferToHumanAgents(),
            BillingTools.refuel()),
        TelecomFunctions.all());
  }

  /** The tools of the user. */
  public static Toolkit userTools() {
    List<Tool> functions = new ArrayList<>(PhoneFunctions.all());
    functions.addAll(PhoneAssertions.all());
    return new Toolkit(
        "TelecomUserTools",
        List.of(
            NetworkTools.statusBar(),
            NetworkTools.status(),
            NetworkTools.mode(),
            NetworkTools.setMode(),
            NetworkTools.speedTest(),
            Switches.airplaneMode(),
            Switches.simStatus(),
            Switches.reseatSim(),
            Switches.data(),
            Switches.roaming(),
            Switches.dataRestriction(),
            Switches.dataSaver(),
            NetworkTools.apn(),
            NetworkTools.setApn(),
            NetworkTools.resetApn(),
            Switches.wifiStatus(),
            Switches.wifi(),
            Switches.wifiCallingStatus(),
            Switches.wifiCalling(),
            VpnTools.status(),
            VpnTools.connect(),
            VpnTools.disconnect(),
            AppTools.installed(),
            AppTools.status(),
            AppTools.permissions(),
            AppTools.grant(),
            AppTools.canSendMms(),
            NetworkTools.reboot(),
            PaymentTools.check(),
            PaymentTools.pay()),
        functions);
  }
}
