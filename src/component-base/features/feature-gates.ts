import { ConfigurationError } from "../configuration-error.ts";
import { binaryRelease, formatRelease, type Release } from "../versions/release.ts";
import type { GateSpec, GateStage } from "./gate-spec.ts";
import { gateTable, type GateName } from "./gate-table.ts";

/** The requested feature gate settings by name; `AllAlpha` and `AllBeta` apply to all features of that stage. */
export type FeatureSettings = Readonly<Record<string, boolean>>;

/** The state of one feature in this server. */
export interface GateState {
  readonly name: GateName;
  readonly stage: GateStage;
  readonly enabled: boolean;
}

/** The effective feature gates (featuregate.FeatureGate). */
export interface FeatureGates {
  /** The emulated release. */
  readonly release: Release;
  enabled(name: GateName): boolean;
  /** All features known in the release, by name. */
  readonly all: readonly GateState[];
}

const trueTexts = new Set(["1", "t", "T", "TRUE", "true", "True"]);
const falseTexts = new Set(["0", "f", "F", "FALSE", "false", "False"]);

/** Parses `A=true,B=false`; throws a ConfigurationError with the message of featuregate. */
export function parseFeatureGates(text: string): FeatureSettings {
  const settings: Record<string, boolean> = {};
  for (const part of text.split(",")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = (at < 0 ? part : part.slice(0, at)).trim();
    if (at < 0) throw new ConfigurationError(`missing bool value for ${name}`);
    const value = part.slice(at + 1).trim();
    if (!trueTexts.has(value) && !falseTexts.has(value))
      throw new ConfigurationError(
        `invalid value of ${name}=${value}, err: strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`,
      );
    settings[name] = trueTexts.has(value);
  }
  return settings;
}

const stageOf: Readonly<Record<string, GateStage>> = { AllAlpha: "ALPHA", AllBeta: "BETA" };

const isGate = (name: string): name is GateName => Object.hasOwn(gateTable, name);

/** Returns the spec of a feature in a release; undefined if the release does not have it yet. */
const specAt = (name: GateName, release: Release): GateSpec | undefined => {
  const specs: readonly GateSpec[] = gateTable[name];
  return specs.findLast(([since]) => since <= release);
};

/**
 * Returns the feature gates of a server that emulates a release; throws a ConfigurationError for unknown features and
 * for ones that cannot be changed.
 */
export function createFeatureGates(settings: FeatureSettings = {}, release: Release = binaryRelease): FeatureGates {
  checkSettings(settings, release);
  const all: GateState[] = [];
  const on = new Set<GateName>();
  for (const name of Object.keys(gateTable).filter(isGate)) {
    const spec = specAt(name, release);
    if (spec === undefined) continue;
    const [, stage, byDefault] = spec;
    const enabled = settings[name] ?? ofStage(settings, stage) ?? byDefault;
    if (enabled) on.add(name);
    all.push({ name, stage, enabled });
  }
  return { release, enabled: (name) => on.has(name), all };
}

const ofStage = (settings: FeatureSettings, stage: GateStage): boolean | undefined =>
  stage === "ALPHA" ? settings["AllAlpha"] : stage === "BETA" ? settings["AllBeta"] : undefined;

function checkSettings(settings: FeatureSettings, release: Release): void {
  const problems: string[] = [];
  for (const [name, wanted] of Object.entries(settings)) {
    if (stageOf[name] !== undefined) continue;
    if (!isGate(name)) throw new ConfigurationError(`unrecognized feature gate: ${name}`);
    const spec = specAt(name, release);
    if (spec === undefined)
      problems.push(
        `cannot set feature gate ${name} to ${wanted}, feature is PreAlpha at emulated version ${formatRelease(release)}`,
      );
    else if (spec[3] === "locked" && spec[2] !== wanted)
      problems.push(`cannot set feature gate ${name} to ${wanted}, feature is locked to ${spec[2]}`);
  }
  if (problems.length > 0)
    throw new ConfigurationError(problems.length === 1 ? problems[0] : `[${problems.join(", ")}]`);
}

/** Returns warnings for settings of features whose gate will be removed. */
export function gateWarnings(settings: FeatureSettings, release: Release = binaryRelease): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const stage = isGate(name) ? specAt(name, release)?.[1] : undefined;
    if (stage !== "" && stage !== "DEPRECATED") return [];
    return [
      `Setting ${stage === "" ? "GA" : "deprecated"} feature gate ${name}=${value}. It will be removed in a future release.`,
    ];
  });
}
