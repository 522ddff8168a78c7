package org.sealflow.tau.telecom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.tau.TestingMock.agent;
import static org.sealflow.tau.TestingMock.map;
import static org.sealflow.tau.TestingMock.user;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sealflow.tau.TauReference;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.TauWorld;

class TelecomTest {
  private static final String LINE = "'customer_id':'C1001','line_id':'L1002'";

  private TauWorld world;

  @BeforeEach
  void open() {
    world = TauWorld.open(TauReference.benchmark().domain("telecom"), false);
    world.callFunction(
        Requestor.USER,
        "set_user_info",
        map("{'name':'John Smith','phone_number':'555-123-2002'}"));
  }

  @Test
  void aResumedLineHasNoServiceUntilThePhoneSearches() {
    agentCall("suspend_line", "{" + LINE + ",'reason':'r'}");
    assertThat(userCall("check_network_status")).contains("Cellular Connection: connected");
    userCall("reboot_device");
    assertThat(userCall("check_network_status")).contains("Cellular Connection: no_service");
    agentCall("resume_line", "{" + LINE + "}");
    assertThat(userCall("check_network_status")).contains("Cellular Connection: no_service");
    assertThat(userCall("reboot_device"))
        .isEqualTo(
            "Restarting network services...\n"
                + "Status Bar: 📶⁴ Excellent | 5G | 📱 Data Enabled | 🔋 80%");
  }

  @Test
  void aRequestedPaymentReachesTheUserAndThePaymentTheBill() {
    assertThat(userCall("make_payment")).isEqualTo("You do not have a payment request.");
    agentCall("send_payment_request", "{'customer_id':'C1001','bill_id':'B1002'}");
    assertThat(userCall("check_payment_request"))
        .isEqualTo("You have a payment request for bill B1002 of 150.0 USD.");
    assertThat(agentCall("send_payment_request", "{'customer_id':'C1001','bill_id':'B1001'}"))
        .isEqualTo("Error: A bill is already awaiting payment for this customer");
    assertThat(userCall("make_payment"))
        .isEqualTo("Payment of 150.0 USD has been made for bill B1002.");
    assertThat(agentCall("get_details_by_id", "{'id':'B1002'}")).contains("\"status\": \"Paid\"");
    assertThat(userCall("check_payment_request")).isEqualTo("No payment request has been made.");
  }

  @Test
  void aVpnThatWasSlowOnceStaysSlow() {
    userCall("connect_vpn");
    assertThat(userCall("check_vpn_status")).contains("<PerformanceLevel.EXCELLENT: 'excellent'>");
    world.callFunction(Requestor.USER, "break_vpn", map("{}"));
    userCall("disconnect_vpn");
    userCall("connect_vpn");
    assertThat(userCall("check_vpn_status")).contains("<PerformanceLevel.POOR: 'poor'>");
    TauWorld fresh = TauWorld.open(world.domain(), false);
    fresh.call(user("connect_vpn", "{}"));
    assertThat(fresh.call(user("check_vpn_status", "{}")).content()).contains("EXCELLENT");
  }

  @Test
  void aChargeWithoutADraftBillMakesOneWhoseIdCounts() {
    agentCall("refuel_data", "{'customer_id':'C1003','line_id':'L1009','gb_amount':1}");
    assertThat(agentCall("get_customer_by_id", "{'customer_id':'C1003'}"))
        .contains("\"bill_ids\": [\"B1006\", \"Bf0000001\"]");
    TauWorld beside = TauWorld.open(world.domain(), false, 5);
    beside.call(agent("refuel_data", "{'customer_id':'C1003','line_id':'L1009','gb_amount':1}"));
    assertThat(beside.call(agent("get_details_by_id", "{'id':'Bf0000006'}")).error()).isFalse();
  }

  @Test
  void refueledDataArePrintedAsText() {
    assertThat(agentCall("refuel_data", "{" + LINE + ",'gb_amount':2}"))
        .isEqualTo(
            "{\"message\": \"Successfully added 2 GB of data for line L1002 for $4.00\", "
                + "\"new_data_refueling_gb\": \"2.0\", \"charge\": \"4.0\"}");
    assertThat(agentCall("refuel_data", "{" + LINE + ",'gb_amount':'2'}"))
        .isEqualTo("Error: '<=' not supported between instances of 'str' and 'int'");
  }

  @Test
  void aLineThatWasGivenNanGigabytesHasNotUsedUpItsData() {
    assertThat(agentCall("refuel_data", "{" + LINE + ",'gb_amount':NaN}"))
        .isEqualTo(
            "{\"message\": \"Successfully added nan GB of data for line L1002 for $nan\", "
                + "\"new_data_refueling_gb\": \"nan\", \"charge\": \"nan\"}");
    assertThat(
            world.callFunction(
                Requestor.USER,
                "assert_mobile_data_usage_exceeded",
                map("{'expected_status':false}")))
        .isEqualTo(true);
  }

  @Test
  void settingsThatAreNoRecordAreStoredAndBreakEverySearch() {
    String error = "Error: 'str' object has no attribute 'apn_name'";
    assertThat(world.call(user("set_apn_settings", "{'apn_settings':'x'}")).content())
        .isEqualTo(error);
    assertThat(userCall("toggle_data")).isEqualTo(error);
    assertThat(userCall("check_network_status")).contains("Mobile Data Enabled: No");
  }

  @Test
  void networkModesOfOtherTypesAreStoredOrRefused() {
    assertThat(world.call(user("set_network_mode_preference", "{'mode':'5G'}")).error()).isFalse();
    assertThat(userCall("check_network_mode_preference")).endsWith("4g_5g_preferred");
    assertThat(world.call(user("set_network_mode_preference", "{'mode':null}")).content())
        .startsWith("Failed to set network mode: 'None' is not a valid option.");
    assertThat(userCall("check_network_mode_preference")).endsWith("None");
    assertThat(world.call(user("set_network_mode_preference", "{'mode':5}")).content())
        .isEqualTo("Error: 'int' object has no attribute 'value'");
  }

  @Test
  void billsAreSlicedAsPythonSlices() {
    String newest = agentCall("get_bills_for_customer", "{'customer_id':'C1001','limit':1}");
    assertThat(newest).contains("B1003").doesNotContain("B1002");
    assertThat(agentCall("get_bills_for_customer", "{'customer_id':'C1001','limit':0}"))
        .isEqualTo("[]");
    assertThat(agentCall("get_bills_for_customer", "{'customer_id':'C1001','limit':-1}"))
        .contains("B1002")
        .doesNotContain("B1001");
    assertThat(agentCall("get_bills_for_customer", "{'customer_id':'C1001','limit':1.0}"))
        .isEqualTo("Error: slice indices must be integers or None or have an __index__ method");
  }

  private String agentCall(String name, String arguments) {
    return world.call(agent(name, arguments)).content();
  }

  private String userCall(String name) {
    return world.call(user(name, "{}")).content();
  }
}
