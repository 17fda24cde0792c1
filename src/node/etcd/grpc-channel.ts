import { Client, credentials, Metadata, status, type ChannelCredentials, type ServiceError } from "@grpc/grpc-js";
import { GrpcError } from "./grpc-error.ts";

/** How servers and a client are known to each other, in PEM. */
export interface ChannelCertificates {
  readonly ca?: Buffer | undefined;
  readonly cert?: Buffer | undefined;
  readonly key?: Buffer | undefined;
}

/** How servers are reached. */
export interface ChannelOptions {
  /** The URLs, of which the next one is tried when one does not answer. */
  readonly servers: readonly string[];
  /**
   * Returns the certificates. It is called again when a server cannot be reached, since their files may have been
   * replaced; if it throws then, the connection keeps those that it has.
   */
  readonly certificates?: (() => ChannelCertificates) | undefined;
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
const callTimeoutMs = 30_000;

const settings = {
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": mostBytes,
  // How often a silent server is asked whether it is there: etcd refuses more than one question in five seconds.
  // Upstream's storagebackend/factory takes 30 and 10 seconds, but its writes do not wait for a watch to tell of them.
  "grpc.keepalive_time_ms": 10_000,
  "grpc.keepalive_timeout_ms": 5000,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 5000,
};

/** Calls methods of gRPC on the first of some servers that can be reached. */
export class GrpcChannel {
  readonly #options: ChannelOptions;
  #certificates: ChannelCertificates;
  #clients: readonly Client[];
  #at = 0;
  #isClosed = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#certificates = options.certificates?.() ?? {};
    this.#clients = clientsOf(options.servers, this.#certificates);
  }

  /** Calls a method with one request and one answer. Rejects with a GrpcError. */
  async call(path: string, request: Uint8Array, timeoutMs = callTimeoutMs): Promise<Uint8Array> {
    if (request.length > mostBytes) {
      const description = `trying to send message larger than max (${request.length} vs. ${mostBytes})`;
      throw new GrpcError(status.RESOURCE_EXHAUSTED, description);
    }
    for (let tried = 1; ; tried++) {
      const client = this.#client;
      try {
        return await callOn(client, path, request, timeoutMs);
      } catch (error) {
        const isUnsent = this.#leave(client, error);
        if (!isUnsent || tried >= this.#clients.length) throw errorOf(error);
      }
    }
  }

  /** Opens a stream of messages. What it fails with, the reader is told. */
  stream(path: string, reader: StreamReader, headers: Readonly<Record<string, string>>): MessageStream {
    const client = this.#client;
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
    const stream = client.makeBidiStreamRequest(path, bytesOf, asTheyAre, metadata);
    let isOver = false;
    const end = (error: unknown): void => {
      if (isOver) return;
      isOver = true;
      this.#leave(client, error);
      reader.end(errorOf(error));
    };
    stream.on("data", (message: Buffer) => reader.message(message));
    stream.on("error", end);
    stream.on("end", () => end(new GrpcError(status.UNAVAILABLE, "the stream ended")));
    return { send: (message) => void stream.write(message), close: () => stream.cancel() };
  }

  /** Lets later calls go to the next server. */
  leave(): void {
    this.#at++;
  }

  close(): void {
    this.#isClosed = true;
    for (const client of this.#clients) client.close();
  }

  get #client(): Client {
    if (this.#isClosed) throw new GrpcError(status.CANCELLED, "grpc: the client connection is closing");
    const client = this.#chosen;
    if (client === undefined) throw new GrpcError(status.UNAVAILABLE, "there are no servers");
    return client;
  }

  get #chosen(): Client | undefined {
    return this.#clients[this.#at % this.#clients.length];
  }

  /**
   * Leaves a server that cannot be reached, so that the next call goes to another one. Returns whether a failed
   * request was certainly not sent.
   */
  #leave(client: Client, error: unknown): boolean {
    if (!isServiceError(error) || error.code !== status.UNAVAILABLE) return false;
    if (client === this.#chosen) this.#at++;
    this.#renew();
    return unconnected.test(error.details);
  }

  /** Makes the connections anew if there are other certificates than those that they were made by. */
  #renew(): void {
    const before = this.#certificates;
    try {
      const certificates = this.#options.certificates?.() ?? before;
      if (this.#isClosed || isSame(certificates, before)) return;
      const clients = clientsOf(this.#options.servers, certificates);
      for (const client of this.#clients) client.close();
      this.#clients = clients;
      this.#certificates = certificates;
    } catch {
      // a file that is missing, or a key of another certificate: they are being replaced
    }
  }
}

const isSame = (one: ChannelCertificates, other: ChannelCertificates): boolean =>
  (["ca", "cert", "key"] as const).every((part) => {
    const [bytes, others] = [one[part], other[part]];
    return bytes === others || (bytes !== undefined && others !== undefined && bytes.equals(others));
  });

function clientsOf(servers: readonly string[], { ca, cert, key }: ChannelCertificates): readonly Client[] {
  const secure = credentials.createSsl(ca ?? null, key ?? null, cert ?? null);
  return servers.map((server) => clientOf(new URL(server), secure));
}

/** What the library says of a call that was made while there was no connection. */
const unconnected = /^No connection established(?:\. Last error: (?:Error: )?(.*?)(?:\. Resolution note: .*)?)?$/s;

const clientOf = ({ protocol, hostname, port }: URL, secure: ChannelCredentials): Client =>
  new Client(
    `${hostname}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}`,
    protocol === "https:" ? secure : credentials.createInsecure(),
    settings,
  );

const callOn = (client: Client, path: string, request: Uint8Array, timeoutMs: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, bytesOf, asTheyAre, request, { deadline: Date.now() + timeoutMs }, (error, answer) =>
      error === null && answer !== undefined ? resolve(answer) : reject(error),
    );
  });

const bytesOf = (message: Uint8Array): Buffer => Buffer.from(message.buffer, message.byteOffset, message.byteLength);

const asTheyAre = (bytes: Buffer): Uint8Array => bytes;

const isServiceError = (error: unknown): error is ServiceError => error instanceof Error && "details" in error;

function errorOf(error: unknown): GrpcError {
  if (error instanceof GrpcError) return error;
  if (!isServiceError(error)) return new GrpcError(status.UNKNOWN, String(error), { cause: error });
  return new GrpcError(error.code, inWordsOfGo(error), { cause: error });
}

/** Returns what gRPC's client in Go says of a failure of this one's own; what servers say stays as it is. */
function inWordsOfGo({ code, details }: ServiceError): string {
  if (code === status.DEADLINE_EXCEEDED) return "context deadline exceeded";
  const [, reason] = unconnected.exec(details) ?? [];
  return reason === undefined ? details : `connection error: desc = "transport: Error while dialing: ${reason}"`;
}
