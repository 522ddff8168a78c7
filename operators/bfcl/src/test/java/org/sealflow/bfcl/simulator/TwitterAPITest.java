package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PySet;
import org.sealflow.python.PyTuple;
import org.sealflow.python.call.Method;

class TwitterAPITest {
  private static SharedWorld world() {
    return new SharedWorld(LongContext.none(), null);
  }

  private static TwitterAPI load(Object... scenario) {
    return TwitterAPI.TYPE.load(PyDict.of(scenario), false, world());
  }

  private static TwitterAPI loggedIn(Object... more) {
    PyDict scenario = PyDict.of("authenticated", true);
    scenario.putAll(PyDict.of(more));
    return TwitterAPI.TYPE.load(scenario, false, world());
  }

  private static TwitterAPI withTweets(Object... idsAndTweets) {
    return loggedIn("tweets", PyDict.of(idsAndTweets));
  }

  private static PyDict tweet(long id, String username, Object content, Object... tags) {
    return PyDict.of(
        "id",
        id,
        "username",
        username,
        "content",
        content,
        "tags",
        PyList.of(tags),
        "mentions",
        new PyList());
  }

  private static Object result(TwitterAPI twitter, String name, Object... given) {
    Method<TwitterAPI> method = Objects.requireNonNull(TwitterAPI.TYPE.method(name), name);
    Object[] arguments = new Object[method.parameters().size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i < given.length ? given[i] : method.parameters().get(i).fallback();
    }
    return method.body().call(twitter, arguments);
  }

  /** The result as Python prints it, or the text of the exception after {@code raises}. */
  private static String call(TwitterAPI twitter, String name, Object... given) {
    try {
      return Py.repr(result(twitter, name, given));
    } catch (PyException e) {
      return "raises " + e.text();
    }
  }

  private static String attribute(TwitterAPI twitter, String name) {
    return Py.repr(twitter.publicState().get(TwitterAPI.TYPE.publicAttributes().indexOf(name)));
  }

  private static String notFound(String id) {
    return "{'error': 'Tweet with ID " + id + " not found.'}";
  }

  private static String ids(TwitterAPI twitter, String method, Object argument) {
    PyList ids = new PyList();
    for (Object tweet : Py.iterate(result(twitter, method, argument))) {
      ids.add(Py.getItem(tweet, "id"));
    }
    return Py.repr(ids);
  }

  @Test
  void emptyScenarioGivesTheDefaultAccount() {
    TwitterAPI twitter = load();
    assertThat(TwitterAPI.TYPE.publicAttributes())
        .containsExactly(
            "username",
            "password",
            "authenticated",
            "tweets",
            "comments",
            "retweets",
            "following_list",
            "tweet_counter");
    assertThat(Py.repr(new PyList(twitter.publicState())))
        .isEqualTo("['john', 'john123', False, {}, {}, {}, ['alice', 'bob'], 0]");
    assertThat(twitter.privateState()).isEmpty();
    assertThat(twitter.type().methods()).hasSize(14);
  }

  @Test
  void defaultsAreNotSharedBetweenInstances() {
    call(loggedIn(), "follow_user", "zed");
    assertThat(attribute(load(), "following_list")).isEqualTo("['alice', 'bob']");
  }

  @Test
  void tweetKeysBecomeIntsAndCommentKeysStayTexts() {
    TwitterAPI twitter =
        load(
            "tweets",
            PyDict.of("0", tweet(0, "a", "x"), " 5 ", tweet(5, "a", "y")),
            "comments",
            PyDict.of("0", new PyList()));
    assertThat(((PyDict) twitter.publicState().get(3)).keys()).containsExactly(0L, 5L);
    assertThat(attribute(twitter, "comments")).isEqualTo("{'0': []}");
  }

