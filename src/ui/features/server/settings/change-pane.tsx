import { useMemo } from "react";
import type { ChosenSettings, SettingsReport } from "../../../../client/settings.ts";
import { plural } from "../../../data/words.ts";
import { Button } from "../../../design/button.tsx";
import { Badge, Note } from "../../../design/feedback.tsx";
import { usePage } from "../../../state/page.ts";
import { settingsChanges, type SettingsChange } from "./settings-changes.ts";
import { serverSettings } from "./settings-store.ts";
import type { Trial } from "./use-trial.ts";

const labels: Readonly<Record<SettingsChange["about"], string>> = {
  release: "release",
  gate: "gate",
  plugin: "plugin",
  controller: "controllers",
  api: "API",
};

/** Shows the effect of the edited settings and the button that applies them. Empty while nothing is edited. */
export function ChangePane({
  report,
  draft,
  trial,
}: {
  readonly report: SettingsReport;
  readonly draft: ChosenSettings | undefined;
  readonly trial: Trial;
}) {
  const page = usePage();
  const { busy, refused, discard, apply } = serverSettings.use((state) => state);
  const changes = useMemo(
    () => (trial.view === undefined ? [] : settingsChanges(report, trial.view)),
    [report, trial.view],
  );
  if (draft === undefined)
    return refused === undefined ? null : (
      <section className="kp-set-change" aria-label="What changes">
        <Problem words={refused.message ?? ""} back />
      </section>
    );
  const use = async () => {
    if (await apply(draft))
      page.toasts.add({
        description: `The server restarted. ${changes[0]?.words ?? "Nothing else changed."} All objects are kept.`,
      });
  };
  const isReady = !busy && !trial.waiting && trial.refused === undefined;
  return (
    <section className="kp-set-change" aria-label="What changes" aria-live="polite">
      <div className="kp-toolbar kp-set-bar">
        <strong className="grow">{headline(trial, changes.length)}</strong>
        <Button size="small" disabled={busy} onClick={discard}>
          Discard
        </Button>
        <Button size="small" tone="primary" icon="refresh" disabled={!isReady} onClick={() => void use()}>
          {busy ? "Restarting…" : "Restart with these settings"}
        </Button>
      </div>
      <div className="kp-set-words" tabIndex={0} role="group" aria-label="Changes">
        {trial.refused === undefined ? null : <Problem words={trial.refused.message ?? ""} />}
        {refused === undefined ? null : <Problem words={refused.message ?? ""} back />}
        <ChangeWords trial={trial} changes={changes} />
        <p className="quiet small">
          The server restarts for all tabs. Running requests finish, new ones wait, watches resume. Objects are kept.
        </p>
      </div>
    </section>
  );
}

function headline({ refused, waiting }: Trial, changes: number): string {
  if (refused !== undefined) return "These settings are not valid.";
  if (waiting) return "Checking…";
  return changes === 0 ? "No changes." : plural(changes, "change");
}

/** Describes every change, with the server's warnings. */
function ChangeWords({ trial, changes }: { readonly trial: Trial; readonly changes: readonly SettingsChange[] }) {
  return (
    <>
      {trial.refused === undefined ? (
        <ul>
          {changes.map(({ about, words }) => (
            <li key={words}>
              <Badge>{labels[about]}</Badge>
              <span>{words}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {(trial.view?.warnings ?? []).map((warning) => (
        <Note key={warning} tone="warning">
          {warning}
        </Note>
      ))}
    </>
  );
}

const Problem = ({ words, back = false }: { readonly words: string; readonly back?: boolean }) => (
  <Note tone="error">{back ? `The server did not start with these settings and runs as before: ${words}` : words}</Note>
);
