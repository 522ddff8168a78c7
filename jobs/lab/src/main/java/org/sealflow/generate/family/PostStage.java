package org.sealflow.generate.family;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

/** A signed-in account with posts and followed accounts. */
final class PostStage implements ServiceStage {
  private final PyDict scenario;
  private final String account;
  private final String password;
  private final List<Long> posts = new ArrayList<>();
  private final List<Long> unshared = new ArrayList<>();
  private final List<String> followed = new ArrayList<>();
  private final List<String> words = new ArrayList<>();

  PostStage(Draws draws, TaskWords values, boolean large) {
    account = values.name();
    password = values.code(4);
    PyDict tweets = new PyDict();
    for (long more = large ? draws.between(15, 25) : 3; more > 0; more--) {
      long id = values.number(1, large ? 400 : 99);
      posts.add(id);
      unshared.add(id);
      words.add(values.word());
      String content = words.get(words.size() - 1) + " " + values.text(1, 3);
      tweets.put(
          Long.toString(id),
          PyDict.of(
              "id", id,
              "username", account,
              "content", content,
              "tags", new PyList(),
              "mentions", new PyList()));
    }
    for (long more = large ? draws.between(8, 14) : 3; more > 0; more--) {
      followed.add(values.name());
    }
    scenario =
        PyDict.of(
            "username",
            account,
            "password",
            password,
            "authenticated",
            true,
            "tweets",
            tweets,
            "comments",
            new PyDict(),
            "retweets",
            new PyDict(),
            "following_list",
            new PyList(followed),
            "tweet_counter",
            draws.between(500, 999));
  }

  @Override
  public PyDict scenario() {
    return scenario;
  }

  String account() {
    return account;
  }

  String password() {
    return password;
  }

  /** Ids of the posts there were at the start. */
  List<Long> posts() {
    return posts;
  }

  /** Ids of the posts that were not shared yet. */
  List<Long> unshared() {
    return unshared;
  }

  /** The accounts that are followed now. */
  List<String> followed() {
    return followed;
  }

  /** Words that posts say. */
  List<String> words() {
    return words;
  }
}