  @Test
  void tweetsThatAreNoDictOfNumbersFailAtLoading() {
    assertThatThrownBy(() -> load("tweets", PyDict.of("one", new PyDict())))
        .isInstanceOf(PyException.class)
        .hasMessage("invalid literal for int() with base 10: 'one'");
    assertThatThrownBy(() -> load("tweets", PyNone.NONE))
        .isInstanceOf(PyException.class)
        .hasMessage("'NoneType' object has no attribute 'items'");
  }

  @Test
  void wrongPasswordDoesNotLogOut() {
    TwitterAPI twitter = load();
    assertThat(call(twitter, "posting_get_login_status")).isEqualTo("{'login_status': False}");
    assertThat(call(twitter, "authenticate_twitter", "john", "bad"))
        .isEqualTo("{'authentication_status': False}");
    assertThat(call(twitter, "authenticate_twitter", "John", "john123"))
        .isEqualTo("{'authentication_status': False}");
    assertThat(call(twitter, "posting_get_login_status")).isEqualTo("{'login_status': False}");
    assertThat(call(twitter, "authenticate_twitter", "john", "john123"))
        .isEqualTo("{'authentication_status': True}");
    assertThat(call(twitter, "authenticate_twitter", "x", "y"))
        .isEqualTo("{'authentication_status': False}");
    assertThat(call(twitter, "posting_get_login_status")).isEqualTo("{'login_status': True}");
  }

  @Test
  void anyTrueValueIsAuthentication() {
    assertThat(call(load("authenticated", "yes"), "posting_get_login_status"))
        .isEqualTo("{'login_status': True}");
    assertThat(call(load("authenticated", 0L), "posting_get_login_status"))
        .isEqualTo("{'login_status': False}");
  }

  @Test
  void writingNeedsAuthentication() {
    TwitterAPI twitter = load("tweets", PyDict.of("0", tweet(0, "a", "x")));
    String before = Py.repr(new PyList(twitter.publicState()));
    List.of(
            List.of("post_tweet", "posting"),
            List.of("retweet", "retweeting"),
            List.of("comment", "commenting"),
            List.of("follow_user", "following"),
            List.of("list_all_following", "listing following"),
            List.of("unfollow_user", "unfollowing"))
        .forEach(
            row ->
                assertThat(call(twitter, row.get(0), 0L, "x"))
                    .isEqualTo(
                        "{'error': 'User not authenticated. Please authenticate before "
                            + row.get(1)
                            + ".'}"));
    assertThat(Py.repr(new PyList(twitter.publicState()))).isEqualTo(before);
  }

  @Test
  void postedTweetKeepsItsArgumentsOfAnyType() {
    TwitterAPI twitter = loggedIn();
    assertThat(call(twitter, "post_tweet", "Hello World"))
        .isEqualTo(
            "{'id': 0, 'username': 'john', 'content': 'Hello World', 'tags': [], 'mentions': []}");
    assertThat(call(twitter, "post_tweet", 5L, "tags", PyNone.NONE))
        .isEqualTo("{'id': 1, 'username': 'john', 'content': 5, 'tags': 'tags', 'mentions': None}");
    assertThat(attribute(twitter, "tweet_counter")).isEqualTo("2");
  }

  @Test
  void counterOnATakenIdOverwritesInPlace() {
    TwitterAPI twitter =
        loggedIn(
            "tweets",
            PyDict.of("0", tweet(0, "a", "x"), "5", tweet(5, "a", "y"), "7", tweet(7, "a", "z")),
            "tweet_counter",
            5L);
    call(twitter, "post_tweet", "n");
    call(twitter, "post_tweet", "m");
    assertThat(((PyDict) twitter.publicState().get(3)).keys()).containsExactly(0L, 5L, 7L, 6L);
    assertThat(call(twitter, "get_tweet", 5L)).contains("'content': 'n'");
  }

  @Test
  void resultOfPostingIsTheStoredTweet() {
    TwitterAPI twitter = loggedIn();
    assertThat(result(twitter, "post_tweet", "a")).isSameAs(result(twitter, "get_tweet", 0L));
  }

