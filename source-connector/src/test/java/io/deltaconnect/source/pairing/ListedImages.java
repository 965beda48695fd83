package io.deltaconnect.source.pairing;

import java.util.List;

/** Images of a list. */
final class ListedImages implements Images {
  private final List<Image> images;
  private int next;
  private boolean closed;

  ListedImages(List<Image> images) {
    this.images = images;
  }

  @Override
  public boolean next() {
    return next++ < images.size();
  }

  @Override
  public String changeType() {
    return images.get(next - 1).changeType();
  }

  @Override
  public Object[] row() {
    return images.get(next - 1).row();
  }

  boolean closed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }
}
