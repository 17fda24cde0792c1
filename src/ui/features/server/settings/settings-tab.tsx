import { useEffect } from "react";
import { useStore } from "zustand";
import { formatRelease } from "../../../../component-base/versions/release.ts";
import type { ChosenSettings, SettingsReport } from "../../../../client/settings.ts";
import { plural } from "../../../data/words.ts";
import { Button } from "../../../design/button.tsx";
import { Note, Skeleton } from "../../../design/feedback.tsx";
import { StatusNote } from "../../../shared/status-note.tsx";
import { usePage } from "../../../state/page.ts";
import { serverStatus } from "../../../state/server-status.ts";
import { Addons } from "./addons.tsx";
import { ChangePane } from "./change-pane.tsx";
import { Choices } from "./choices.tsx";
import { GateTable } from "./gate-table.tsx";
import { PluginList } from "./plugin-list.tsx";
import { sameSettings } from "./settings-changes.ts";
import { serverSettings } from "./settings-store.ts";
import { useTrial } from "./use-trial.ts";
import "./settings.css";

/**
 * Shows and edits the server's settings: the emulated release, the feature gates, the admission plugins, and the served
 * API versions.
 */
export function SettingsTab() {
  const page = usePage();
  const find = useStore(page.route, ({ parameters }) => parameters["find"] ?? "");
  const startedAt = serverStatus.use(({ stats }) => stats?.startedAt);
  const { report, draft, refused } = serverSettings.use((state) => state);
  const trial = useTrial(draft);
  useEffect(() => void serverSettings.of(page).getState().load(), [page, startedAt]);
  if (report === undefined)
    return refused === undefined ? (
      <Skeleton lines={10} />
    ) : (
      <div className="pad">
        <StatusNote status={refused} />
      </div>
    );
  const chosen = draft ?? report.chosen;
  return (
    <section className="column fill" aria-label="Settings">
      <div className="kp-set-body fill scroll" tabIndex={0} role="region" aria-label="All settings">
        <State report={report} />
        <Choices chosen={chosen} report={report} view={trial.view ?? report} />
        <Addons />
        <PluginList key={`plugins ${find}`} find={find} plugins={(trial.view ?? report).plugins} chosen={chosen} />
        <GateTable key={`gates ${find}`} find={find} view={trial.view ?? report} chosen={chosen} />
      </div>
      <ChangePane report={report} draft={draft} trial={trial} />
    </section>
  );
}

function State({ report }: { readonly report: SettingsReport }) {
  const { release, releases, served, gates, defaults, chosen, remembered } = report;
  const own = releases[0] ?? release;
  const changed = !sameSettings(chosen, defaults);
  return (
    <div className="kp-set-state">
      {report.refused === undefined ? null : <Refused refused={report.refused} />}
      <div className="row wrap">
        <p className="grow">
          Version <strong>{formatRelease(own)}</strong>
          {release === own ? (
            ""
          ) : (
            <>
              , acting as <strong>{formatRelease(release)}</strong>
            </>
          )}
          . {gates.filter(({ enabled }) => enabled).length} of {plural(gates.length, "feature gate")} are on; it serves{" "}
          {plural(served.length, "group version")} of its own.{" "}
          <span className="quiet">
            {!changed
              ? "All settings are at their defaults."
              : remembered
                ? "Changed. The settings are saved on this device and used by every tab that runs the server."
                : "Changed. The settings are lost when this tab closes."}
          </span>
        </p>
        {changed ? <ResetButton /> : null}
      </div>
      <details>
        <summary className="small">The versions that are served</summary>
        <p className="small quiet kp-server-groups" tabIndex={0} role="group" aria-label="Group versions">
          {served.map(({ groupVersion }) => groupVersion).join(" · ")}
        </p>
      </details>
    </div>
  );
}

function ResetButton() {
  const page = usePage();
  const busy = serverSettings.use((state) => state.busy);
  const apply = serverSettings.use((state) => state.apply);
  const reset = async () => {
    if (await apply(undefined))
      page.toasts.add({ description: "The server restarted with its defaults. All objects are kept." });
  };
  return (
    <Button size="small" icon="history" disabled={busy} onClick={() => void reset()}>
      Reset to defaults
    </Button>
  );
}

/** A warning about persisted settings that are no longer valid. */
function Refused({ refused: { chosen, message } }: { readonly refused: NonNullable<SettingsReport["refused"]> }) {
  const apply = serverSettings.use((state) => state.apply);
  return (
    <Note tone="warning">
      <div className="row wrap">
        <span className="grow">
          The saved settings could not be used, so the server runs with its defaults: {message}.{" "}
          <span className="quiet">They were {inFlags(chosen)}.</span>
        </span>
        <Button size="small" onClick={() => void apply(undefined)}>
          Discard them
        </Button>
      </div>
    </Note>
  );
}

/** Formats settings as command-line flags. */
const inFlags = ({ featureGates, runtimeConfig, emulatedVersion, ...plugins }: ChosenSettings): string =>
  [
    Object.keys(featureGates).length === 0
      ? ""
      : `--feature-gates=${Object.entries(featureGates)
          .map(([name, on]) => `${name}=${on}`)
          .join(",")}`,
    runtimeConfig === "" ? "" : `--runtime-config=${runtimeConfig}`,
    emulatedVersion === "" ? "" : `--emulated-version=${emulatedVersion}`,
    listFlag("enable-admission-plugins", plugins.enableAdmissionPlugins),
    listFlag("disable-admission-plugins", plugins.disableAdmissionPlugins),
    listFlag("controllers", plugins.controllers ?? []),
  ]
    .filter((flag) => flag !== "")
    .join(" ");

const listFlag = (flag: string, names: readonly string[]): string =>
  names.length === 0 ? "" : `--${flag}=${names.join(",")}`;
