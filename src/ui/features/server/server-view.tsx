import { useState, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { ServerStats } from "../../../client/inspector.ts";
import { formatAge, formatBytes, formatCount, formatMs } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { deferred } from "../../design/deferred.tsx";
import { Confirm } from "../../design/dialog.tsx";
import { Note, Skeleton } from "../../design/feedback.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { chooseFile, readBytes } from "../../platform/files.ts";
import { forgetWorlds } from "../../platform/kept-worlds.ts";
import { exportObjects } from "../../shared/export-objects.ts";
import { usePage, type Page } from "../../state/page.ts";
import { leadershipInWords, serverStatus, stateInWords } from "../../state/server-status.ts";
import { serverTraces } from "../../state/traces.ts";
import { navigate, withParameters } from "../../state/route.ts";
import { tellError } from "../../state/tell-error.ts";
import { HealthTab } from "./health-tab.tsx";
import { MetricsTab } from "./metrics-tab.tsx";
import type { OfflineState } from "../../../worker/offline/offline.ts";
import "./server.css";

/** Separate chunks: one includes an editor, the other is rarely opened. */
const auditTab = deferred(async () => (await import("./audit/audit-tab.tsx")).AuditTab, <Skeleton lines={10} />);
const settingsTab = deferred(
  async () => (await import("./settings/settings-tab.tsx")).SettingsTab,
  <Skeleton lines={10} />,
);

const faultsTab = deferred(async () => (await import("./faults/faults-tab.tsx")).FaultsTab, <Skeleton lines={6} />);
const apisTab = deferred(async () => (await import("./apis-tab.tsx")).ApisTab, <Skeleton lines={10} />);
const worldsTab = deferred(async () => (await import("./worlds-tab.tsx")).WorldsTab, <Skeleton lines={6} />);

const parts = [
  { id: "overview", label: "Overview" },
  { id: "health", label: "Health" },
  { id: "metrics", label: "Metrics" },
  { id: "audit", label: "Audit" },
  { id: "settings", label: "Settings" },
  { id: "faults", label: "Faults" },
  { id: "worlds", label: "Worlds" },
  { id: "apis", label: "APIServices" },
] as const;

/**
 * The server: its state and data, health, metrics, audit events, settings and faults. Address: `#/server?tab=metrics`,
 * `#/server?tab=settings&find=NAME` for a setting, `#/server?tab=worlds` for the worlds that this browser keeps,
 * `#/server?tab=faults` for the rules of faults, `#/server?tab=apis` for the APIServices, `#/server?ask=reset` for the
 * question before a reset.
 */
export function ServerView() {
  const page = usePage();
  const route = useStore(page.route);
  const part = parts.find(({ id }) => id === route.parameters["tab"])?.id ?? "overview";
  return (
    <section className="column fill kp-server" aria-label="Server">
      <Tabs
        label="Parts of the server"
        items={parts}
        value={part}
        onValue={(to) =>
          navigate(
            withParameters(route, {
              tab: to === "overview" ? undefined : to,
              view: undefined,
              event: undefined,
              find: undefined,
            }),
            true,
          )
        }
      />
      {part === "overview" ? <Overview /> : null}
      {part === "health" ? <HealthTab /> : null}
      {part === "metrics" ? <MetricsTab /> : null}
      {part === "audit" ? <auditTab.View /> : null}
      {part === "faults" ? <faultsTab.View /> : null}
      {part === "worlds" ? <worldsTab.View /> : null}
      {part === "apis" ? <apisTab.View /> : null}
      {part === "settings" ? <settingsTab.View /> : null}
    </section>
  );
}

/** The server's state, its storage, and the actions that replace all data. */
function Overview() {
  const state = serverStatus.use((value) => value);
  return (
    <div className="fill scroll pad" role="region" aria-label="Overview" tabIndex={0}>
      <div className="kp-sheet stack">
        <h2 className="kp-page-title">Server</h2>
        <p>{capital(stateInWords(state))}.</p>
        {state.trouble === "" ? null : <Note tone="error">{state.trouble}</Note>}
        {state.leadership.reason === undefined ? null : <Note tone="warning">{state.leadership.reason}</Note>}
        {state.stats === undefined ? (
          <Skeleton lines={7} />
        ) : (
          <Facts stats={state.stats} role={leadershipInWords(state.leadership.role)} />
        )}
        <DataActions />
      </div>
    </div>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Facts({ stats, role }: { readonly stats: ServerStats; readonly role: string }) {
  const page = usePage();
  const offline = useSyncExternalStore(page.offline.subscribe, page.offline.get);
  const [ready, words] = offlineInWords(offline);
  // oxfmt-ignore
  const rows: readonly (readonly [string, string, string])[] = [
    ["Revision", formatCount(stats.revision), `Every write increments it. Revisions from ${formatCount(stats.compactedRevision + 1)} can still be read.`],
    ["Objects", formatCount(stats.objects), `${formatBytes(stats.bytes)} as JSON, newest states only.`],
    ["Watches", formatCount(stats.watchers), "Open watches, including those of the page."],
    ["Tab", role, "One tab runs the server and the others use it. When it closes, another one takes over."],
    ["Data", stats.backend === "memory" ? "in memory" : "on this device", stats.persistent ? "It survives closing the tab." : "It is gone when the tab closes: export what you want to keep."],
    ["Storage", stats.usage === undefined ? "unknown" : formatBytes(stats.usage), stats.quota === undefined ? "The browser does not report a limit." : `of ${formatBytes(stats.quota)} allowed by the browser.`],
    ["Running for", formatAge(stats.startedAt, page.clock.now()), `It was ready after ${formatMs(stats.startupMs)}.`],
    ["Offline", ready, words],
  ];
  return (
    <dl className="kp-server-facts">
      {rows.map(([name, value, words]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong> <span className="quiet">{words}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Asked = { readonly kind: "reset"; readonly entries: boolean } | { readonly kind: "import"; readonly file: File };

function DataActions() {
  const page = usePage();
  const [chosen, setChosen] = useState<Asked | undefined>(undefined);
  const route = useStore(page.route);
  const isAskedFor = route.parameters["ask"] === "reset";
  const asked = chosen ?? (isAskedFor ? ({ kind: "reset", entries: false } as const) : undefined);
  const setAsked = (what: Asked | undefined): void => {
    setChosen(what);
    if (what === undefined && isAskedFor) navigate(withParameters(route, { ask: undefined }), true);
  };
  const [doing, setDoing] = useState("");
  const busy = doing !== "";
  const attempt = async (words: string, work: () => Promise<void>, success: string) => {
    setDoing(words);
    try {
      await work();
      page.toasts.add({ description: success });
    } catch (error) {
      tellError(page, error);
    } finally {
      setDoing("");
    }
  };
  const exportAll = () => attempt("Exporting all objects…", () => exportObjects(page), "Exported all objects.");
  const confirmed = (what: Asked) =>
    what.kind === "reset"
      ? attempt("Deleting all objects…", () => startOver(page, what.entries), "The server has started over.")
      : attempt(
          `Replacing all objects by those of ${what.file.name}…`,
          async () => page.inspect.import(await readBytes(what.file)),
          `${what.file.name} is imported.`,
        );
  const choose = async () => {
    const file = await chooseFile(".kubepad,application/octet-stream");
    if (file !== undefined) setAsked({ kind: "import", file });
  };
  return (
    <section className="stack" aria-label="All data">
      <h2>All data</h2>
      <div className="row wrap">
        <Button icon="download" disabled={busy} onClick={() => void exportAll()}>
          Export
        </Button>
        <Button icon="upload" disabled={busy} onClick={() => void choose()}>
          Import…
        </Button>
        <Button icon="clear" tone="danger" disabled={busy} onClick={() => setAsked({ kind: "reset", entries: false })}>
          Reset…
        </Button>
      </div>
      <p className="quiet small" role="status">
        {busy ? doing : dataWords}
      </p>
      {busy ? <progress className="kp-server-progress" aria-label={doing} /> : null}
      <ConfirmReplacing
        asked={asked}
        onClose={() => setAsked(undefined)}
        onEntries={(entries) => setAsked({ kind: "reset", entries })}
        onConfirm={(what) => void confirmed(what)}
        onExport={() => void exportAll()}
      />
    </section>
  );
}

/** Deletes all objects and what the page has seen of them and, if wanted, what was entered in it. */
async function startOver(page: Page, entries: boolean): Promise<void> {
  await page.inspect.reset();
  serverTraces.of(page).getState().clear();
  if (!entries) return;
  page.guests.memory.clear();
  await forgetWorlds();
  location.reload();
}

const dataWords =
  "An export is a file with every object and its history. An import replaces all objects with those of a file.";

interface ConfirmReplacingProps {
  readonly asked: Asked | undefined;
  readonly onClose: () => void;
  readonly onEntries: (entries: boolean) => void;
  readonly onConfirm: (asked: Asked) => void;
  readonly onExport: () => void;
}

/** Confirms that all data is to be deleted or replaced. */
function ConfirmReplacing({ asked, onClose, onEntries, onConfirm, onExport }: ConfirmReplacingProps) {
  return (
    <Confirm
      open={asked !== undefined}
      onClose={onClose}
      title={asked?.kind === "import" ? "Replace everything?" : "Start over?"}
      action={asked?.kind === "import" ? "Replace everything" : "Delete everything"}
      onConfirm={() => {
        if (asked !== undefined) onConfirm(asked);
      }}
    >
      <p>
        {asked?.kind === "import"
          ? `All objects on this server are deleted and replaced by those of ${asked.file.name}.`
          : "All objects, their history and the request log are deleted. The server starts as a new one."}
      </p>
      {asked?.kind === "reset" ? (
        <label className="row">
          <input type="checkbox" checked={asked.entries} onChange={({ target }) => onEntries(target.checked)} />
          Also delete what was entered in this page: drafts, files, recordings, command and request histories, settings
        </label>
      ) : null}
      <p>This cannot be undone. An export made before can be imported again.</p>
      <div>
        <Button icon="download" onClick={onExport}>
          Export first
        </Button>
      </div>
    </Confirm>
  );
}

/** Describes whether the page can be opened offline, and why. */
function offlineInWords(state: OfflineState): readonly [ready: string, words: string] {
  switch (state.kind) {
    case "ready":
      return ["ready", "The page and the server work offline."];
    case "update-waiting":
      return [
        "ready",
        "A new version is downloaded. It is used once all tabs are closed, or when you choose New version.",
      ];
    case "replaced":
      return ["ready", "Another tab has taken a new version. Reload this tab to use it too."];
    case "preparing":
      return [
        "not yet",
        state.total === undefined
          ? "The page is being saved for offline use."
          : `${formatCount(state.done)} of ${formatCount(state.total)} files are on this device.`,
      ];
    case "unsupported":
      return ["no", "This browser or address does not support offline pages. An open page needs no network."];
    case "failed":
      return ["no", state.reason];
  }
}
