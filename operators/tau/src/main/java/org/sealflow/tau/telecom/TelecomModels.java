package org.sealflow.tau.telecom;

import static org.sealflow.tau.state.Types.BOOLEAN;
import static org.sealflow.tau.state.Types.DATE;
import static org.sealflow.tau.state.Types.DATE_TIME;
import static org.sealflow.tau.state.Types.NUMBER;
import static org.sealflow.tau.state.Types.TEXT;
import static org.sealflow.tau.state.Types.entity;
import static org.sealflow.tau.state.Types.enumeration;
import static org.sealflow.tau.state.Types.listOf;

import java.util.ArrayList;
import org.sealflow.tau.state.DatabaseModel;
import org.sealflow.tau.state.Model;

/** The records of the agent's data. */
final class TelecomModels {
  static final String ACTIVE = "Active";
  static final String SUSPENDED = "Suspended";
  static final String PENDING_ACTIVATION = "Pending Activation";
  static final String DRAFT = "Draft";
  static final String AWAITING_PAYMENT = "Awaiting Payment";
  static final String PAID = "Paid";
  static final String OVERDUE = "Overdue";

  static final Model LINE_ITEM =
      Model.closed("LineItem")
          .with(TEXT, "description")
          .with(NUMBER, "amount")
          .with(DATE, "date")
          .with(TEXT, "item_type")
          .build();
  static final Model BILL =
      Model.closed("Bill")
          .with(TEXT, "bill_id", "customer_id")
          .with(DATE, "period_start", "period_end", "issue_date")
          .with(NUMBER, "total_due")
          .with(DATE, "due_date")
          .withDefault(listOf(entity(LINE_ITEM)), "line_items", ArrayList::new)
          .withDefault(
              enumeration(DRAFT, "Issued", AWAITING_PAYMENT, PAID, OVERDUE, "Disputed"),
              "status",
              (Object) DRAFT)
          .build();

  private static final Model PLAN =
      Model.closed("Plan")
          .with(TEXT, "plan_id", "name")
          .with(NUMBER, "data_limit_gb", "price_per_month", "data_refueling_price_per_gb")
          .build();
  private static final Model ADDRESS =
      Model.closed("Address").with(TEXT, "street", "city", "state", "zip_code").build();
  private static final Model PAYMENT_METHOD =
      Model.closed("PaymentMethod")
          .with(TEXT, "method_type", "account_number_last_4", "expiration_date")
          .build();
  private static final Model CUSTOMER =
      Model.closed("Customer")
          .with(TEXT, "customer_id", "full_name", "date_of_birth", "email", "phone_number")
          .with(entity(ADDRESS), "address")
          .with(TEXT, "account_status")
          .withDefault(listOf(entity(PAYMENT_METHOD)), "payment_methods", ArrayList::new)
          .withDefault(listOf(TEXT), "line_ids", ArrayList::new)
          .withDefault(listOf(TEXT), "bill_ids", ArrayList::new)
          .nullable(DATE_TIME, "created_at")
          .nullable(DATE, "last_extension_date")
          .withDefault(NUMBER, "goodwill_credit_used_this_year", (Object) 0.0)
          .build();
  private static final Model LINE =
      Model.closed("Line")
          .with(TEXT, "line_id", "phone_number")
          .with(enumeration(ACTIVE, SUSPENDED, PENDING_ACTIVATION, "Closed"), "status")
          .with(TEXT, "plan_id")
          .nullable(TEXT, "device_id")
          .withDefault(NUMBER, "data_used_gb", (Object) 0.0)
          .withDefault(NUMBER, "data_refueling_gb", (Object) 0.0)
          .withDefault(BOOLEAN, "roaming_enabled", (Object) false)
          .nullable(
              DATE,
              "contract_end_date",
              "last_plan_change_date",
              "last_sim_replacement_date",
              "suspension_start_date")
          .build();
  private static final Model DEVICE =
      Model.closed("Device")
          .with(TEXT, "device_id", "device_type", "model")
          .nullable(TEXT, "imei")
          .withDefault(BOOLEAN, "is_esim_capable", (Object) false)
          .withDefault(BOOLEAN, "activated", (Object) false)
          .nullable(DATE_TIME, "activation_date", "last_esim_transfer_date")
          .build();

  static final DatabaseModel DATABASE =
      DatabaseModel.of(
          "TelecomDB",
          DatabaseModel.list("plans", PLAN, "plan_id"),
          DatabaseModel.list("customers", CUSTOMER, "customer_id"),
          DatabaseModel.list("lines", LINE, "line_id"),
          DatabaseModel.list("bills", BILL, "bill_id"),
          DatabaseModel.list("devices", DEVICE, "device_id"));

  private TelecomModels() {}
}
