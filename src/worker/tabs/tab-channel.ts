/**
 * The messages between tabs and the leading worker on the BroadcastChannel of a database. Exchanges use other channels:
 * a follower sends `hello`, and the worker opens the channels for this pair and sends `welcome`.
 */
export type TabMessage =
  /** From the leading worker, every second and on request. Has no epoch while the server is starting. */
  | {
      readonly kind: "beat";
      readonly leaderId: string;
      readonly epoch: number | undefined;
      readonly persistent: boolean;
      readonly reason: string | undefined;
    }
  /** From a tab that has just become the leader. */
  | { readonly kind: "claim"; readonly leaderId: string }
  /** From a tab that checks whether there is a leader. */
  | { readonly kind: "who" }
  | { readonly kind: "hello"; readonly leaderId: string; readonly tabId: string }
  | { readonly kind: "welcome"; readonly leaderId: string; readonly tabId: string };

export type Beat = Extract<TabMessage, { kind: "beat" }>;

/** The interval between heartbeats of the leading worker, in milliseconds. */
export const beatMs = 1000;

/** The number of missed heartbeats after which a leader is considered frozen. */
export const missedBeats = 3;

const kinds: ReadonlySet<unknown> = new Set<TabMessage["kind"]>(["beat", "claim", "who", "hello", "welcome"]);

/**
 * True for messages of this protocol. The channel's name excludes other applications; this check excludes pages of
 * older versions.
 */
export const isTabMessage = (message: unknown): message is TabMessage =>
  typeof message === "object" && message !== null && "kind" in message && kinds.has(message.kind);

/** The names of locks and channels, which are derived from the database name. */
export const tabsChannel = (database: string): string => `${database}/tabs`;
export const exchangesChannel = (database: string, leaderId: string, tabId: string): string =>
  `${database}/${leaderId}/${tabId}/exchanges`;
export const inspectorChannel = (database: string, leaderId: string, tabId: string): string =>
  `${database}/${leaderId}/${tabId}/inspector`;
/** Held by the page of the leading tab. */
export const leaderLock = (database: string): string => `${database}/leader`;
/** Held by a tab for its lifetime, so that the worker detects its end. */
export const tabLock = (database: string, tabId: string): string => `${database}/tab/${tabId}`;
