import { connect, type ClientHttp2Session, type ClientHttp2Stream, type OutgoingHttpHeaders } from "node:http2";
import { errorOfTrailers, GrpcError, grpcCodes } from "./grpc-error.ts";
import { FrameReader, frameOf } from "./grpc-frames.ts";

/** How servers are reached, and how they and this client are known to each other. */
export interface ChannelOptions {
  /** The URLs, of which the next one is tried when one does not answer. */
  readonly servers: readonly string[];
  readonly ca?: Buffer | undefined;
  readonly cert?: Buffer | undefined;
  readonly key?: Buffer | undefined;
  /** After which a connection attempt and a call are given up, in milliseconds. */
  readonly connectTimeoutMs?: number;
  readonly callTimeoutMs?: number;
}

/** Receives what a stream of messages brings. */
export interface StreamReader {
  message(bytes: Uint8Array): void;
  /** Called once. */
  end(error: GrpcError): void;
}

/** A stream of messages in both directions. */
export interface MessageStream {
  send(message: Uint8Array): void;
  close(): void;
}

/** The most that a call may send (clientv3.defaultClientMaxCallSendMsgSize). */
const mostBytes = 2 << 20;
const windowBytes = 4 << 20;

/** Calls methods of gRPC on the first of some servers that can be reached, over one connection of HTTP/2. */
export class GrpcChannel {
  readonly #options: ChannelOptions;
  #session: Promise<ClientHttp2Session> | undefined;
  #next = 0;
  #closed = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  /** Calls a method with one request and one answer. Rejects with a GrpcError. */
  async call(path: string, request: Uint8Array): Promise<Uint8Array> {
    if (request.length > mostBytes) {
      const description = `trying to send message larger than max (${request.length} vs. ${mostBytes})`;
      throw new GrpcError(grpcCodes.resourceExhausted, description);
    }
    const session = await this.#connected();
    return new Promise((resolve, reject) => {
      const stream = open(session, path);
      const { callTimeoutMs = 30_000 } = this.#options;
      const timer = setTimeout(() => {
        fail(new GrpcError(grpcCodes.deadlineExceeded, "context deadline exceeded"));
        stream.destroy();
      }, callTimeoutMs);
      const fail = (error: GrpcError): void => {
        clearTimeout(timer);
        reject(error);
      };
      const frames = new FrameReader();
      let answer: Uint8Array | undefined;
      readStream(stream, {
        data: (part) => (answer = frames.add(part)[0] ?? answer),
        end(error) {
          if (error !== undefined) return fail(error);
          if (answer === undefined) return fail(new GrpcError(grpcCodes.unavailable, "the stream ended early"));
          clearTimeout(timer);
          resolve(answer);
        },
      });
      stream.end(frameOf(request));
    });
  }

  /** Opens a stream of messages. Rejects with a GrpcError if no server can be reached. */
  async stream(path: string, reader: StreamReader, headers: OutgoingHttpHeaders): Promise<MessageStream> {
    const session = await this.#connected();
    const stream = open(session, path, headers);
    const frames = new FrameReader();
    readStream(stream, {
      data: (part) => frames.add(part).forEach((message) => reader.message(message)),
      end: (error) => reader.end(error ?? new GrpcError(grpcCodes.unavailable, "the stream ended")),
    });
    return {
      send: (message) => void stream.write(frameOf(message)),
      close: () => stream.close(),
    };
  }

  close(): void {
    this.#closed = true;
    void this.#session?.then(
      (session) => session.destroy(),
      () => undefined,
    );
  }

  #connected(): Promise<ClientHttp2Session> {
    if (this.#closed) return Promise.reject(new GrpcError(grpcCodes.unavailable, "the client is closed"));
    if (this.#session !== undefined) return this.#session;
    const connecting = this.#connect();
    this.#session = connecting;
    const forget = (): void => {
      if (this.#session === connecting) this.#session = undefined;
    };
    connecting.then((session) => {
      session.on("close", forget);
      session.on("goaway", forget);
      if (session.destroyed) forget();
    }, forget);
    return connecting;
  }

  async #connect(): Promise<ClientHttp2Session> {
    const { servers } = this.#options;
    let error: unknown;
    for (let tried = 0; tried < servers.length; tried++) {
      const server = servers[this.#next % servers.length] ?? "";
      try {
        return await this.#connectTo(server);
      } catch (reason) {
        error = reason;
        this.#next++;
      }
    }
    throw error;
  }

  #connectTo(server: string): Promise<ClientHttp2Session> {
    const { ca, cert, key, connectTimeoutMs = 5000 } = this.#options;
    return new Promise((resolve, reject) => {
      const session = connect(server, {
        ca,
        cert,
        key,
        settings: { initialWindowSize: windowBytes, enablePush: false },
      });
      const refuse = (reason: string, cause?: unknown): void => {
        clearTimeout(timer);
        session.destroy();
        const description = `connection error: desc = "transport: Error while dialing: ${reason}"`;
        reject(new GrpcError(grpcCodes.unavailable, description, { cause }));
      };
      const timer = setTimeout(() => refuse(`dial ${server}: i/o timeout`), connectTimeoutMs);
      session.on("error", (cause: Error) => refuse(cause.message, cause));
      keepAlive(session);
      session.once("connect", () => {
        clearTimeout(timer);
        session.setLocalWindowSize(4 * windowBytes);
        if (this.#closed) session.destroy();
        resolve(session);
      });
    });
  }
}

/** How often a silent server is asked whether it is there, and how long it has to answer. */
const aliveMs = 5000;

/** Ends a connection whose server does not answer any more. */
function keepAlive(session: ClientHttp2Session): void {
  let answered = true;
  const timer = setInterval(() => {
    if (!answered) return session.destroy();
    answered = false;
    if (!session.destroyed) session.ping(() => (answered = true));
  }, aliveMs);
  timer.unref();
  session.on("close", () => clearInterval(timer));
}

function open(session: ClientHttp2Session, path: string, headers: OutgoingHttpHeaders = {}): ClientHttp2Stream {
  try {
    return session.request(
      { ":method": "POST", ":path": path, "content-type": "application/grpc", te: "trailers", ...headers },
      { endStream: false },
    );
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GrpcError(grpcCodes.unavailable, `transport is closing: ${reason}`, { cause });
  }
}

interface StreamEvents {
  data(part: Uint8Array): void;
  /** Called once, without an error if the trailers say that all is well. */
  end(error: GrpcError | undefined): void;
}

function readStream(stream: ClientHttp2Stream, events: StreamEvents): void {
  let isOver = false;
  let status: Readonly<Record<string, unknown>> | undefined;
  const end = (error: GrpcError | undefined): void => {
    if (isOver) return;
    isOver = true;
    events.end(error);
  };
  const note = (headers: Readonly<Record<string, unknown>>): void => {
    if (headers["grpc-status"] !== undefined) status = headers;
  };
  stream.on("response", note);
  stream.on("trailers", note);
  stream.on("data", (part: Buffer) => events.data(part));
  stream.on("end", () => status && end(errorOfTrailers(status)));
  stream.on("error", (cause: Error) => end(new GrpcError(grpcCodes.unavailable, cause.message, { cause })));
  stream.on("close", () =>
    end(status === undefined ? new GrpcError(grpcCodes.unavailable, "transport is closing") : errorOfTrailers(status)),
  );
}
