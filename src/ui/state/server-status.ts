import { createStore } from "zustand/vanilla";
import { messageOf } from "../../apimachinery/message-of.ts";
import type { ServerStats } from "../../client/inspector.ts";
import { formatCount, plural } from "../data/words.ts";
import type { LeadershipState, Role } from "../../worker/tabs/leadership.ts";
import { defineSlice, type Page } from "./page.ts";

/** The server's statistics, refreshed about once a second while the tab is visible. */
export interface ServerStatus {
  readonly stats: ServerStats | undefined;
  readonly leadership: Pick<LeadershipState, "role" | "reason" | "damaged">;
  readonly trouble: string;
  readonly refresh: () => Promise<void>;
}

export const serverStatus = defineSlice<ServerStatus>((page) => {
  const store = createStore<ServerStatus>((set) => ({
    stats: undefined,
    leadership: page.leadership.get(),
    trouble: "",
    async refresh() {
      try {
        const stats = await page.inspect.stats();
        set({ stats, trouble: stats.trouble ?? "" });
      } catch (error) {
        set({ trouble: messageOf(error) });
      }
    },
  }));
  page.leadership.subscribe(() => store.setState({ leadership: page.leadership.get() }));
  keepFresh(page, () => store.getState().refresh());
  return store;
});

function keepFresh(page: Page, refresh: () => Promise<void>): void {
  const again = async () => {
    if (!document.hidden) await refresh();
    page.clock.after(1000, () => void again());
  };
  void again();
}

/**
 * Calls `callback` when another server instance responds, because it was restarted or another tab leads, until the
 * returned function is called.
 */
export function onAnotherServer(page: Page, callback: () => void): () => void {
  return serverStatus.of(page).subscribe(({ stats }, { stats: before }) => {
    if (before !== undefined && stats !== undefined && stats.startedAt !== before.startedAt) callback();
  });
}

const roles: Readonly<Record<Role, string>> = {
  leader: "this tab leads",
  follower: "another tab leads",
  starting: "looking for the leading tab",
  alone: "this tab only",
};

/** Describes which tab leads. */
export const leadershipInWords = (role: Role): string => roles[role];

/** Summarizes the state in one line: `running, revision 1,204, 37 objects, this tab leads`. */
export function stateInWords({
  stats,
  leadership,
  trouble,
}: Pick<ServerStatus, "stats" | "leadership" | "trouble">): string {
  if (trouble !== "") return trouble;
  if (stats === undefined) return "starting";
  const { faults } = stats;
  const acting = faults > 0 ? `${plural(faults, "fault rule")} in effect, ` : "";
  return `${acting}running, revision ${formatCount(stats.revision)}, ${plural(stats.objects, "object")}, ${leadershipInWords(leadership.role)}`;
}
