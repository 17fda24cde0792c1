import type { Answer, Handle } from "../../component-base/exchange.ts";
import type { CallExtension } from "../../component-base/extension-server.ts";
import { ignore } from "../../component-base/ignore.ts";
import { createLinkClient, type LinkClient } from "../link/link-client.ts";
import { noAnswer, type Frame } from "../link/protocol.ts";

/** A function of a page that is an API server. */
export interface PageServer {
  /** Rejects with an Error if the function throws or is gone. */
  readonly handle: Handle;
  /** Ends what is in progress: requests are rejected with the reason, and watches end. */
  lose(reason: string): void;
}

/**
 * The functions of one page that are API servers. Exchanges with them are frames (link/protocol.ts), which the page
 * takes with its other tasks, so that bodies stream at the rate of their readers in both directions.
 */
export class PageServers {
  readonly #client: LinkClient;
  #receive: (frame: Frame) => void = ignore;

  /** `send` hands a frame to the page. */
  constructor(send: (frame: Frame) => void) {
    this.#client = createLinkClient({ send, receive: (receive) => (this.#receive = receive), close: ignore });
  }

  /** Handles a frame of the page. */
  receive(frame: Frame): void {
    this.#receive(frame);
  }

  connect(name: string): PageServer {
    const connection = this.#client.connect(name);
    const asking = new Set<(error: Error) => void>();
    let lost: string | undefined;
    return {
      handle: (exchange) =>
        new Promise((resolve, reject) => {
          if (lost !== undefined) return reject(new Error(lost));
          asking.add(reject);
          connection
            .handle(exchange)
            .then(answered)
            .then(resolve, reject)
            .finally(() => asking.delete(reject));
        }),
      lose: (reason) => {
        lost ??= reason;
        for (const reject of asking) reject(new Error(reason));
        connection.lose(reason);
      },
    };
  }
}

/** Returns the answer of a function; throws what the function threw. */
function answered(answer: Answer): Answer {
  if (answer.status === noAnswer) throw new Error(typeof answer.body === "string" ? answer.body : "");
  return answer;
}

/** Rejects: a worker reaches no Service, and no function takes its place. */
export const callNobody: CallExtension = () =>
  Promise.reject(
    new Error("a browser reaches no Service, and no page that is open has a function registered in its place"),
  );
