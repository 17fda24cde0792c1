import type { Answer, Exchange, Handle } from "../../component-base/exchange.ts";
import { flattenHeaders, pairUp } from "./header-pairs.ts";
import { IncomingBody } from "./incoming-body.ts";
import { OutgoingBody, readStream } from "./outgoing-body.ts";
import type { BodySink } from "./outgoing-body.ts";
import type { AnswerFrame, Chunk, Frame, Link } from "./protocol.ts";
import { newAbortedAnswer, newUnavailableAnswer } from "./unavailable.ts";

/** The client's end of a link. */
export interface LinkClient {
  /** Returns a connection to the server with this id at the other end. */
  connect(server: string): ServerConnection;
  /** Handles the loss of the other end and of all its servers. */
  lose(reason: string): void;
}

/** The exchanges with one server over a link, which other connections may share. */
export interface ServerConnection {
  readonly handle: Handle;
  /**
   * Handles the loss of the server, with a user-facing reason. Requests without a response get a 503 Status with the
   * reason, bodies in transit are aborted, and streams such as watches end, so that watchers reconnect.
   */
  lose(reason: string): void;
}

/** The client's state of an exchange in flight. */
interface Asked {
  readonly connection: ServerConnection;
  readonly answer: (answer: Answer) => void;
  readonly onAbort: () => void;
  readonly signal: AbortSignal;
  request: OutgoingBody | undefined;
  response: IncomingBody | undefined;
  streams: boolean;
}

/** Creates a client for the servers at the other end of `link`. */
export function createLinkClient(link: Link): LinkClient {
  const client = new ExchangeClient(link);
  link.receive((frame) => client.receive(frame));
  return client;
}

class ExchangeClient implements LinkClient {
  readonly #link: Link;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;
  #lost: string | undefined;

  constructor(link: Link) {
    this.#link = link;
  }

  connect(server: string): ServerConnection {
    let lost: string | undefined;
    const connection: ServerConnection = {
      handle: (exchange) => {
        const reason = this.#lost ?? lost;
        if (reason !== undefined) return Promise.resolve(newUnavailableAnswer(reason));
        if (exchange.signal.aborted) return Promise.resolve(newAbortedAnswer());
        return new Promise((resolve) => this.#open(connection, server, exchange, resolve));
      },
      lose: (reason) => {
        lost ??= reason;
        for (const [id, asked] of this.#asked) if (asked.connection === connection) this.#loseOne(id, asked, reason);
      },
    };
    return connection;
  }

  receive(frame: Frame): void {
    const asked = this.#asked.get(frame[1]);
    if (asked === undefined) return;
    switch (frame[0]) {
      case "answer":
        return this.#answer(frame, asked);
      case "body":
        return asked.response?.push(frame[2]);
      case "end":
        this.#forget(frame[1], asked);
        return asked.response?.end();
      case "credit":
        return asked.request?.grant(frame[2]);
      case "abort":
        this.#forget(frame[1], asked);
        return asked.response?.break(frame[2]);
      case "open":
        return; // servers do not send requests
    }
  }

  lose(reason: string): void {
    this.#lost ??= reason;
    for (const [id, asked] of this.#asked) this.#loseOne(id, asked, reason);
    this.#link.close();
  }

  #loseOne(id: number, asked: Asked, reason: string): void {
    this.#forget(id, asked);
    if (asked.response === undefined) asked.answer(newUnavailableAnswer(reason));
    else if (asked.streams) asked.response.end();
    else asked.response.break(reason);
  }

  #open(connection: ServerConnection, server: string, exchange: Exchange, answer: (answer: Answer) => void): void {
    const id = ++this.#lastId;
    const { body, signal, viaFrontProxy } = exchange;
    const request = body instanceof ReadableStream ? new OutgoingBody(readStream(body)) : undefined;
    const asked: Asked = {
      connection,
      answer,
      onAbort: () => this.#abort(id),
      signal,
      request,
      response: undefined,
      streams: false,
    };
    const whole = body instanceof Uint8Array ? body : null;
    this.#link.send([
      "open",
      id,
      server,
      exchange.method,
      exchange.target,
      flattenHeaders(exchange.headers),
      whole,
      request !== undefined,
      viaFrontProxy,
    ]);
    this.#asked.set(id, asked);
    signal.addEventListener("abort", asked.onAbort);
    if (request !== undefined) void request.pump(this.#requestSink(id));
  }

  #requestSink(id: number): BodySink {
    return {
      chunk: (chunk) => this.#link.send(["body", id, chunk], movable(chunk)),
      end: () => this.#link.send(["end", id]),
      broken: () => this.#abort(id),
    };
  }

  #answer([, id, status, flat, body, follows]: AnswerFrame, asked: Asked): void {
    const headers = pairUp(flat);
    if (follows === "nothing") {
      this.#forget(id, asked);
      return asked.answer({ status, headers, body });
    }
    const response = new IncomingBody({
      grant: (units) => this.#link.send(["credit", id, units]),
      cancel: () => this.#abort(id),
    });
    asked.response = response;
    asked.streams = follows === "stream";
    if (body.length > 0) response.push(body);
    asked.answer({ status, headers, body: response });
  }

  /** Handles an aborted request: notifies the server, and ends the response and its body. */
  #abort(id: number): void {
    const asked = this.#asked.get(id);
    if (asked === undefined) return;
    this.#forget(id, asked);
    this.#link.send(["abort", id, "the client is gone"]);
    asked.answer(newAbortedAnswer());
    asked.response?.end();
  }

  #forget(id: number, asked: Asked): void {
    this.#asked.delete(id);
    asked.signal.removeEventListener("abort", asked.onAbort);
    asked.request?.stop();
  }
}

const worthMoving = 65_536;

/** Returns the buffer of a large chunk that is not shared, for transfer instead of a copy. */
function movable(chunk: Chunk): readonly ArrayBuffer[] {
  if (typeof chunk === "string" || chunk.byteLength < worthMoving || chunk.byteLength !== chunk.buffer.byteLength)
    return [];
  return chunk.buffer instanceof ArrayBuffer ? [chunk.buffer] : [];
}
