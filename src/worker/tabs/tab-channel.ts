/**
 * What tabs and the leading worker tell each other on the one BroadcastChannel of a database. Exchanges never pass
 * here: a follower
 * says `hello`, the worker opens the channel of that pair and says `welcome`.
 */
export type TabMessage =
  /** From the leading worker, every second and when asked. Without an epoch it is still starting. */
  | {
      readonly kind: "beat";
      readonly leaderId: string;
      readonly epoch: number | undefined;
      readonly persistent: boolean;
      readonly reason: string | undefined;
    }
  /** From a tab that has just become the leader. */
  | { readonly kind: "claim"; readonly leaderId: string }
  /** From a tab that wants to know whether there is a leader. */
  | { readonly kind: "who" }
  | { readonly kind: "hello"; readonly leaderId: string; readonly tabId: string }
  | { readonly kind: "welcome"; readonly leaderId: string; readonly tabId: string };

export type Beat = Extract<TabMessage, { kind: "beat" }>;

/** Between two heartbeats of the leading worker. */
export const beatMs = 1000;

/** So many beats may be missed before a leader counts as frozen. */
export const missedBeats = 3;

const kinds: ReadonlySet<unknown> = new Set<TabMessage["kind"]>(["beat", "claim", "who", "hello", "welcome"]);

/** True for messages of this protocol; the channel's name keeps others away, this keeps older pages away. */
export const isTabMessage = (message: unknown): message is TabMessage =>
  typeof message === "object" && message !== null && "kind" in message && kinds.has(message.kind);

/** Names of locks and channels; one database is one server. */
export const tabsChannel = (database: string): string => `${database}/tabs`;
export const exchangesChannel = (database: string, leaderId: string, tabId: string): string =>
  `${database}/${leaderId}/${tabId}/exchanges`;
export const inspectorChannel = (database: string, leaderId: string, tabId: string): string =>
  `${database}/${leaderId}/${tabId}/inspector`;
/** Held by the page that leads. */
export const leaderLock = (database: string): string => `${database}/leader`;
/** Held by a tab while it lives, so that the worker learns of its end. */
export const tabLock = (database: string, tabId: string): string => `${database}/tab/${tabId}`;
