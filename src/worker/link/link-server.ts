import { messageOf } from "../../apimachinery/message-of.ts";
import { isInPieces, isStream } from "../../component-base/exchange.ts";
import { gatherTexts, lengthOfTexts, wholeTextsLimit } from "../../component-base/ready-texts.ts";
import type { Answer, Exchange, Handle, RequestBody } from "../../component-base/exchange.ts";
import { flattenPairs, HeaderPairs } from "./header-pairs.ts";
import { IncomingBody } from "./incoming-body.ts";
import type { BodySource } from "./incoming-body.ts";
import { OutgoingBody } from "./outgoing-body.ts";
import type { BodySink } from "./outgoing-body.ts";
import type { Chunk, Frame, Link, OpenFrame } from "./protocol.ts";
import { newStatusAnswer, newUnavailableAnswer } from "./unavailable.ts";

/** Serves the exchanges of one link. */
export interface LinkServer {
  /** The number of exchanges in flight. */
  readonly pending: number;
  /**
   * Ends the exchanges of one server: requests in flight get a 503 with the reason, and streams end. Exchanges of other
   * servers continue.
   */
  end(server: string, reason: string): void;
  /** Ends the exchanges of all servers in the same way and closes the link. */
  close(reason: string): void;
}

/** Returns the server with an id, or undefined if there is none. */
export type FindServer = (id: string) => Handle | undefined;

/** The server's state of an exchange in flight. */
interface Served {
  readonly server: string;
  readonly abort: AbortController;
  readonly request: IncomingBody | undefined;
  response: OutgoingBody | undefined;
  streams: boolean;
}

/** Dispatches the requests that arrive on `link` to the servers that they name. */
export function createLinkServer(link: Link, find: FindServer): LinkServer {
  const server = new ExchangeServer(link, find);
  link.receive((frame) => server.receive(frame));
  return server;
}

class ExchangeServer implements LinkServer {
  readonly #link: Link;
  readonly #find: FindServer;
  readonly #served = new Map<number, Served>();

  constructor(link: Link, find: FindServer) {
    this.#link = link;
    this.#find = find;
  }

  get pending(): number {
    return this.#served.size;
  }

  receive(frame: Frame): void {
    const id = frame[1];
    switch (frame[0]) {
      case "open":
        return void this.#open(frame);
      case "body":
        return this.#served.get(id)?.request?.push(frame[2]);
      case "end":
        return this.#served.get(id)?.request?.end();
      case "credit":
        return this.#served.get(id)?.response?.grant(frame[2]);
      case "abort":
        return this.#abort(id);
      case "answer":
        return; // clients do not send responses
    }
  }

  end(server: string, reason: string): void {
    for (const [id, served] of this.#served) if (served.server === server) this.#endOne(id, served, reason);
  }

  close(reason: string): void {
    for (const [id, served] of this.#served) this.#endOne(id, served, reason);
    this.#link.close();
  }

  #endOne(id: number, served: Served, reason: string): void {
    this.#link.send(lastFrame(id, served, reason));
    this.#abort(id);
  }

  #abort(id: number): void {
    const served = this.#served.get(id);
    if (served === undefined) return;
    this.#served.delete(id);
    served.abort.abort();
    served.request?.break("the client aborted the request");
    served.response?.stop();
  }

  async #open(frame: OpenFrame): Promise<void> {
    const [, id, server, method, target, headers, body, more, viaFrontProxy] = frame;
    const request = more ? new IncomingBody(this.#requestSource(id)) : undefined;
    const served: Served = { server, abort: new AbortController(), request, response: undefined, streams: false };
    this.#served.set(id, served);
    const whole: RequestBody = request === undefined ? body : streamOf(request);
    const exchange: Exchange = {
      method,
      target,
      headers: new HeaderPairs(headers),
      body: whole,
      signal: served.abort.signal,
      viaFrontProxy,
    };
    await this.#answer(id, served, await this.#ask(server, exchange));
  }

  /** A handle must not reject. If it does, the client gets an error response instead of waiting forever. */
  async #ask(server: string, exchange: Exchange): Promise<Answer> {
    const handle = this.#find(server);
    if (handle === undefined) return newUnavailableAnswer(`there is no server "${server}" here`);
    try {
      return await handle(exchange);
    } catch (error) {
      return newStatusAnswer(500, "InternalError", `Internal error occurred: ${messageOf(error)}`);
    }
  }

  #requestSource(id: number): BodySource {
    return {
      grant: (units) => this.#link.send(["credit", id, units]),
      cancel: () => undefined, // the rest of the body is dropped; its writer stops when the response is complete
    };
  }

  async #answer(id: number, served: Served, answer: Answer): Promise<void> {
    const whole = wholeBody(answer);
    const headers = flattenPairs(answer.headers, false);
    if (whole !== undefined) {
      if (this.#served.delete(id)) this.#link.send(["answer", id, answer.status, headers, whole, "nothing"]);
      return;
    }
    const response = new OutgoingBody(partsOf(answer));
    if (!this.#served.has(id)) return response.stop(); // aborted in the meantime
    served.response = response;
    served.streams = isStream(answer.body) && !isInPieces(answer.body);
    this.#link.send(["answer", id, answer.status, headers, "", served.streams ? "stream" : "rest"]);
    await response.pump(this.#responseSink(id));
  }

  #responseSink(id: number): BodySink {
    return {
      chunk: (chunk) => this.#link.send(["body", id, chunk]),
      end: () => void (this.#served.delete(id) && this.#link.send(["end", id])),
      broken: (reason) => void (this.#served.delete(id) && this.#link.send(["abort", id, reason])),
    };
  }
}

/** Returns the frame that ends an exchange whose server is gone. */
function lastFrame(id: number, served: Served, reason: string): Frame {
  if (served.response !== undefined) return served.streams ? ["end", id] : ["abort", id, reason];
  const { status, headers, body } = newUnavailableAnswer(reason);
  return ["answer", id, status, flattenPairs(headers, false), typeof body === "string" ? body : "", "nothing"];
}

/**
 * Returns the body if it fits in one frame, joining the texts of a list that is already encoded; undefined for streams.
 */
function wholeBody({ body }: Answer): Chunk | undefined {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  if (isStream(body)) return undefined;
  return lengthOfTexts(body) <= wholeTextsLimit ? body.join("") : undefined;
}

function partsOf({ body }: Answer): AsyncIterable<Chunk> {
  if (typeof body === "string" || body instanceof Uint8Array) throw new TypeError("a whole body has no parts");
  return isStream(body) ? body : gatherTexts(body);
}

/** Returns a request body as a ReadableStream, which is pulled as the server reads it. */
function streamOf(body: IncomingBody): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await body.next();
        if (next.done === true) controller.close();
        else controller.enqueue(typeof next.value === "string" ? new TextEncoder().encode(next.value) : next.value);
      },
      cancel: () => void body.return(),
    },
    { highWaterMark: 0 },
  );
}
