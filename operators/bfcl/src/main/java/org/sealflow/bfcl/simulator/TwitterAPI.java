package org.sealflow.bfcl.simulator;

import static org.sealflow.bfcl.simulator.SimulatorClass.optional;
import static org.sealflow.bfcl.simulator.SimulatorClass.required;

import java.util.List;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.call.LiveInstance;

/**
 * A micro-blog seen by one account: tweets, comments, retweets, the users it follows.
 *
 * <p>Tweets are keyed by int ids. Comments of a scenario keep the text keys of its JSON, so no
 * method finds them; a comment on the same tweet makes a second, int key. Attributes keep whatever
 * type the scenario gives them.
 *
 * <p>Source: twitter-api.md.
 */
public final class TwitterAPI implements Simulator {
  /** Stands for a list parameter the call leaves out: its default is a list of the world. */
  private static final Object OMITTED = new Object();

  /** Methods and attributes of the class. */
  public static final SimulatorClass<TwitterAPI> TYPE =
      SimulatorClass.named("TwitterAPI", TwitterAPI::load)
          .publicAttributes(
              "username",
              "password",
              "authenticated",
              "tweets",
              "comments",
              "retweets",
              "following_list",
              "tweet_counter")
          .method(
              "authenticate_twitter",
              (self, arguments) -> self.authenticate(arguments[0], arguments[1]),
              required("username"),
              required("password"))
          .method("posting_get_login_status", (self, arguments) -> self.getLoginStatus())
          .method(
              "post_tweet",
              (self, arguments) -> self.postTweet(arguments[0], arguments[1], arguments[2]),
              required("content"),
              optional("tags", OMITTED),
              optional("mentions", OMITTED))
          .method("retweet", (self, arguments) -> self.retweet(arguments[0]), required("tweet_id"))
          .method(
              "comment",
              (self, arguments) -> self.comment(arguments[0], arguments[1]),
              required("tweet_id"),
              required("comment_content"))
          .method(
              "mention",
              (self, arguments) -> self.mention(arguments[0], arguments[1]),
              required("tweet_id"),
              required("mentioned_usernames"))
          .method(
              "follow_user",
              (self, arguments) -> self.followUser(arguments[0]),
              required("username_to_follow"))
          .method("list_all_following", (self, arguments) -> self.listAllFollowing())
          .method(
              "unfollow_user",
              (self, arguments) -> self.unfollowUser(arguments[0]),
              required("username_to_unfollow"))
          .method(
              "get_tweet", (self, arguments) -> self.getTweet(arguments[0]), required("tweet_id"))
          .method(
              "get_user_tweets",
              (self, arguments) -> self.getUserTweets(arguments[0]),
              required("username"))
          .method(
              "search_tweets",
              (self, arguments) -> self.searchTweets(arguments[0]),
              required("keyword"))
          .method(
              "get_tweet_comments",
              (self, arguments) -> self.getTweetComments(arguments[0]),
              required("tweet_id"))
          .method(
              "get_user_stats",
              (self, arguments) -> self.getUserStats(arguments[0]),
              required("username"))
          .build();

  private final Object username;
  private final Object password;
  private Object authenticated;
  private final PyDict tweets;
  private final Object comments;
  private final Object retweets;
  private final Object followingList;
  private Object tweetCounter;
  private final SharedWorld world;

  private TwitterAPI(PyDict scenario, SharedWorld world) {
    username = scenario.getOrDefault("username", "john");
    password = scenario.getOrDefault("password", "john123");
    authenticated = scenario.getOrDefault("authenticated", false);
    tweets = tweetsById(scenario);
    Object commentsById = scenario.get("comments");
    comments = commentsById == null ? new PyDict() : commentsById;
    Object retweetsByUser = scenario.get("retweets");
    retweets = retweetsByUser == null ? new PyDict() : retweetsByUser;
    Object followed = scenario.get("following_list");
    followingList = followed == null ? PyList.of("alice", "bob") : followed;
    tweetCounter = scenario.getOrDefault("tweet_counter", 0L);
    this.world = world;
  }

  private static TwitterAPI load(PyDict scenario, boolean longContext, SharedWorld world) {
    return new TwitterAPI(scenario, world);
  }

  private static PyDict tweetsById(PyDict scenario) {
    PyDict tweets = new PyDict();
    Object given = scenario.get("tweets");
    if (given != null) {
      for (PyDict.Entry entry : Receiver.dict(given, "items").entries()) {
        tweets.put(PyNumbers.parseInt(entry.key()), entry.value());
      }
    }
    return tweets;
  }

  private TwitterAPI(TwitterAPI other, WorldCopy copy) {
    this.username = copy.of(other.username);
    this.password = copy.of(other.password);
    this.authenticated = copy.of(other.authenticated);
    this.tweets = copy.of(other.tweets);
    this.comments = copy.of(other.comments);
    this.retweets = copy.of(other.retweets);
    this.followingList = copy.of(other.followingList);
    this.tweetCounter = copy.of(other.tweetCounter);
    this.world = copy.world();
  }

  @Override
  public LiveInstance<TwitterAPI> copy(WorldCopy copy) {
    return new LiveInstance<>(TYPE, new TwitterAPI(this, copy));
  }

  @Override
  public SimulatorClass<TwitterAPI> type() {
    return TYPE;
  }

  @Override
  public List<Object> publicState() {
    return List.of(
        username, password, authenticated, tweets, comments, retweets, followingList, tweetCounter);
  }

  /** A wrong password does not log out. */
  private PyDict authenticate(Object givenUsername, Object givenPassword) {
    boolean matches = Py.eq(givenUsername, username) && Py.eq(givenPassword, password);
    if (matches) {
      authenticated = true;
    }
    return PyDict.of("authentication_status", matches);
  }