  @Test
  void tweetsPostedWithoutMentionsShareOneListInAWorld() {
    SharedWorld world = world();
    PyDict scenario = PyDict.of("authenticated", true);
    TwitterAPI policy = TwitterAPI.TYPE.load(scenario, false, world);
    TwitterAPI truth = TwitterAPI.TYPE.load(scenario, false, world);
    call(policy, "post_tweet", "a");
    call(policy, "mention", 0L, PyList.of("@leak"));
    assertThat(call(policy, "post_tweet", "b")).contains("'mentions': ['@leak']");
    assertThat(call(policy, "post_tweet", "c", new PyList(), new PyList()))
        .contains("'mentions': []");
    call(policy, "mention", 1L, PyList.of("@two"));
    assertThat(call(policy, "get_tweet", 0L)).contains("'mentions': ['@leak', '@two']");
    assertThat(call(policy, "get_tweet", 2L)).contains("'mentions': []");
    assertThat(call(truth, "post_tweet", "a")).contains("'mentions': ['@leak', '@two']");
    assertThat(call(loggedIn(), "post_tweet", "a")).contains("'mentions': []");
  }

  @Test
  void ellipsisIsAnArgumentLikeAnyOther() {
    assertThat(call(loggedIn(), "post_tweet", "a", PyNone.ELLIPSIS, PyNone.ELLIPSIS))
        .contains("'tags': Ellipsis, 'mentions': Ellipsis");
  }

  @Test
  void tweetIdsAreKeysOfADict() {
    TwitterAPI twitter = withTweets("1", tweet(1, "a", "x"));
    for (Object same : List.of(1L, 1.0, true)) {
      assertThat(call(twitter, "get_tweet", same)).startsWith("{'id': 1,");
    }
    assertThat(call(twitter, "get_tweet", "1")).isEqualTo(notFound("1"));
    assertThat(call(twitter, "get_tweet", 1.5)).isEqualTo(notFound("1.5"));
    assertThat(call(twitter, "get_tweet", PyNone.NONE)).isEqualTo(notFound("None"));
    for (String method :
        List.of("get_tweet", "retweet", "comment", "mention", "get_tweet_comments")) {
      assertThat(call(twitter, method, 99L, "x")).as(method).isEqualTo(notFound("99"));
      assertThat(call(twitter, method, PyList.of(1L), "x"))
          .as(method)
          .isEqualTo("raises unhashable type: 'list'");
    }
  }

  private static TwitterAPI withOneTweet() {
    return withTweets("1", tweet(1, "a", "x"));
  }

  @Test
  void tweetIsRetweetedOnce() {
    TwitterAPI twitter = withOneTweet();
    assertThat(call(twitter, "retweet", true))
        .isEqualTo("{'retweet_status': 'Successfully retweeted'}");
    assertThat(call(twitter, "retweet", 1.0)).isEqualTo("{'retweet_status': 'Already retweeted'}");
    assertThat(attribute(twitter, "retweets")).isEqualTo("{'john': [True]}");
  }

  @Test
  void commentsAreFoundUnderIntIdsOnly() {
    TwitterAPI twitter =
        loggedIn(
            "tweets",
            PyDict.of("1", tweet(1, "a", "x")),
            "comments",
            PyDict.of("1", PyList.of(PyDict.of("user", "jane"))));
    assertThat(call(twitter, "get_tweet_comments", 1L)).isEqualTo("[]");
    assertThat(call(twitter, "comment", 1L, "nice"))
        .isEqualTo("{'comment_status': 'Comment added successfully'}");
    call(twitter, "comment", 1.0, 5L);
    assertThat(call(twitter, "get_tweet_comments", 1L))
        .isEqualTo("[{'username': 'john', 'content': 'nice'}, {'username': 'john', 'content': 5}]");
    assertThat(attribute(twitter, "comments"))
        .startsWith("{'1': [{'user': 'jane'}], 1: [{'username': 'john'");
  }

