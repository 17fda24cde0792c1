import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Answer } from "../component-base/exchange.ts";

/**
 * Writes an answer whose body is `text`, in ASCII, to the socket as one piece and ends the exchange, which spares the
 * steps in which node:http
 * makes, buffers and ends a response. False, and nothing is written, where node:http has more to do than that: the
 * connection ends after the
 * answer, an answer before this one is still under way, the answer has no body, or a header holds more than ASCII.
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
  response.emit("finish"); // on which the server lets go of the request and takes the next one
  return true;
}

/** True for the statuses whose answers end with their head. */
export const hasNoBody = (status: number): boolean => status === 204 || status === 304;

/** True for the header that the host itself sets. */
export const isContentLength = (name: string): boolean => name.length === 14 && name.toLowerCase() === "content-length";

const printable = /^[ -~]*$/;

let second = NaN;
let date = "";

/** The time in a Date header, made once a second. */
function dateOfNow(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1000).toUTCString();
  }
  return date;
}
