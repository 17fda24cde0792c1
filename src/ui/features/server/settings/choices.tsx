import { formatRelease } from "../../../../component-base/versions/release.ts";
import type { ChosenSettings, SettingsReport, SettingsView } from "../../../../client/settings.ts";
import { Field, Select, TextInput } from "../../../design/field.tsx";
import { controllerSet, withControllers } from "../../../shared/controller-settings.ts";
import { serverSettings } from "./settings-store.ts";
import { servedValue, withGate, withServed } from "./settings-changes.ts";

const levels = [
  ["api/alpha", "Alpha versions"],
  ["api/beta", "Beta versions"],
  ["api/ga", "Stable versions"],
] as const;
const stages = [
  ["AllAlpha", "Alpha features"],
  ["AllBeta", "Beta features"],
] as const;

interface ChoicesProps {
  readonly chosen: ChosenSettings;
  readonly report: SettingsReport;
  /** What the chosen settings lead to. */
  readonly view: SettingsView;
}

/** The settings other than individual gates: the emulated release, whole stages of gates, and the served APIs. */
export function Choices({ chosen, report, view }: ChoicesProps) {
  const edit = serverSettings.use((state) => state.edit);
  const { runtimeConfig, emulatedVersion } = chosen;
  return (
    <div className="kp-set-choices">
      <Field label="Acts as" hint="Each release has its own feature gates and APIs.">
        {(ids) => (
          <Select
            {...ids}
            options={releaseOptions(report)}
            value={emulatedVersion}
            onValue={(to) => edit({ ...chosen, emulatedVersion: to })}
          />
        )}
      </Field>
      {stages.map(([gate, label]) => (
        <Field
          key={gate}
          label={label}
          hint={gate === "AllAlpha" ? "All that are not set by name; off by default." : "All that are not set by name."}
        >
          {(ids) => (
            <Select
              {...ids}
              options={threeWays}
              value={wayOf(chosen.featureGates[gate])}
              onValue={(to) => edit(withGate(chosen, gate, valueOf(to)))}
            />
          )}
        </Field>
      ))}
      {levels.map(([key, label]) => (
        <Field key={key} label={label} hint={<code>{key}</code>}>
          {(ids) => (
            <Select
              {...ids}
              options={servedWays}
              value={servedValue(runtimeConfig, key)}
              onValue={(to) =>
                edit({
                  ...chosen,
                  runtimeConfig: withServed(runtimeConfig, key, to === "true" || to === "false" ? to : undefined),
                })
              }
            />
          )}
        </Field>
      ))}
      <ControllersField chosen={chosen} report={report} view={view} />
      <ServedApis chosen={chosen} />
    </div>
  );
}

const controllerWays = [
  ["all", "all"],
  ["own", "the API server’s own"],
] as const;

/** Chooses the controllers that run; `--controllers` names others than all or the API server's own. */
function ControllersField({ chosen, report, view }: ChoicesProps) {
  const edit = serverSettings.use((state) => state.edit);
  const set = controllerSet(view);
  const listed = set === "others" ? [["others", chosen.controllers?.join(",") ?? "others"] as const] : [];
  return (
    <Field label="Controllers" hint="With all, Deployments make pods, which run on simulated nodes.">
      {(ids) => (
        <Select
          {...ids}
          options={[...controllerWays, ...listed]}
          value={set}
          onValue={(to) => (to === "all" || to === "own" ? edit(withControllers(chosen, to, report)) : undefined)}
        />
      )}
    </Field>
  );
}

/** Edits the value of `--runtime-config` as text. */
function ServedApis({ chosen }: { readonly chosen: ChosenSettings }) {
  const edit = serverSettings.use((state) => state.edit);
  return (
    <div className="kp-set-wide">
      <Field
        label="Served APIs"
        hint={
          <>
            As <code>--runtime-config</code> takes it: levels, <code>group/version</code> or{" "}
            <code>group/version/resource</code>, each <code>=true</code> or <code>=false</code>.
          </>
        }
      >
        {(ids) => (
          <TextInput
            {...ids}
            className="mono"
            placeholder="resource.k8s.io/v1beta2=true,apps/v1/deployments=false"
            value={chosen.runtimeConfig}
            onValue={(to) => edit({ ...chosen, runtimeConfig: to })}
          />
        )}
      </Field>
    </div>
  );
}

/** Returns the options for the emulated release. The server's own release is the empty value. */
const releaseOptions = ({ releases }: SettingsReport): readonly (readonly [string, string])[] =>
  releases.map((release, i) =>
    i === 0 ? ["", `${formatRelease(release)} (this server)`] : [formatRelease(release), formatRelease(release)],
  );

const threeWays = [
  ["", "default"],
  ["on", "on"],
  ["off", "off"],
] as const;
const servedWays = [
  ["", "default"],
  ["true", "served"],
  ["false", "not served"],
] as const;

/** Converts the setting of a gate to an option of a select. */
export const wayOf = (value: boolean | undefined): "" | "on" | "off" =>
  value === undefined ? "" : value ? "on" : "off";

/** Converts an option of a select to the setting of a gate. */
export const valueOf = (way: string): boolean | undefined => (way === "" ? undefined : way === "on");
