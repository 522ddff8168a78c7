package org.sealflow.generate.family;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sealflow.python.PyStrings;

/**
 * The common words and first names that fill slots. None of the words is used in a wording, so a
 * value is never taken for part of a request.
 *
 * @param words lower case
 * @param names capitalised
 */
public record Lexicon(List<String> words, List<String> names) {
  private static final Lexicon COMMON =
      of(
          """
          agenda album anchor apple apron arrow atlas autumn bakery balcony bamboo banner barrel
          basil basket beacon beaver bench berry birch biscuit blanket blossom bonus bottle branch
          bread breeze brick bronze bubble bucket button cabin cactus camel canvas carbon cargo
          carrot castle cedar cellar cereal chapel cherry circle cliff clock cloud clover cobalt
          cookie copper coral cotton cousin cricket crystal curtain cushion daisy desert diamond
          dinner dragon drum eagle elbow ember fabric falcon feather fiddle finger flame flute
          forest fossil fountain garlic ginger globe goose grape gravel guitar hammer harbor
          harvest hazel helmet herb hill honey horizon island ivory jacket jasmine jungle kettle
          kitchen ladder lagoon lantern laurel lemon lily linen lobster magnet mango maple marble
          meadow melon mirror monkey mountain mustard needle nickel ocean olive onion orchid otter
          oven paddle panda pebble pepper pigeon pillow planet plum pocket potato
          """,
          """
          Adam Bella Carla Dario Edith Felix Gina Hugo Ines Jonas Karin Lukas Marta Nils Olga Paul
          Rita Sofia Tomas Vera
          """);

  private static final Lexicon OTHER =
      of(
          """
          quarry quartz quilt rabbit radish raven ribbon river robin rocket saddle salmon sandal
          satin scarf shadow silver sparrow spice spider spinach sponge squirrel statue stone sugar
          summit sunset swallow tailor temple thimble thunder tiger timber tomato torch tractor
          trumpet tulip tunnel turnip turtle umbrella valley vanilla velvet violet violin volcano
          wagon walnut walrus whale wheat whistle willow winter wizard zebra
          """,
          """
          Wanda Xenia Yusuf Zora Anton Birgit Cyril Doris Emil Frieda Gregor Hanna
          """);

  private static final Set<String> ALL =
      Stream.of(COMMON, OTHER)
          .flatMap(lexicon -> lexicon.entries().stream())
          .collect(Collectors.toUnmodifiableSet());

  private static Lexicon of(String words, String names) {
    return new Lexicon(List.copyOf(PyStrings.split(words)), List.copyOf(PyStrings.split(names)));
  }

  /** The lexicon of a split. */
  public static Lexicon of(GeneratorSplit split) {
    return split == GeneratorSplit.TEST_OTHER_LEXICON ? OTHER : COMMON;
  }

  /** Whether a text is an entry of any split's lexicon. */
  static boolean isEntry(String text) {
    return ALL.contains(text);
  }

  /** Words and names. */
  public List<String> entries() {
    return Stream.concat(words.stream(), names.stream()).toList();
  }
}
