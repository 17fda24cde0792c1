import { createStore, type StoreApi } from "zustand/vanilla";
import { messageOf } from "../../../../apimachinery/message-of.ts";
import { sleep } from "../../../../component-base/sleep.ts";
import { whoAtFirst, wordsOf, type Who } from "../../../data/who.ts";
import { defineSlice, type Page } from "../../../state/page.ts";
import { serverStatus } from "../../../state/server-status.ts";
import { readEntry, type Entry } from "./entry.ts";

/** The part of an event that is displayed. */
export type EventPart = "words" | "request" | "response" | "event";

/** The audit events received by the page, and the audit policy. */
export interface AuditLog {
  /** The events, oldest first. */
  readonly entries: readonly Entry[];
  /** The events displayed while the list is paused. */
  readonly held: readonly Entry[] | undefined;
  readonly shown: Readonly<Record<Who, boolean>>;
  readonly filter: string;
  /** The policy in force; undefined if there is none, or until the server has responded (see `asked`). */
  readonly policy: string | undefined;
  readonly asked: boolean;
  readonly trouble: string;
  /** The policy being edited. */
  readonly draft: string | undefined;
  /** The displayed part, kept when another event is selected. */
  readonly part: EventPart;
  readonly setPart: (part: EventPart) => void;
  readonly setFilter: (filter: string) => void;
  readonly setDraft: (draft: string) => void;
  readonly toggle: (who: Who) => void;
  readonly hold: (held: boolean) => void;
  readonly clear: () => void;
  /** Sets the server's audit policy, or removes it. Returns the server's warnings and rejects with its errors. */
  readonly usePolicy: (text: string | undefined) => Promise<readonly string[]>;
  /** Receives events until the signal is aborted. */
  readonly read: (signal: AbortSignal) => Promise<void>;
}

/** The maximum number of events kept; the server keeps fewer. */
const limit = 2000;

export const audit = defineSlice<AuditLog>((page) => {
  const cursor: Cursor = { server: undefined, id: 0 };
  return createStore<AuditLog>((set, get, store) => ({
    entries: [],
    held: undefined,
    shown: whoAtFirst,
    filter: "",
    policy: undefined,
    asked: false,
    trouble: "",
    draft: undefined,
    part: "words",
    setPart: (part) => set({ part }),
    setFilter: (filter) => set({ filter }),
    setDraft: (draft) => set({ draft }),
    toggle: (who) => set({ shown: { ...get().shown, [who]: !get().shown[who] } }),
    hold: (held) => set({ held: held ? get().entries : undefined }),
    clear: () => set({ entries: [], held: undefined }),
    async usePolicy(text) {
      const warnings = await page.inspect.setAuditPolicy(text);
      set({ policy: text });
      return warnings;
    },
    read: (signal) => readOn(page, store, cursor, signal),
  }));
});

/** The position up to which events were read. It is reset for another server instance. */
interface Cursor {
  server: number | undefined;
  id: number;
}

const serverOf = (page: Page): number | undefined => serverStatus.of(page).getState().stats?.startedAt;

async function readOn(page: Page, store: StoreApi<AuditLog>, cursor: Cursor, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await readMore(page, store, cursor);
    } catch (error) {
      store.setState({ trouble: messageOf(error) });
    }
    await sleep(page.clock, document.hidden ? 2000 : 500, signal);
  }
}

async function readMore(page: Page, store: StoreApi<AuditLog>, cursor: Cursor): Promise<void> {
  const server = serverOf(page);
  if (server !== cursor.server) Object.assign(cursor, { server, id: 0 });
  const again = cursor.id === 0;
  const [records, policy] = await Promise.all([page.inspect.auditEvents(cursor.id), page.inspect.auditPolicy()]);
  if (serverOf(page) !== server) return;
  cursor.id = records.at(-1)?.id ?? cursor.id;
  const { entries } = store.getState();
  const known = again ? new Set(entries.map(({ text }) => text)) : undefined;
  const added = records.filter(({ text }) => known?.has(text) !== true).map(({ text }) => readEntry(text));
  store.setState({
    asked: true,
    trouble: "",
    policy,
    ...(added.length > 0 && { entries: [...entries, ...added].slice(-limit) }),
  });
}

/** Returns the events that match the filter, newest first. */
export function fittingEntries(entries: readonly Entry[], shown: AuditLog["shown"], filter: string): readonly Entry[] {
  const words = wordsOf(filter);
  return entries.filter((entry) => shown[entry.who] && words.every((word) => entry.words.includes(word))).toReversed();
}
