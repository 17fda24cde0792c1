import type { SettingsReport } from "../../client/settings.ts";
import { formatRoute, navigate } from "../state/route.ts";
import type { Command } from "./commands.ts";

/** The settings of the server that have no name of their own in it, with other words for them. */
const choices: readonly (readonly [label: string, words: readonly string[]])[] = [
  ["Acts as: the release that the server emulates", ["emulated-version", "version"]],
  ["Alpha features", ["AllAlpha", "feature-gates"]],
  ["Beta features", ["AllBeta", "feature-gates"]],
  ["Alpha versions of APIs", ["api/alpha", "runtime-config"]],
  ["Beta versions of APIs", ["api/beta", "runtime-config"]],
  ["Stable versions of APIs", ["api/ga", "runtime-config"]],
  ["Served APIs", ["runtime-config"]],
  ["Controllers", ["kube-controller-manager", "all", "own"]],
];

const open = (find: string) => (): void =>
  navigate(formatRoute({ parts: ["server"], parameters: { tab: "settings", find } }));

const setting = (label: string, note: string, find: string, words: readonly string[]): Command => ({
  id: `setting ${label}`,
  label,
  note,
  icon: "server",
  words: ["setting", ...words.map((word) => word.toLowerCase())],
  run: open(find),
});

/** What is read of a report of the server. */
interface NamedSettings {
  readonly gates: readonly Pick<SettingsReport["gates"][number], "name" | "enabled">[];
  readonly plugins: readonly Pick<SettingsReport["plugins"][number], "name" | "enabled">[];
}

/** The commands that lead to each setting of the server: choices, feature gates, admission plugins. */
export const settingCommands = (report: NamedSettings | undefined): readonly Command[] => [
  ...choices.map(([label, words]) => setting(label, "server setting", "", words)),
  ...(report?.gates ?? []).map(({ name, enabled }) =>
    setting(name, `feature gate, ${enabled ? "on" : "off"}`, name, ["feature-gates"]),
  ),
  ...(report?.plugins ?? []).map(({ name, enabled }) =>
    setting(name, `admission plugin, ${enabled ? "on" : "off"}`, name, ["admission"]),
  ),
];
