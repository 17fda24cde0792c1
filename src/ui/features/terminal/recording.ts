import { PlainHeaders } from "../../../client/plain-headers.ts";
import { isListed, type Exchange, type Handle } from "../../../component-base/exchange.ts";
import { impersonationHeaders, type ActingAs } from "../../data/impersonating.ts";
import { overheard } from "../../data/overheard.ts";
import type { WatchEar } from "../../state/watch-news.ts";
import type { SentRequest } from "./model/transcript.ts";

/** How the terminal's commands name themselves to the server. */
const userAgent = "kubectl/v1.34";

const decoder = new TextDecoder();
const bodyOf = ({ body }: Exchange): string => (body instanceof Uint8Array ? decoder.decode(body) : "");

/** Returns the headers of an exchange without its User-Agent. */
const headersOf = ({ headers }: Exchange): readonly (readonly [string, string])[] =>
  isListed(headers) ? [...headers].filter(([name]) => name.toLowerCase() !== "user-agent") : [];

export interface RecordingOptions {
  /** The user that the page acts as, which the server is told of with each request. */
  readonly actingAs: ActingAs | undefined;
  readonly newId: () => string;
  /** Called when a request was answered or given up. */
  readonly tell: (request: SentRequest) => void;
  /** Who hears of watches; undefined while nobody does. */
  readonly ear: () => WatchEar | undefined;
}

/** Sends requests as kubectl, each with an audit id of its own, by which the request log can show it. */
export const recording =
  (handle: Handle, { actingAs, newId, tell, ear }: RecordingOptions): Handle =>
  async (exchange) => {
    const own = headersOf(exchange);
    const id = `kubectl-${newId()}`;
    const { method, target } = exchange;
    const impersonates = own.some(([name]) => name.toLowerCase() === "impersonate-user");
    const headers = actingAs === undefined || impersonates ? own : [...own, ...impersonationHeaders(actingAs)];
    let status = 0;
    try {
      const sent = new PlainHeaders([["User-Agent", userAgent], ["Audit-ID", id], ...own]);
      const hears = ear();
      const opened = () => hears?.({ target, headers, lineRequest: id });
      const answer = await (hears === undefined ? handle : overheard(handle, opened))({ ...exchange, headers: sent });
      ({ status } = answer);
      return answer;
    } finally {
      tell({ id, method, target, headers, body: bodyOf(exchange), status });
    }
  };
