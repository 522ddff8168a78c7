package org.sealflow.bfcl.simulator;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

/**
 * The state that the simulator instances of one verification share, as the objects of one fresh
 * Python process: the policy's and the ground truth's sides see the same ones, other verifications
 * never do. Not thread-safe; made for one verification and dropped.
 */
public final class SharedWorld {
  private final LongContext longContext;
  private final @Nullable LocalDate asOf;
  private @Nullable PyDict creditCards;
  private @Nullable PyDict bookings;
  private @Nullable PyDict weather;
  private boolean cardsChanged;
  private final PyList defaultTags = new PyList();
  private final PyList defaultMentions = new PyList();

  /**
   * A fresh world.
   *
   * @param longContext the long-context constants
   * @param asOf today, as date-dependent methods see it; null if unknown
   */
  public SharedWorld(LongContext longContext, @Nullable LocalDate asOf) {
    this.longContext = longContext;
    this.asOf = asOf;
  }

  /** A world that holds the same. */
  SharedWorld copy(WorldCopy copies) {
    SharedWorld copy = new SharedWorld(longContext, asOf);
    copy.creditCards = copies.ofNullable(creditCards);
    copy.bookings = copies.ofNullable(bookings);
    copy.weather = copies.ofNullable(weather);
    copy.cardsChanged = cardsChanged;
    copies.know(defaultTags, copy.defaultTags);
    copies.know(defaultMentions, copy.defaultMentions);
    defaultTags.forEach(tag -> copy.defaultTags.add(copies.of(tag)));
    defaultMentions.forEach(mention -> copy.defaultMentions.add(copies.of(mention)));
    return copy;
  }

  /** Says which of another world's objects stand for those of this one in a copy. */
  void become(SharedWorld other, WorldCopy copies) {
    becomeInner(creditCards, other.creditCards, copies);
    becomeInner(bookings, other.bookings, copies);
    copies.know(defaultTags, other.defaultTags);
    copies.know(defaultMentions, other.defaultMentions);
  }

  private static void becomeInner(
      @Nullable PyDict shared, @Nullable PyDict other, WorldCopy copies) {
    if (shared != null && other != null) {
      shared.entries().forEach(each -> copies.know(each.value(), other.getItem(each.key())));
    }
  }

  /** The constants of the long-context extension that no simulator changes. */
  public LongContext longContext() {
    return longContext;
  }

  /**
   * Today.
   *
   * @throws AsOfDateMissingException if the verification was given no date
   */
  public LocalDate asOf() {
    if (asOf == null) {
      throw new AsOfDateMissingException();
    }
    return asOf;
  }

  /** {@code CREDIT_CARD_EXTENSION}: its inner dicts are put into every instance by reference. */
  public PyDict creditCardExtension() {
    if (creditCards == null) {
      creditCards = (PyDict) Py.copyOfConstant(longContext.dict("CREDIT_CARD_EXTENSION"));
    }
    return creditCards;
  }

  /** {@code BOOKING_RECORD_EXTENSION}, shared likewise. */
  public PyDict bookingRecordExtension() {
    if (bookings == null) {
      bookings = (PyDict) Py.copyOfConstant(longContext.dict("BOOKING_RECORD_EXTENSION"));
    }
    return bookings;
  }

  /** {@code LONG_WEATHER_EXTENSION}: a method adds a key to it. */
  public PyDict longWeatherExtension() {
    if (weather == null) {
      weather = (PyDict) Py.copyOfConstant(longContext.dict("LONG_WEATHER_EXTENSION"));
    }
    return weather;
  }

  /** Says that an instance changes a card, which may be one that others hold too. */
  void cardChanges(Object card) {
    cardsChanged |=
        creditCards != null && creditCards.values().stream().anyMatch(shared -> shared == card);
  }

  /**
   * Whether what one side of a verification did can show on the other. No method changes a booking
   * of the extension.
   */
  public boolean isShared() {
    return cardsChanged || weather != null || !defaultTags.isEmpty() || !defaultMentions.isEmpty();
  }

  /** The default list of {@code post_tweet(tags=[])}, one per process in the reference. */
  public PyList defaultTags() {
    return defaultTags;
  }

  /** The default list of {@code post_tweet(mentions=[])}. */
  public PyList defaultMentions() {
    return defaultMentions;
  }
}
