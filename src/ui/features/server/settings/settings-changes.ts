import type { GateFacts } from "../../../../component-base/features/gate-facts.ts";
import { formatRelease } from "../../../../component-base/versions/release.ts";
import type {
  ChosenSettings,
  ControllerFacts,
  PluginFacts,
  ServedVersion,
  SettingsView,
} from "../../../../client/settings.ts";
import { plural } from "../../../data/words.ts";

/** An effect of changed settings. */
export interface SettingsChange {
  readonly about: "release" | "gate" | "plugin" | "controller" | "api";
  readonly words: string;
}

/** Describes the effects of changed settings, each in a sentence with the previous value. */
export const settingsChanges = (from: SettingsView, to: SettingsView): readonly SettingsChange[] => {
  const [chosen, followed] = gateChanges(from, to);
  return [
    ...releaseChange(from, to),
    ...chosen,
    ...pluginChanges(from.plugins, to.plugins),
    ...controllerChanges(from.controllers, to.controllers),
    ...apiChanges(from.served, to.served),
    ...followed,
  ];
};

function releaseChange({ release: from }: SettingsView, { release: to }: SettingsView): readonly SettingsChange[] {
  return from === to
    ? []
    : [{ about: "release", words: `The release changes from ${formatRelease(from)} to ${formatRelease(to)}.` }];
}

/** Formats whether a gate is enabled. */
export const onOff = (on: boolean): string => (on ? "on" : "off");

/** Describes the gates that change: those set explicitly, and those that follow a release or a stage. */
function gateChanges(
  from: SettingsView,
  to: SettingsView,
): readonly [chosen: readonly SettingsChange[], followed: readonly SettingsChange[]] {
  const before = new Map(from.gates.map((gate) => [gate.name, gate]));
  const turned = to.gates.filter(({ name, enabled }) => before.get(name)?.enabled === !enabled);
  const chosen = turned.filter(({ name }) => from.chosen.featureGates[name] !== to.chosen.featureGates[name]);
  const followed = turned.filter((gate) => !chosen.includes(gate));
  const sentence = (gate: GateFacts): SettingsChange => ({
    about: "gate",
    words: `${gate.name} is ${onOff(gate.enabled)} (was ${onOff(!gate.enabled)}).${gate.hasEffect ? "" : " It has no effect in this server."}`,
  });
  const [effective, others] = [
    followed.filter(({ hasEffect }) => hasEffect),
    followed.filter(({ hasEffect }) => !hasEffect),
  ];
  return [
    chosen.map(sentence),
    [
      ...turnedWith(effective, "with an effect here"),
      ...turnedWith(others, "without effect here"),
      ...comeAndGone(before, to.gates),
    ],
  ];
}

/** Summarizes the gates that follow a release or a stage. */
function turnedWith(gates: readonly GateFacts[], which: string): readonly SettingsChange[] {
  if (gates.length === 0) return [];
  return [
    {
      about: "gate",
      words: `${plural(gates.length, "gate")} ${which} ${gates.length === 1 ? "changes" : "change"} with it: ${listed(gates.map(({ name, enabled }) => `${name} (${onOff(!enabled)} → ${onOff(enabled)})`))}.`,
    },
  ];
}

function comeAndGone(before: ReadonlyMap<string, GateFacts>, gates: readonly GateFacts[]): readonly SettingsChange[] {
  const after = new Set(gates.map(({ name }) => name));
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const come = gates.filter(({ name }) => !before.has(name)).map(({ name }) => name);
  return [
    ...(gone.length === 0
      ? []
      : [
          {
            about: "gate",
            words: `${plural(gone.length, "gate")} ${gone.length === 1 ? "is" : "are"} not known to this release: ${listed(gone)}.`,
          } as const,
        ]),
    ...(come.length === 0
      ? []
      : [
          {
            about: "gate",
            words: `${plural(come.length, "gate")} ${come.length === 1 ? "is" : "are"} known to this release again: ${listed(come)}.`,
          } as const,
        ]),
  ];
}

function pluginChanges(from: readonly PluginFacts[], to: readonly PluginFacts[]): readonly SettingsChange[] {
  const before = new Map(from.map(({ name, enabled }) => [name, enabled]));
  return to
    .filter(({ name, enabled }) => before.get(name) === !enabled)
    .map(({ name, enabled }) => ({
      about: "plugin",
      words: `The admission plugin ${name} is ${onOff(enabled)} (was ${onOff(!enabled)}).`,
    }));
}

