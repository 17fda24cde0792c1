import type { Socket } from "node:net";
import type { Buffer } from "node:buffer";
import { open } from "./connection.ts";

const eventEnd = "}\n";
const [brace, newline] = [0x7d, 0x0a];

/** A client that watches and only counts the events. */
export class Watcher {
  events = 0;
  readonly #socket: Socket;
  #endedWithBrace = false;
  #waiting:
    | { readonly count: number; readonly resolve: () => void; readonly reject: (error: Error) => void }
    | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (part: Buffer) => this.#count(part));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#waiting?.reject(new Error(`the server ended a watch after ${this.events} events`)));
  }

  /** Sends an encoded request and resolves once the response has started. */
  static open(url: string, request: string): Promise<Watcher> {
    return new Promise((resolve, reject) => {
      const socket = open(url, () => socket.write(request));
      socket.once("error", reject);
      socket.once("data", () => resolve(new Watcher(socket)));
    });
  }

  /** Resolves once the given total number of events was received; rejects if the watch ends before. */
  seen(count: number): Promise<void> {
    if (this.events >= count) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#waiting = { count, resolve, reject };
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #count(part: Buffer): void {
    if (this.#endedWithBrace && part[0] === newline) this.events += 1;
    for (let at = part.indexOf(eventEnd); at >= 0; at = part.indexOf(eventEnd, at + 2)) this.events += 1;
    this.#endedWithBrace = part.at(-1) === brace;
    if (!this.#waiting || this.events < this.#waiting.count) return;
    this.#waiting.resolve();
    this.#waiting = undefined;
  }
}
