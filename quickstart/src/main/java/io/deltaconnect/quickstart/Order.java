package io.deltaconnect.quickstart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** An order, as the topic carries it: JSON with its Connect schema, for the JsonConverter. */
record Order(
    String orderId,
    String customerId,
    LocalDate orderDate,
    String productId,
    int quantity,
    BigDecimal unitPrice,
    String status,
    Instant lastUpdated) {

  static final int CUSTOMERS = 1000;
  private static final int ORDERS_PER_CUSTOMER = 3;

  /** So many customers have one order more. */
  private static final int CUSTOMERS_WITH_ONE_MORE = 30;

  static final int FIRST_ORDERS = CUSTOMERS * ORDERS_PER_CUSTOMER + CUSTOMERS_WITH_ONE_MORE;

  private static final LocalDate FIRST_DAY = LocalDate.of(2025, 1, 1);
  private static final List<String> STATUSES = List.of("PLACED", "SHIPPED", "DELIVERED");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String SCHEMA =
      """
      {"type": "struct", "optional": false, "name": "retail.Order", "fields": [
        {"field": "order_id", "type": "string", "optional": false},
        {"field": "customer_id", "type": "string", "optional": true},
        {"field": "order_date", "type": "int32", "optional": true,
         "name": "org.apache.kafka.connect.data.Date", "version": 1},
        {"field": "product_id", "type": "string", "optional": true},
        {"field": "quantity", "type": "int32", "optional": true},
        {"field": "unit_price", "type": "bytes", "optional": true,
         "name": "org.apache.kafka.connect.data.Decimal", "version": 1,
         "parameters": {"scale": "2", "connect.decimal.precision": "10"}},
        {"field": "total_amount", "type": "bytes", "optional": true,
         "name": "org.apache.kafka.connect.data.Decimal", "version": 1,
         "parameters": {"scale": "2", "connect.decimal.precision": "12"}},
        {"field": "status", "type": "string", "optional": true},
        {"field": "last_updated", "type": "int64", "optional": true,
         "name": "org.apache.kafka.connect.data.Timestamp", "version": 1}
      ]}
      """;

  /** The orders that the scenario begins with; the same ones each time. */
  static List<Order> firstOrders() {
    SplittableRandom random = new SplittableRandom(42);
    List<Order> orders = new ArrayList<>(FIRST_ORDERS);
    for (int customer = 1; customer <= CUSTOMERS; customer++) {
      int count = ORDERS_PER_CUSTOMER + (customer <= CUSTOMERS_WITH_ONE_MORE ? 1 : 0);
      for (int number = 1; number <= count; number++) {
        orders.add(of(customer, number, random));
      }
    }
    return orders;
  }

  private static Order of(int customer, int number, SplittableRandom random) {
    LocalDate day = FIRST_DAY.plusDays(random.nextInt(180));
    return new Order(
        "ORDER%06d-%02d".formatted(customer, number),
        "CUST%06d".formatted(customer),
        day,
        "PROD%04d".formatted(1 + random.nextInt(250)),
        1 + random.nextInt(9),
        BigDecimal.valueOf(199 + random.nextInt(50_000), 2),
        STATUSES.get(random.nextInt(STATUSES.size())),
        day.atTime(9, 0).plusSeconds(random.nextInt(36_000)).toInstant(ZoneOffset.UTC));
  }

  BigDecimal totalAmount() {
    return unitPrice.multiply(BigDecimal.valueOf(quantity));
  }

  Order withStatus(String newStatus, Instant when) {
    return new Order(
        orderId, customerId, orderDate, productId, quantity, unitPrice, newStatus, when);
  }

  /** Schema and payload; decimals as JSON numbers. */
  String toJson() {
    try {
      ObjectNode payload = JSON.createObjectNode();
      payload.put("order_id", orderId);
      payload.put("customer_id", customerId);
      payload.put("order_date", orderDate.toEpochDay());
      payload.put("product_id", productId);
      payload.put("quantity", quantity);
      payload.put("unit_price", unitPrice);
      payload.put("total_amount", totalAmount());
      payload.put("status", status);
      payload.put("last_updated", lastUpdated.toEpochMilli());
      ObjectNode record = JSON.createObjectNode();
      record.set("schema", JSON.readTree(SCHEMA));
      record.set("payload", payload);
      return JSON.writeValueAsString(record);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
