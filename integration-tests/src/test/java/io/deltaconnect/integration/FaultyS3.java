package io.deltaconnect.integration;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Stands between clients and an S3 server, and lets the next PUTs of commits go wrong as told. One
 * request per connection: what a client sends is read whole, passed on as it is (signatures cover
 * the host name that the client used), and the answer passed back.
 */
final class FaultyS3 implements AutoCloseable {
  /** How a PUT of a commit goes wrong. */
  enum Fault {
    /** 409 and nothing is written: another request for the name is under way. */
    CONFLICT_409,
    /** 409, and it is written. */
    CONFLICT_409_AFTER_ALL,
    /** It is written, and the connection closed before the answer. */
    LOST_RESPONSE,
    /** The connection is closed half-way through the request; nothing is written. */
    CUT_OFF
  }

  private static final String CONFLICT =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>ConditionalRequestConflict</Code>"
          + "<Message>Another request is under way.</Message></Error>";

  private static final String LINE_END = "\r\n";

  private static final String CONTINUE = "HTTP/1.1 100 Continue" + LINE_END + LINE_END;

  private static final List<String> DONE =
      List.of("HTTP/1.1 200 OK", "ETag: \"d41d8cd98f00b204e9800998ecf8427e\"");

  private final Deque<Fault> faults = new ConcurrentLinkedDeque<>();
  private volatile boolean ignoresConditions;
  private final URI server;
  private final ServerSocket listener;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "faulty-s3");
            thread.setDaemon(true);
            return thread;
          });

  FaultyS3(URI server) throws IOException {
    this.server = server;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /** Settings as for the server, through here. */
  Map<String, String> through(Map<String, String> serversProperties) {
    Map<String, String> properties = new HashMap<>(serversProperties);
    properties.put("fs.s3a.endpoint", "http://127.0.0.1:" + listener.getLocalPort());
    return properties;
  }

  /** What becomes of the next PUTs of commits, one after the other. */
  void next(Fault... next) {
    faults.addAll(List.of(next));
  }

  /** From now on clients are told that each write was done, as by a store without conditions. */
  void ignoreConditions() {
    ignoresConditions = true;
  }

  /** Of those told, how many have not happened yet. */
  int left() {
    return faults.size();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    threads.shutdownNow();
  }

  private void accept() {
    try {
      while (!listener.isClosed()) {
        Socket client = listener.accept();
        threads.execute(() -> serve(client));
      }
    } catch (IOException e) {
      if (!listener.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(Socket socket) {
    try (Socket client = socket) {
      Request request = Request.read(client.getInputStream(), client.getOutputStream());
      if (request == null) {
        return;
      }
      Fault fault = request.isCommit() ? faults.poll() : null;
      if (fault == Fault.CUT_OFF) {
        return;
      }
      if (fault == Fault.CONFLICT_409) {
        answerConflict(client.getOutputStream());
        return;
      }
      byte[] answer = forward(request);
      if (ignoresConditions && isPreconditionFailed(answer)) {
        answer(client.getOutputStream(), DONE, "");
      } else if (fault == Fault.CONFLICT_409_AFTER_ALL) {
        answerConflict(client.getOutputStream());
      } else if (fault != Fault.LOST_RESPONSE) {
        client.getOutputStream().write(answer);
      }
    } catch (IOException e) {
      // The client is gone, or finds out: it sees its connection closed.
      System.out.println("faulty S3: " + e);
    }
  }

  private byte[] forward(Request request) throws IOException {
    try (Socket target = new Socket(server.getHost(), server.getPort())) {
      request.write(target.getOutputStream());
      return target.getInputStream().readAllBytes();
    }
  }

  private static boolean isPreconditionFailed(byte[] answer) {
    return new String(answer, StandardCharsets.ISO_8859_1).startsWith("HTTP/1.1 412");
  }

  private static void answerConflict(OutputStream out) throws IOException {
    answer(out, List.of("HTTP/1.1 409 Conflict", "Content-Type: application/xml"), CONFLICT);
  }

  private static void answer(OutputStream out, List<String> head, String body) throws IOException {
    String text = String.join(LINE_END, head) + LINE_END + "Connection: close" + LINE_END;
    text += "Content-Length: " + body.length() + LINE_END + LINE_END + body;
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** A request, read whole. */
  private static final class Request {
    /** Request line and headers. */
    private final List<String> head;

    private final byte[] body;

    private Request(List<String> head, byte[] body) {
      this.head = head;
      this.body = body;
    }

    /** Null if the client has closed. One that waits to be told to go on with the body is told. */
    static Request read(InputStream in, OutputStream out) throws IOException {
      List<String> head = new ArrayList<>();
      boolean waits = false;
      String line = line(in);
      while (line != null && !line.isEmpty()) {
        String header = line.toLowerCase(Locale.ROOT);
        if (header.startsWith("expect:")) {
          waits = true;
        } else if (!header.startsWith("connection:")) {
          head.add(line);
        }
        line = line(in);
      }
      if (head.isEmpty()) {
        return null;
      }
      if (waits) {
        out.write(CONTINUE.getBytes(StandardCharsets.US_ASCII));
      }
      return new Request(head, body(in, header(head, "content-length:")));
    }

    private static byte[] body(InputStream in, String length) throws IOException {
      return length == null ? new byte[0] : in.readNBytes(Integer.parseInt(length));
    }

    private static String header(List<String> head, String name) {
      for (String line : head) {
        if (line.toLowerCase(Locale.ROOT).startsWith(name)) {
          return line.substring(name.length()).trim();
        }
      }
      return null;
    }

    private static String line(InputStream in) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      int next = in.read();
      while (next >= 0 && next != '\n') {
        if (next != '\r') {
          bytes.write(next);
        }
        next = in.read();
      }
      return next < 0 && bytes.size() == 0 ? null : bytes.toString(StandardCharsets.ISO_8859_1);
    }

    boolean isCommit() {
      String path = head.get(0).split(" ", -1)[1];
      return head.get(0).startsWith("PUT ") && path.endsWith(".json");
    }

    void write(OutputStream out) throws IOException {
      String text =
          String.join(LINE_END, head) + LINE_END + "Connection: close" + LINE_END + LINE_END;
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.write(body);
      out.flush();
    }
  }
}