  @Test
  void mentionNeedsNoAuthenticationAndWalksOverAnything() {
    TwitterAPI twitter =
        TwitterAPI.TYPE.load(
            PyDict.of("tweets", PyDict.of("1", tweet(1, "a", "x"))), false, world());
    String done = "{'mention_status': 'Users mentioned successfully'}";
    assertThat(call(twitter, "mention", 1L, PyList.of("@x", "@x"))).isEqualTo(done);
    assertThat(call(twitter, "mention", 1L, "@s")).isEqualTo(done);
    assertThat(call(twitter, "mention", 1L, PyTuple.of(PyList.of("@t")))).isEqualTo(done);
    assertThat(call(twitter, "mention", 1L, PyDict.of("key", 1L))).isEqualTo(done);
    assertThat(call(twitter, "mention", 1L, 5L)).isEqualTo("raises 'int' object is not iterable");
    assertThat(call(twitter, "mention", 1L, PyNone.NONE))
        .isEqualTo("raises 'NoneType' object is not iterable");
    assertThat(call(twitter, "get_tweet", 1L))
        .endsWith("'mentions': ['@x', '@x', '@', 's', ['@t'], 'key']}");
  }

  @Test
  void mentioningTheOwnMentionsDoublesThem() {
    TwitterAPI twitter = withOneTweet();
    call(twitter, "mention", 1L, PyList.of("@a", "@b"));
    call(twitter, "mention", 1L, Py.getItem(result(twitter, "get_tweet", 1L), "mentions"));
    assertThat(call(twitter, "get_tweet", 1L)).endsWith("['@a', '@b', '@a', '@b']}");
  }

  @Test
  void mentionNeedsAListInTheTweet() {
    TwitterAPI twitter = withTweets("0", PyDict.of("id", 0L));
    assertThat(call(twitter, "mention", 0L, PyList.of("x"))).isEqualTo("raises 'mentions'");
    call(twitter, "post_tweet", "a", PyNone.NONE, PyNone.NONE);
    assertThat(call(twitter, "mention", 0L, 5L))
        .isEqualTo("raises 'NoneType' object has no attribute 'extend'");
  }

  @Test
  void anyValueIsFollowedOnce() {
    TwitterAPI twitter = loggedIn();
    assertThat(call(twitter, "follow_user", "zed")).isEqualTo("{'follow_status': True}");
    assertThat(call(twitter, "follow_user", "zed")).isEqualTo("{'follow_status': False}");
    assertThat(call(twitter, "follow_user", "ALICE")).isEqualTo("{'follow_status': True}");
    assertThat(call(twitter, "follow_user", PyList.of("x"))).isEqualTo("{'follow_status': True}");
    assertThat(call(twitter, "list_all_following"))
        .isEqualTo("{'following_list': ['alice', 'bob', 'zed', 'ALICE', ['x']]}");
    assertThat(call(twitter, "unfollow_user", "alice")).isEqualTo("{'unfollow_status': True}");
    assertThat(call(twitter, "unfollow_user", "alice")).isEqualTo("{'unfollow_status': False}");
    assertThat(call(twitter, "unfollow_user", PyList.of("x")))
        .isEqualTo("{'unfollow_status': True}");
    assertThat(call(twitter, "list_all_following"))
        .isEqualTo("{'following_list': ['bob', 'zed', 'ALICE']}");
  }

  @Test
  void tweetsOfAUserComeInTheOrderOfTheDict() {
    TwitterAPI twitter =
        withTweets("5", tweet(5, "ann", "x"), "2", tweet(2, "bob", "y"), "3", tweet(3, "ann", "z"));
    assertThat(ids(twitter, "get_user_tweets", "ann")).isEqualTo("[5, 3]");
    assertThat(call(twitter, "get_user_tweets", "ANN")).isEqualTo("[]");
    assertThat(call(twitter, "get_user_tweets", 5L)).isEqualTo("[]");
    assertThat(call(withTweets("0", PyDict.of("id", 0L)), "get_user_tweets", "a"))
        .isEqualTo("raises 'username'");
  }

