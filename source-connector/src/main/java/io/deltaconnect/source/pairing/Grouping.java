package io.deltaconnect.source.pairing;

import io.deltaconnect.table.row.ChangeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Which events the images of one key are. */
public enum Grouping {
  /**
   * Every row shows. The preimages and postimages of a key are updates, the first with the first
   * and so on; a preimage without a postimage is a delete (the key has changed), a postimage
   * without a preimage an insert. Of one key, deletes come first, then updates, then inserts.
   */
  BY_ROW {
    @Override
    boolean needs(Image old) {
      return old.changeType().equals(ChangeType.UPDATE_PREIMAGE);
    }

    @Override
    void toEvents(List<Image> images, Queue<RowEvent> events) {
      List<Object[]> before = rows(images, ChangeType.UPDATE_PREIMAGE);
      List<Object[]> after = rows(images, ChangeType.UPDATE_POSTIMAGE);
      int pairs = Math.min(before.size(), after.size());
      for (Object[] row : before.subList(pairs, before.size())) {
        events.add(new RowEvent(ChangeType.DELETE, row, null));
      }
      for (int i = 0; i < pairs; i++) {
        events.add(new RowEvent(ChangeType.UPDATE_POSTIMAGE, before.get(i), after.get(i)));
      }
      int postimages = 0;
      for (Image image : images) {
        boolean postimage = image.changeType().equals(ChangeType.UPDATE_POSTIMAGE);
        if (!image.isOld() && !(postimage && postimages++ < pairs)) {
          events.add(toEvent(image));
        }
      }
    }

    @Override
    RowEvent toEvent(Image image) {
      return image.isOld()
          ? new RowEvent(ChangeType.DELETE, image.row(), null)
          : new RowEvent(ChangeType.INSERT, null, image.row());
    }
  },

  /**
   * What the key is after the version: its new images; a delete, once, only if it has none. Change
   * types stay as they are recorded.
   */
  BY_KEY {
    @Override
    boolean needs(Image old) {
      return true;
    }

    @Override
    void toEvents(List<Image> images, Queue<RowEvent> events) {
      boolean gone = true;
      for (Image image : images) {
        if (!image.isOld()) {
          events.add(toEvent(image));
          gone = false;
        }
      }
      if (gone) {
        events.add(toEvent(images.get(0)));
      }
    }

    @Override
    RowEvent toEvent(Image image) {
      return image.isOld()
          ? new RowEvent(ChangeType.DELETE, image.row(), null)
          : new RowEvent(image.changeType(), null, image.row());
    }
  };

  /** Whether an old image has to wait for the new ones of its key. */
  abstract boolean needs(Image old);

  /**
   * @param images of one key, old ones first; at least one is old
   */
  abstract void toEvents(List<Image> images, Queue<RowEvent> events);

  /** The event of an image whose key has no images that matter for it. */
  abstract RowEvent toEvent(Image image);

  private static List<Object[]> rows(List<Image> images, String changeType) {
    List<Object[]> rows = new ArrayList<>(images.size());
    for (Image image : images) {
      if (image.changeType().equals(changeType)) {
        rows.add(image.row());
      }
    }
    return rows;
  }
}