function controllerChanges(
  from: readonly ControllerFacts[],
  to: readonly ControllerFacts[],
): readonly SettingsChange[] {
  const before = new Map(from.map(({ name, enabled }) => [name, enabled]));
  const turned = (on: boolean) =>
    to.filter(({ name, enabled }) => enabled === on && before.get(name) === !on).map(({ name }) => name);
  const [started, stopped] = [turned(true), turned(false)];
  return [
    ...(started.length === 0 ? [] : [{ about: "controller", words: `These start: ${listed(started)}.` } as const]),
    ...(stopped.length === 0 ? [] : [{ about: "controller", words: `These stop: ${listed(stopped)}.` } as const]),
  ];
}

function apiChanges(from: readonly ServedVersion[], to: readonly ServedVersion[]): readonly SettingsChange[] {
  const before = new Map(from.map(({ groupVersion, resources }) => [groupVersion, resources]));
  const after = new Map(to.map(({ groupVersion, resources }) => [groupVersion, resources]));
  const changes: SettingsChange[] = [];
  for (const [groupVersion, resources] of before) {
    const left = after.get(groupVersion);
    const gone = resources.filter((resource) => left?.includes(resource) !== true);
    if (left === undefined)
      changes.push({
        about: "api",
        words: `${groupVersion} is no longer served (${listed(resources)}). Stored objects are kept.`,
      });
    else if (gone.length > 0)
      changes.push({
        about: "api",
        words: `${groupVersion} no longer serves ${listed(gone)}. Stored objects are kept.`,
      });
  }
  for (const [groupVersion, resources] of after) {
    const known = before.get(groupVersion);
    const come = resources.filter((resource) => known?.includes(resource) !== true);
    if (come.length > 0)
      changes.push({
        about: "api",
        words:
          known === undefined
            ? `${groupVersion} is served: ${listed(come)}.`
            : `${groupVersion} also serves ${listed(come)}.`,
      });
  }
  return changes;
}

const mostListed = 10;

const listed = (names: readonly string[]): string =>
  names.length <= mostListed
    ? names.join(", ")
    : `${names.slice(0, mostListed).join(", ")} and ${names.length - mostListed} more`;

/** Reports whether two settings are equivalent. */
export const sameSettings = (a: ChosenSettings, b: ChosenSettings): boolean => settingsKey(a) === settingsKey(b);

/** Returns a canonical text of settings, independent of the order in which they were made. */
export const settingsKey = (chosen: ChosenSettings): string =>
  JSON.stringify([
    Object.entries(chosen.featureGates).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    chosen.runtimeConfig.trim(),
    chosen.emulatedVersion,
    chosen.enableAdmissionPlugins.toSorted(),
    chosen.disableAdmissionPlugins.toSorted(),
    ...(chosen.controllers === undefined ? [] : [chosen.controllers]),
  ]);

/** Sets a gate; undefined restores its default. */
export function withGate(chosen: ChosenSettings, name: string, value: boolean | undefined): ChosenSettings {
  const { [name]: _, ...others } = chosen.featureGates;
  return { ...chosen, featureGates: value === undefined ? others : { ...others, [name]: value } };
}

/** Enables or disables an admission plugin; undefined restores its default. */
export function withPlugin(chosen: ChosenSettings, name: string, enabled: boolean | undefined): ChosenSettings {
  const others = (names: readonly string[]) => names.filter((each) => each !== name);
  const [enable, disable] = [others(chosen.enableAdmissionPlugins), others(chosen.disableAdmissionPlugins)];
  return {
    ...chosen,
    enableAdmissionPlugins: enabled === true ? [...enable, name] : enable,
    disableAdmissionPlugins: enabled === false ? [...disable, name] : disable,
  };
}

/** Returns how an admission plugin is set; undefined if it is at its default. */
export function pluginChoice(chosen: ChosenSettings, name: string): boolean | undefined {
  if (chosen.enableAdmissionPlugins.includes(name)) return true;
  return chosen.disableAdmissionPlugins.includes(name) ? false : undefined;
}

/** Sets a key of a runtime configuration, or removes it. */
export function withServed(runtimeConfig: string, key: string, value: "true" | "false" | undefined): string {
  const others = runtimeConfig
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== key && !part.startsWith(`${key}=`));
  return (value === undefined ? others : [...others, `${key}=${value}`]).join(",");
}

/** Returns the value of a key in a runtime configuration; "" if it is not set. */
export function servedValue(runtimeConfig: string, key: string): "true" | "false" | "" {
  const part = runtimeConfig
    .split(",")
    .map((each) => each.trim())
    .find((each) => each === key || each.startsWith(`${key}=`));
  if (part === undefined) return "";
  return part.endsWith("=false") ? "false" : "true";
}

/** Formats the stage of a gate: `beta since 1.32`. */
export function stageWords({ stage, inStageSince }: GateFacts): string {
  const name = { ALPHA: "alpha", BETA: "beta", "": "stable", DEPRECATED: "deprecated" }[stage];
  return inStageSince === 0 ? name : `${name} since ${formatRelease(inStageSince)}`;
}
