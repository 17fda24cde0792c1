import { fieldPath, invalid, type FieldError, addError } from "../../apimachinery/field-error.ts";
import { modes, prefix } from "./labels.ts";

/** The levels of the Pod Security Standards. */
export type Level = "privileged" | "baseline" | "restricted";

const levels: readonly Level[] = ["privileged", "baseline", "restricted"];

/** The minor release of the standards, `v1.<n>`, or the latest one. */
export type Version = number | "latest";

export interface LevelVersion {
  readonly level: Level;
  readonly version: Version;
}

/** What the labels of a namespace ask for (api.Policy). */
export interface Policy {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
}

const privileged: LevelVersion = { level: "privileged", version: "latest" };
export const privilegedPolicy: Policy = { enforce: privileged, audit: privileged, warn: privileged };

type Mode = (typeof modes)[number];

const formatVersion = (version: Version): string => (version === "latest" ? version : `v1.${version}`);

export const formatLevelVersion = ({ level, version }: LevelVersion): string => `${level}:${formatVersion(version)}`;

/** Compares how strict two levels are. */
export const compareLevels = (a: Level, b: Level): number => levels.indexOf(a) - levels.indexOf(b);

export const sameLevelVersion = (a: LevelVersion, b: LevelVersion): boolean =>
  a.level === b.level && a.version === b.version;

const equivalentLevels = (a: LevelVersion, b: LevelVersion): boolean =>
  (a.level === "privileged" && b.level === "privileged") || sameLevelVersion(a, b);

/** Reports whether two policies decide alike. */
const equivalentPolicies = (a: Policy, b: Policy): boolean => modes.every((mode) => equivalentLevels(a[mode], b[mode]));

export const isFullyPrivileged = (policy: Policy): boolean =>
  modes.every((mode) => policy[mode].level === "privileged");

/** Whether a text is the name of a level (api.ParseLevel). */
export const isLevel = (text: string): text is Level => levels.some((level) => level === text);

/** What is wrong with a text that is no level. */
export const levelProblem = `must be one of ${levels.join(", ")}`;

/** What is wrong with a text that is no version. */
export const versionProblem = `must be "latest" or "v1.x"`;

/** Returns the version that a text names; undefined if it names none (api.ParseVersion). */
export function parseVersion(text: string): Version | undefined {
  const match = /^v1\.(\d|[1-9]\d*)$/.exec(text);
  if (match !== null) return Number(match[1]);
  return text === "latest" ? text : undefined;
}

interface Parsed {
  readonly value: LevelVersion;
  readonly errors: readonly FieldError[];
  readonly hasLevel: boolean;
  readonly hasVersion: boolean;
}

/** Reads the two labels of a mode. Enforcement of an invalid level is restricted, of an invalid version the latest. */
function parseMode(mode: Mode, labels: Readonly<Record<string, string>>, defaults: LevelVersion): Parsed {
  const errors: FieldError[] = [];
  let { level, version } = defaults;
  const levelLabel = prefix + mode;
  const levelText = labels[levelLabel];
  if (levelText !== undefined && isLevel(levelText)) level = levelText;
  else if (levelText !== undefined) {
    level = mode === "enforce" ? "restricted" : "privileged";
    addError(errors, invalidLabel(levelLabel, levelText, levelProblem));
  }
  const versionLabel = `${levelLabel}-version`;
  const versionText = labels[versionLabel];
  if (versionText !== undefined) {
    const parsed = parseVersion(versionText);
    version = parsed ?? "latest";
    if (parsed === undefined) addError(errors, invalidLabel(versionLabel, versionText, versionProblem));
  }
  const valid = levelText !== undefined && isLevel(levelText);
  const hasLevel = mode === "enforce" ? valid : levelText !== undefined;
  return { value: { level, version }, errors, hasLevel, hasVersion: versionText !== undefined };
}

const invalidLabel = (label: string, value: string, detail: string): FieldError =>
  invalid(fieldPath("metadata", "labels").key(label), value, detail);

/**
 * Returns the policy that the labels of a namespace ask for, and what is wrong with them. A level that is enforced is
 * warned about too, unless the labels say otherwise (api.PolicyToEvaluate).
 */
export function policyToEvaluate(
  labels: Readonly<Record<string, string>> | undefined,
  defaults: Policy,
): { readonly policy: Policy; readonly errors: readonly FieldError[] } {
  if (labels === undefined) return { policy: defaults, errors: [] };
  const enforce = parseMode("enforce", labels, defaults.enforce);
  const audit = parseMode("audit", labels, defaults.audit);
  const warn = parseMode("warn", labels, defaults.warn);
  const warnsToo = !warn.hasLevel && enforce.hasLevel && compareLevels(enforce.value.level, warn.value.level) > 0;
  const warned: LevelVersion = warnsToo
    ? { level: enforce.value.level, version: warn.hasVersion ? warn.value.version : enforce.value.version }
    : warn.value;
  return {
    policy: { enforce: enforce.value, audit: audit.value, warn: warned },
    errors: [...enforce.errors, ...audit.errors, ...warn.errors],
  };
}

/**
 * Returns the warning that an exempt namespace has labels that ask for something, or undefined
 * (admission.exemptNamespaceWarning).
 */
export function exemptNamespaceWarning(
  name: string,
  policy: Policy,
  defaults: Policy,
  labels: Readonly<Record<string, string>>,
): string | undefined {
  if (isFullyPrivileged(policy) || equivalentPolicies(policy, defaults)) return undefined;
  const told = modes
    .filter(
      (mode) =>
        policy[mode].level !== "privileged" &&
        (labels[prefix + mode] !== undefined || labels[`${prefix}${mode}-version`] !== undefined),
    )
    .map((mode) => `${mode}=${formatLevelVersion(policy[mode])}`);
  return `namespace ${JSON.stringify(name)} is exempt from Pod Security, and the policy (${told.join(", ")}) will be ignored`;
}
