// Plays the first task of the shop by the official client; the mode says which revision it asks for.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const [url, mode] = process.argv.slice(2);
const pinned = mode === "legacy" ? {} : { versionNegotiation: { mode: mode === "auto" ? "auto" : { pin: mode } } };
const client = new Client({ name: "shopper", version: "1" }, pinned);
const transport = new StreamableHTTPClientTransport(new URL(url));
await client.connect(transport);
const sessions = transport.sessionId !== undefined;

let episode;
async function call(name, args = {}) {
  const named = episode === undefined ? args : { ...args, episode };
  return client.callTool({ name, arguments: named });
}

const server = client.getServerVersion()?.name;
const { tools } = await client.listTools();
const started = await call("start_episode", { task_id: "shop_1" });
episode = started.structuredContent.episode;
const put = await call("put", { item: "pear", count: 2 });
const wrong = await call("put", { item: "pear" });
const last = await call("reply_to_user", { text: "Two pears." });
if (sessions) await transport.terminateSession();
await client.close();
console.log(
  JSON.stringify({
    sessions,
    server,
    tools: tools.map((tool) => tool.name),
    named: episode !== undefined,
    first: started.structuredContent.messages[0].role,
    put: put.content[0].text,
    wrong: wrong.isError,
    last: last.structuredContent,
  }),
);
