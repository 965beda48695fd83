package io.deltaconnect.connector.metrics;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MXBeans of one task in the JVM's MBean server, named as Connect names its own: {@code
 * io.deltaconnect:type=sink-task-metrics,connector=orders,task=0}, those of a table with {@code
 * table=...} behind. Values with other characters than letters, digits and {@code -._%} are quoted.
 *
 * <p>Whatever becomes of them, the task goes on. A bean takes the place of one that has its name
 * already: workers can start a task anew before its predecessor has stopped. Thread-safe.
 */
public final class TaskBeans implements AutoCloseable {
  /** The key of the task's number in its configuration: Connect itself does not tell it. */
  public static final String TASK_ID = "task.id";

  private static final Logger LOG = LoggerFactory.getLogger(TaskBeans.class);
  private static final String DOMAIN = "io.deltaconnect";
  private static final Pattern PLAIN = Pattern.compile("[\\w.%-]+");

  /** Whose bean has a name; guarded by itself, as is the MBean server as far as it is ours. */
  private static final Map<ObjectName, TaskBeans> OWNERS = new HashMap<>();

  private final String connector;
  private final String task;
  private final List<ObjectName> names = new ArrayList<>();
  private boolean closed;

  /**
   * @param config of the task, with its {@code name} and {@link #TASK_ID}
   */
  public TaskBeans(Map<String, String> config) {
    this.connector = config.getOrDefault("name", "unknown");
    this.task = config.getOrDefault(TASK_ID, "0");
  }

  /** Adds the task's number to a task's configuration. */
  public static Map<String, String> numbered(Map<String, String> config, int task) {
    Map<String, String> numbered = new HashMap<>(config);
    numbered.put(TASK_ID, Integer.toString(task));
    return numbered;
  }

  /** Registers what is told of the task as a whole. */
  public void task(String type, Object bean) {
    register(name(type), bean);
  }

  /** Registers what is told of one of its tables. */
  public void table(String type, String table, Object bean) {
    register(name(type) + ",table=" + quoted(table), bean);
  }

  private String name(String type) {
    return DOMAIN + ":type=" + type + ",connector=" + quoted(connector) + ",task=" + quoted(task);
  }

  private static String quoted(String value) {
    return PLAIN.matcher(value).matches() ? value : ObjectName.quote(value);
  }

  private void register(String text, Object bean) {
    synchronized (OWNERS) {
      if (closed) {
        return;
      }
      try {
        ObjectName name = new ObjectName(text);
        unregister(name);
        server().registerMBean(bean, name);
        OWNERS.put(name, this);
        names.add(name);
      } catch (JMException | RuntimeException e) {
        LOG.warn("{} cannot be seen in JMX", text, e);
      }
    }
  }

  /** Takes the beans away, but for those that another task has replaced. */
  @Override
  public void close() {
    synchronized (OWNERS) {
      closed = true;
      for (ObjectName name : names) {
        if (OWNERS.remove(name, this)) {
          try {
            unregister(name);
          } catch (JMException | RuntimeException e) {
            LOG.warn("{} stays in JMX", name, e);
          }
        }
      }
      names.clear();
    }
  }

  private static void unregister(ObjectName name) throws JMException {
    try {
      server().unregisterMBean(name);
    } catch (InstanceNotFoundException e) {
      LOG.trace("{} is free", name, e);
    }
  }

  private static MBeanServer server() {
    return ManagementFactory.getPlatformMBeanServer();
  }
}
