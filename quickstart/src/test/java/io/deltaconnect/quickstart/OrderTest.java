package io.deltaconnect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderTest {
  @Test
  void theFirstOrdersAreTheSameEachTime() {
    List<Order> orders = Order.firstOrders();

    assertThat(orders).hasSize(3030).isEqualTo(Order.firstOrders());
    assertThat(orders.stream().map(Order::orderId)).doesNotHaveDuplicates();
    assertThat(orders.stream().map(Order::customerId).distinct()).hasSize(1000);
  }

  @Test
  void jsonHasAValueForEachFieldOfItsSchema() throws Exception {
    JsonNode record = new ObjectMapper().readTree(Order.firstOrders().get(0).toJson());

    List<String> fields = new ArrayList<>();
    record.path("schema").path("fields").forEach(f -> fields.add(f.path("field").asText()));
    List<String> values = new ArrayList<>();
    record.path("payload").fieldNames().forEachRemaining(values::add);
    assertThat(values).isEqualTo(fields).hasSize(9);
  }
}
