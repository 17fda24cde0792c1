import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Answer } from "../component-base/exchange.ts";

/**
 * Writes a response whose body is the ASCII string `text` to the socket in one piece and ends the exchange, which
 * avoids the overhead of node:http's response stream. Returns false and writes nothing if node:http is needed: the
 * connection closes after the response, an earlier response is still in progress, the response has no body, or a header
 * contains non-ASCII characters.
 */
export function sendWhole(response: ServerResponse, { status, headers }: Answer, text: string): boolean {
  const { socket, req } = response;
  if (
    socket === null ||
    !response.shouldKeepAlive ||
    req.httpVersionMinor !== 1 ||
    req.method === "HEAD" ||
    hasNoBody(status)
  )
    return false;
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
  for (const [name, value] of headers) {
    if (!printable.test(value)) return false;
    if (!isContentLength(name)) head += `${name}: ${value}\r\n`;
  }
  socket.write(`${head}Content-Length: ${text.length}\r\nDate: ${dateOfNow()}\r\n\r\n${text}`, "latin1");
  response.emit("finish"); // makes the server release the request and process the next one
  return true;
}

/** True for the statuses of responses without a body. */
export const hasNoBody = (status: number): boolean => status === 204 || status === 304;

/** True for the Content-Length header, which the host sets itself. */
export const isContentLength = (name: string): boolean => name.length === 14 && name.toLowerCase() === "content-length";

const printable = /^[ -~]*$/;

let second = NaN;
let date = "";

/** Returns the value of the Date header, cached for a second. */
function dateOfNow(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1000).toUTCString();
  }
  return date;
}