  private PyDict getLoginStatus() {
    return PyDict.of("login_status", Py.isTrue(authenticated));
  }

  private PyDict postTweet(Object content, Object tags, Object mentions) {
    if (!Py.isTrue(authenticated)) {
      return notAuthenticated("posting");
    }
    PyDict tweet =
        PyDict.of(
            "id",
            tweetCounter,
            "username",
            username,
            "content",
            content,
            "tags",
            tags == OMITTED ? world.defaultTags() : tags,
            "mentions",
            mentions == OMITTED ? world.defaultMentions() : mentions);
    tweets.put(tweetCounter, tweet);
    tweetCounter = PyNumbers.add(tweetCounter, 1L);
    return tweet;
  }

  private PyDict retweet(Object tweetId) {
    if (!Py.isTrue(authenticated)) {
      return notAuthenticated("retweeting");
    }
    if (!tweets.containsKey(tweetId)) {
      return notFound(tweetId);
    }
    Object retweeted = listOf(retweets, username);
    if (Py.contains(retweeted, tweetId)) {
      return PyDict.of("retweet_status", "Already retweeted");
    }
    Receiver.list(retweeted, "append").add(tweetId);
    return PyDict.of("retweet_status", "Successfully retweeted");
  }

  private PyDict comment(Object tweetId, Object content) {
    if (!Py.isTrue(authenticated)) {
      return notAuthenticated("commenting");
    }
    if (!tweets.containsKey(tweetId)) {
      return notFound(tweetId);
    }
    Receiver.list(listOf(comments, tweetId), "append")
        .add(PyDict.of("username", username, "content", content));
    return PyDict.of("comment_status", "Comment added successfully");
  }

  /** The list under a key of a dict; a missing key gets a new list. */
  private static Object listOf(Object dict, Object key) {
    if (!Py.contains(dict, key)) {
      Receiver.dict(dict, "__setitem__").put(key, new PyList());
    }
    return Py.getItem(dict, key);
  }

  /**
   * Needs no authentication. Changes the list a tweet was posted with, wherever else it is held.
   */
  private PyDict mention(Object tweetId, Object usernames) {
    if (!tweets.containsKey(tweetId)) {
      return notFound(tweetId);
    }
    PyList mentions = Receiver.list(Py.getItem(tweets.getItem(tweetId), "mentions"), "extend");
    // A list goes in as it is: it may be the tweet's own, which an iteration would never finish.
    mentions.addAll(usernames instanceof PyList list ? list : Py.iterate(usernames));
    return PyDict.of("mention_status", "Users mentioned successfully");
  }

  private PyDict followUser(Object followed) {
    if (!Py.isTrue(authenticated)) {
      return notAuthenticated("following");
    }
    if (Py.contains(followingList, followed)) {
      return PyDict.of("follow_status", false);
    }
    Receiver.list(followingList, "append").add(followed);
    return PyDict.of("follow_status", true);
  }

  private PyDict listAllFollowing() {
    return Py.isTrue(authenticated)
        ? PyDict.of("following_list", followingList)
        : notAuthenticated("listing following");
  }

  private PyDict unfollowUser(Object followed) {
    if (!Py.isTrue(authenticated)) {
      return notAuthenticated("unfollowing");
    }
    if (!Py.contains(followingList, followed)) {
      return PyDict.of("unfollow_status", false);
    }
    Receiver.list(followingList, "remove").remove(followed);
    return PyDict.of("unfollow_status", true);
  }

  private Object getTweet(Object tweetId) {
    Object tweet = tweets.get(tweetId);
    return tweet == null ? notFound(tweetId) : tweet;
  }

  private PyList getUserTweets(Object author) {
    PyList found = new PyList();
    for (Object tweet : tweets.values()) {
      if (Py.eq(Py.getItem(tweet, "username"), author)) {
        found.add(tweet);
      }
    }
    return found;
  }

  private PyList searchTweets(Object keyword) {
    PyList found = new PyList();
    for (Object tweet : tweets.values()) {
      if (matches(tweet, Receiver.lower(keyword))) {
        found.add(tweet);
      }
    }
    return found;
  }

  private static boolean matches(Object tweet, String keyword) {
    if (Receiver.lower(Py.getItem(tweet, "content")).contains(keyword)) {
      return true;
    }
    // All tags are lowered before one is compared, so a tag that is no text always raises.
    boolean tagged = false;
    for (Object tag : Py.iterate(Py.getItem(tweet, "tags"))) {
      tagged |= Receiver.lower(tag).equals(keyword);
    }
    return tagged;
  }

  private Object getTweetComments(Object tweetId) {
    if (!tweets.containsKey(tweetId)) {
      return notFound(tweetId);
    }
    Object found = Receiver.dict(comments, "get").get(tweetId);
    return found == null ? new PyList() : found;
  }

  private PyDict getUserStats(Object user) {
    long tweetCount = getUserTweets(user).size();
    long followingCount = Py.eq(user, username) ? Py.length(followingList) : 0;
    Object retweeted = Receiver.dict(retweets, "get").get(user);
    return PyDict.of(
        "tweet_count",
        tweetCount,
        "following_count",
        followingCount,
        "retweet_count",
        retweeted == null ? 0L : Py.length(retweeted));
  }

  private static PyDict notAuthenticated(String action) {
    return error("User not authenticated. Please authenticate before " + action + ".");
  }

  private static PyDict notFound(Object tweetId) {
    return error("Tweet with ID " + Py.str(tweetId) + " not found.");
  }

  private static PyDict error(String text) {
    return PyDict.of("error", text);
  }
}
