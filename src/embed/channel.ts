/** A window as far as messages are concerned. */
export interface MessageTarget {
  postMessage(message: unknown, targetOrigin: string): void;
}

/** The window of the side that listens. */
export interface MessageScope {
  addEventListener(type: "message", listener: (event: HeardMessage) => void): void;
  removeEventListener(type: "message", listener: (event: HeardMessage) => void): void;
}

/** The part of a MessageEvent that decides whether it is believed. */
export interface HeardMessage {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

export interface ChannelOptions<Received> {
  readonly scope: MessageScope;
  /** The other side's window; undefined while it has none. */
  readonly other: () => MessageTarget | null;
  /** The other side's origin; `null` for a sandboxed frame or a page without one. */
  readonly origin: string;
  readonly isReceived: (message: unknown) => message is Received;
  readonly receive: (message: Received) => void;
}

export interface Channel {
  /** Sends a message, which the browser delivers only if the other side has the expected origin. */
  send(message: unknown): void;
  close(): void;
}

/**
 * Opens one side of the channel between a page and an embed. A message is received only from the other side's window,
 * from its origin, and if it is one of the protocol. A window without an origin of its own cannot be addressed by it:
 * messages to it are delivered to whatever that window shows.
 */
export function openChannel<Received>({
  scope,
  other,
  origin,
  isReceived,
  receive,
}: ChannelOptions<Received>): Channel {
  const hear = ({ source, origin: from, data }: HeardMessage): void => {
    if (source !== null && source === other() && from === origin && isReceived(data)) receive(data);
  };
  scope.addEventListener("message", hear);
  return {
    send: (message) => other()?.postMessage(message, origin === "null" ? "*" : origin),
    close: () => scope.removeEventListener("message", hear),
  };
}