  @Test
  void searchFindsPartsOfContentAndWholeTags() {
    TwitterAPI twitter =
        withTweets(
            "0",
            tweet(0, "a", "Hello World"),
            "1",
            tweet(1, "a", "Second \u00e9", "#Tag", "@b"),
            "2",
            tweet(2, "a", "It's", "#T"));
    assertThat(ids(twitter, "search_tweets", "HELLO")).isEqualTo("[0]");
    assertThat(ids(twitter, "search_tweets", "#TAG")).isEqualTo("[1]");
    assertThat(ids(twitter, "search_tweets", "tag")).isEqualTo("[]");
    assertThat(ids(twitter, "search_tweets", "\u00c9")).isEqualTo("[1]");
    assertThat(ids(twitter, "search_tweets", "")).isEqualTo("[0, 1, 2]");
    assertThat(ids(twitter, "search_tweets", "it's")).isEqualTo("[2]");
  }

  @Test
  void searchRaisesWhereItMeetsWhatIsNoText() {
    assertThat(call(loggedIn(), "search_tweets", 5L)).isEqualTo("[]");
    assertThat(call(withOneTweet(), "search_tweets", 5L))
        .isEqualTo("raises 'int' object has no attribute 'lower'");
    assertThat(call(withTweets("0", tweet(0, "a", 1.0)), "search_tweets", "x"))
        .isEqualTo("raises 'float' object has no attribute 'lower'");
    assertThat(call(withTweets("0", PyDict.of("id", 0L)), "search_tweets", "x"))
        .isEqualTo("raises 'content'");
    assertThat(call(withTweets("0", PyDict.of("content", "a")), "search_tweets", "x"))
        .isEqualTo("raises 'tags'");
    assertThat(call(withTweets("0", tweet(0, "a", "w", "#x", 5L)), "search_tweets", "#x"))
        .isEqualTo("raises 'int' object has no attribute 'lower'");
  }

  @Test
  void tagsAreLookedAtOnlyWhereTheContentDoesNotMatch() {
    TwitterAPI twitter = loggedIn();
    call(twitter, "post_tweet", "w", "#ab");
    assertThat(ids(twitter, "search_tweets", "#")).isEqualTo("[0]");
    assertThat(ids(twitter, "search_tweets", "#ab")).isEqualTo("[]");
    call(twitter, "post_tweet", "z", PyNone.NONE);
    assertThat(ids(twitter, "search_tweets", "z")).isEqualTo("[1]");
    assertThat(call(twitter, "search_tweets", "w"))
        .isEqualTo("raises 'NoneType' object is not iterable");
  }

  @Test
  void statsKnowTheFollowedOfTheAccountAlone() {
    TwitterAPI twitter =
        loggedIn(
            "username",
            "ann",
            "tweets",
            PyDict.of("0", tweet(0, "ann", "x"), "1", tweet(1, "bob", "y")),
            "retweets",
            PyDict.of("bob", PyList.of(1L, 0L)));
    assertThat(call(twitter, "get_user_stats", "ann"))
        .isEqualTo("{'tweet_count': 1, 'following_count': 2, 'retweet_count': 0}");
    assertThat(call(twitter, "get_user_stats", "bob"))
        .isEqualTo("{'tweet_count': 1, 'following_count': 0, 'retweet_count': 2}");
    assertThat(call(twitter, "get_user_stats", 5L))
        .isEqualTo("{'tweet_count': 0, 'following_count': 0, 'retweet_count': 0}");
    assertThat(call(twitter, "get_user_stats", PySet.of(List.of(1L))))
        .isEqualTo("raises unhashable type: 'set'");
  }
}
