import { expect, it } from "vitest";
import { gateFacts } from "../../../../component-base/features/gate-facts.ts";
import type { FeatureSettings } from "../../../../component-base/features/feature-gates.ts";
import { unchangedSettings, type ServedVersion, type SettingsView } from "../../../../client/settings.ts";
import {
  pluginChoice,
  sameSettings,
  servedValue,
  settingsChanges,
  stageWords,
  withGate,
  withPlugin,
  withServed,
} from "./settings-changes.ts";

const none = unchangedSettings;
const view = (
  featureGates: FeatureSettings = {},
  release = 34,
  served: readonly ServedVersion[] = [],
): SettingsView => ({
  chosen: { ...none, featureGates },
  release,
  gates: gateFacts(featureGates, release),
  plugins: [],
  controllers: [],
  served,
  warnings: [],
});
const words = (from: SettingsView, to: SettingsView): readonly string[] =>
  settingsChanges(from, to).map((change) => change.words);

it("gates are told with what they were, and whether anything asks for them", () => {
  expect(words(view(), view({ CBORServingAndStorage: true, KMSv1: true }))).toEqual([
    "CBORServingAndStorage is on (was off).",
    "KMSv1 is on (was off). It has no effect in this server.",
  ]);
  expect(words(view({ KMSv1: false }), view())).toEqual([]);
});

it("controllers that start and stop are told", () => {
  const running = (...names: readonly string[]): SettingsView => ({
    ...view(),
    controllers: ["namespace-controller", "job-controller", "kube-scheduler"].map((name) => ({
      name,
      isOwn: name === "namespace-controller",
      enabled: names.includes(name),
    })),
  });
  expect(words(running("namespace-controller", "job-controller"), running("namespace-controller"))).toEqual([
    "These stop: job-controller.",
  ]);
  expect(words(running("job-controller"), running("job-controller", "kube-scheduler"))).toEqual([
    "These start: kube-scheduler.",
  ]);
});

it("a release brings its gates along", () => {
  const told = words(view(), view({}, 33));
  expect(told[0]).toBe("The release changes from 1.34 to 1.33.");
  expect(told.find((sentence) => sentence.includes("WatchList"))).toMatch(
    /^\d+ gates? with an effect here changes? with it: .*WatchList \(on → off\)/,
  );
  expect(
    told.some((sentence) =>
      /^\d+ gates? without effect here changes? with it: .*\((?:on → off|off → on)\)/.test(sentence),
    ),
  ).toBe(true);
  expect(told.at(-1)).toMatch(/^\d+ gates are not known to this release: .* and \d+ more\.$/);
  expect(words(view({}, 33), view()).at(-1)).toMatch(/known to this release again/);
});

it("versions that come and go are told with their resources", () => {
  const before = [
    { groupVersion: "apps/v1", resources: ["deployments", "daemonsets"] },
    { groupVersion: "node.k8s.io/v1", resources: ["runtimeclasses"] },
  ];
  const after = [
    { groupVersion: "apps/v1", resources: ["daemonsets", "replicasets"] },
    { groupVersion: "batch/v1", resources: ["jobs"] },
  ];
  expect(words(view({}, 34, before), view({}, 34, after))).toEqual([
    "apps/v1 no longer serves deployments. Stored objects are kept.",
    "node.k8s.io/v1 is no longer served (runtimeclasses). Stored objects are kept.",
    "apps/v1 also serves replicasets.",
    "batch/v1 is served: jobs.",
  ]);
});

it("choices are made, compared and taken back", () => {
  const chosen = withGate(withGate(none, "A", true), "B", false);
  expect(sameSettings(chosen, { ...none, featureGates: { B: false, A: true } })).toBe(true);
  expect(withGate(withGate(chosen, "A", undefined), "B", undefined)).toEqual(none);
  expect(withServed("api/beta=true, apps/v1=false", "api/beta", "false")).toBe("apps/v1=false,api/beta=false");
  expect(withServed("api/beta", "api/beta", undefined)).toBe("");
  expect(["api/beta=false", "api/beta", "apps/v1=false"].map((text) => servedValue(text, "api/beta"))).toEqual([
    "false",
    "true",
    "",
  ]);
});

it("plugins are enabled, disabled and left at their default", () => {
  const off = withPlugin(none, "PodSecurity", false);
  const on = withPlugin(off, "PodSecurity", true);
  expect(
    [off, on].map(({ enableAdmissionPlugins, disableAdmissionPlugins }) => [
      enableAdmissionPlugins,
      disableAdmissionPlugins,
    ]),
  ).toEqual([
    [[], ["PodSecurity"]],
    [["PodSecurity"], []],
  ]);
  expect([none, off, on].map((chosen) => pluginChoice(chosen, "PodSecurity"))).toEqual([undefined, false, true]);
  expect(withPlugin(on, "PodSecurity", undefined)).toEqual(none);
  expect([sameSettings(off, none), sameSettings(off, withPlugin(none, "PodSecurity", false))]).toEqual([false, true]);
});

it("plugins are told with what they were", () => {
  const plugin = (name: string, enabled: boolean) => ({ name, enabled, present: true, byDefault: true });
  const before = { ...view(), plugins: [plugin("PodSecurity", true), plugin("LimitRanger", true)] };
  const after = { ...view(), plugins: [plugin("PodSecurity", false), plugin("LimitRanger", true)] };
  expect(words(before, after)).toEqual(["The admission plugin PodSecurity is off (was on)."]);
});

it("a gate's stage is told with its release", () => {
  const told = new Map(gateFacts({}).map((gate) => [gate.name, stageWords(gate)]));
  expect(["CBORServingAndStorage", "RetryGenerateName", "KMSv1"].map((name) => told.get(name))).toEqual([
    "alpha since 1.32",
    "stable since 1.32",
    "deprecated since 1.29",
  ]);
});
