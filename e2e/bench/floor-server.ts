// The least that a server can do over HTTP: parse what it is sent and answer as many bytes.
//   POST /echo            parses the body and answers it, stringified again
//   PATCH /patch          parses the body and answers the object of /ready/object, stringified again
//   GET /ready/NAME       answers a text as it was left with PUT /ready/NAME
// GET /watch            stays open; POST /emit parses its body, writes the text "event" to everyone who watches, and
// answers as /echo
import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

const ready = new Map<string, string>();
const watchers = new Set<ServerResponse>();
let held: unknown = {};

const server = createServer({ noDelay: true }, (request, response) => {
  if (request.method === "GET") return answerGet(request, response);
  const parts: Uint8Array[] = [];
  request.on("data", (part: Uint8Array) => parts.push(part));
  request.on("end", () => answerBody(request, response, Buffer.concat(parts).toString("utf8")));
});

function answerGet({ url = "" }: IncomingMessage, response: ServerResponse): void {
  if (url !== "/watch") return send(response, 200, ready.get(url) ?? "");
  response.writeHead(200, { "Content-Type": "application/json" });
  response.flushHeaders();
  watchers.add(response);
  response.on("close", () => watchers.delete(response));
}

function answerBody({ method, url = "" }: IncomingMessage, response: ServerResponse, body: string): void {
  if (method === "PUT") {
    ready.set(url, body);
    if (url === "/ready/object") held = JSON.parse(body);
    return send(response, 200, "");
  }
  const parsed: unknown = JSON.parse(body);
  if (url === "/emit") for (const watcher of watchers) watcher.write(ready.get("/ready/event") ?? "");
  send(response, method === "POST" ? 201 : 200, JSON.stringify(method === "POST" ? parsed : held));
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
  response.end(text);
}

server.keepAliveTimeout = 0; // connections wait while other rows are measured
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`);
});
process.on("SIGTERM", () => process.exit(0));
