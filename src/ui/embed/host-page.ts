import { openChannel, type Channel } from "../../embed/channel.ts";
import {
  isHostMessage,
  withVersion,
  type EmbedFiles,
  type EmbedParameters,
  type EmbedSeed,
  type FrameMessage,
  type HostMessage,
} from "../../embed/protocol.ts";

/** Returns the origin of the page whose script starts the embed. */
export const hostOf = (query: URLSearchParams): string | undefined => query.get("host") ?? undefined;

/** What an embed is started with. */
export interface EmbedStart {
  readonly parameters: EmbedParameters;
  readonly seed?: EmbedSeed | undefined;
  readonly files?: EmbedFiles | undefined;
}

/** What the page around an embed asks of it while it runs. */
export type HostCommand = Exclude<HostMessage, { readonly kind: "start" }>;

/**
 * The page around an embed. Where its script made the frame, it named its origin in the frame's URL; the embed then
 * takes its start and its commands from that page only. Other frames have no page to talk to.
 */
export class HostPage {
  readonly #channel: Channel | undefined;
  readonly #started: Promise<EmbedStart>;
  #obey: (command: HostCommand) => void = () => undefined;

  constructor(origin: string | undefined, own: EmbedParameters) {
    if (origin === undefined || window.parent === window) {
      this.#started = Promise.resolve({ parameters: own });
      return;
    }
    let start: (given: EmbedStart) => void = () => undefined;
    this.#started = new Promise((resolve) => (start = resolve));
    this.#channel = openChannel({
      scope: window,
      other: () => window.parent,
      origin,
      isReceived: isHostMessage,
      receive: (message) => (message.kind === "start" ? start(message) : this.#obey(message)),
    });
  }

  /**
   * Resolves with what the page starts the embed with, or with the parameters of its URL. Only the first start counts.
   */
  started(): Promise<EmbedStart> {
    this.send({ kind: "hello" });
    return this.#started;
  }

  /** Sets the only receiver of commands; earlier ones are dropped. */
  obey(obey: (command: HostCommand) => void): void {
    this.#obey = obey;
  }

  send(message: FrameMessage): void {
    this.#channel?.send(withVersion(message));
  }
}
