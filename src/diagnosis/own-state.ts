import type { KubeObject } from "../apimachinery/meta.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import {
  conditionsAt,
  conditionsOf,
  type ConditionView,
  goingOf,
  goodOf,
  pausedOf,
  typeWords,
  type WrongCondition,
  wrongsOf,
  wrongState,
} from "./conditions.ts";
import type { Level } from "./diagnosis.ts";
import { membersAt, numberAt, textAt, textsAt, valueAt } from "./fields.ts";
import { listed } from "./words.ts";

/** What an object of any kind says of itself by the conventions of APIs: its conditions, its phase, its errors. */
export interface OwnState {
  readonly situation: string;
  readonly state: string;
  readonly level: Level;
  readonly because: string;
  /** The conditions that it was concluded from. */
  readonly conditions?: readonly ConditionView[];
  /** The paths of the fields that it was concluded from. */
  readonly fields?: readonly string[];
}

/** Tells the state of an object of any kind; undefined where it says nothing that all kinds have in common. */
export function ownStateOf(object: KubeObject): OwnState | undefined {
  const conditions = conditionsOf(object);
  const wrongs = wrongsOf(conditions);
  const [phase, wrong] = [byPhase(object), byWrong(wrongs, conditions)];
  const found = [notObserved(object), wrong?.level === "error" ? wrong : undefined];
  const next = [phase?.level === "error" ? phase : undefined, wrong, byParts(object), paused(object, conditions)];
  const last = [going(conditions), phase?.level === "warning" ? phase : undefined, good(conditions), phase];
  return [...found, ...next, ...last, byFlag(object)].find((one) => one !== undefined);
}

/** A controller that has not looked at what was written last. */
function notObserved(object: KubeObject): OwnState | undefined {
  const { generation } = object.metadata;
  const observed = numberAt(object, "status.observedGeneration");
  if (observed === undefined || generation === undefined || observed >= Number(generation)) return undefined;
  return {
    situation: "not-observed",
    state: "Waiting",
    level: "progressing",
    because: `its controller has seen generation ${observed} of ${generation}`,
    fields: ["status.observedGeneration", "metadata.generation"],
  };
}

const told = ({ reason, message }: ConditionView): string => message.replace(/^\* /, "") || reason;

/** The condition that tells the cause, with the state of the one that sums up the others. */
function byWrong([wrong]: readonly WrongCondition[], conditions: readonly ConditionView[]): OwnState | undefined {
  if (wrong === undefined) return undefined;
  const { condition, level } = wrong;
  const summing = conditions.find(({ type, status }) => type === "Ready" && status === "False") ?? condition;
  if (condition.status === "Unknown" && goingOf(conditions) !== undefined) return undefined;
  const kind = condition.status === "Unknown" ? "unknown" : condition.status === "True" ? "bad" : "false";
  return {
    situation: level === "progressing" ? "condition-progressing" : `condition-${kind}`,
    state: wrongState(condition.status === "True" ? condition : summing),
    level,
    because: told(condition),
    conditions: summing === condition ? [condition] : [condition, summing],
  };
}

/** Parts with conditions of their own, such as the listeners of a Gateway and the parents of a route. */
function byParts(object: KubeObject): OwnState | undefined {
  for (const [list, items] of Object.entries(membersAt(object, "status"))) {
    if (!Array.isArray(items)) continue;
    for (const [i, item] of items.entries()) {
      const [wrong] = wrongsOf(conditionsAt(item, "conditions"));
      if (!isRecord(item) || wrong === undefined) continue;
      const names = ["name", "parentRef.name", "ancestorRef.name", "type"].map((path) => textAt(item, path));
      const name = names.find((each) => each !== "") ?? String(i);
      return {
        situation: "part-condition-false",
        state: wrongState(wrong.condition),
        level: wrong.level,
        because: `its ${list.replace(/s$/, "")} ${name}: ${told(wrong.condition)}`,
        conditions: [wrong.condition],
      };
    }
  }
  return undefined;
}

/** What somebody has stopped, by a condition or by what its spec asks. */
function paused(object: KubeObject, conditions: readonly ConditionView[]): OwnState | undefined {
  const condition = pausedOf(conditions);
  const base = { situation: "paused", level: "warning" } as const;
  if (condition !== undefined)
    return { ...base, state: typeWords(condition.type), because: told(condition), conditions: [condition] };
  const path = ["spec.suspend", "spec.suspended", "spec.paused"].find((each) => valueAt(object, each) === true);
  if (path === undefined) return undefined;
  const state = path === "spec.paused" ? "Paused" : "Suspended";
  return { ...base, state, because: `${path} is true, so its controller changes nothing`, fields: [path] };
}

/** What goes on. `Progressing` stays True once it is done; all others end. */
function going(conditions: readonly ConditionView[]): OwnState | undefined {
  const condition = goingOf(conditions);
  if (condition === undefined || (condition.type === "Progressing" && goodOf(conditions) !== undefined))
    return undefined;
  return {
    situation: "condition-progressing",
    state: typeWords(condition.type),
    level: "progressing",
    because: told(condition),
    conditions: [condition],
  };
}

function good(conditions: readonly ConditionView[]): OwnState | undefined {
  const condition = goodOf(conditions);
  return (
    condition && {
      situation: "condition-good",
      state: typeWords(condition.type),
      level: "ok",
      because: "",
      conditions: [condition],
    }
  );
}

const goodPhases =
  /^(?:Active|Bound|Available|Running|Ready|Succeeded|Completed?|Healthy|Deployed|Valid|Issued|Synced|Enabled|Ok)$|\bhealthy\b/i;
const badPhases =
  /fail|err(?:or|ed)|invalid|lost|degraded|unhealthy|crashloop|not ?ready|denied|rejected|expired|unschedulable/i;
const oddPhases = /^(?:OutOfSync|Paused|Suspended|Released|Stopped|Unknown)$/i;

/** Where kinds keep their phase, and where its reason. */
const phasePaths = ["phase", "state", "health.status", "printableStatus", "operationState.phase", "sync.status"];
const reasonPaths =
  "message reason failureMessage failureReason phaseReason errorMessage error.message error operationState.message health.message";

function reasonOf(object: KubeObject, path: string): string {
  const within = path.includes(".") ? `${path.slice(0, path.lastIndexOf("."))}.message` : "message";
  const texts = [within, ...reasonPaths.split(" ")].map((each) => textAt(object, `status.${each}`));
  return texts.find((text) => text !== "") ?? listed(textsAt(object, "status.validationErrors"));
}

const levelOfPhase = (phase: string): Level => {
  if (badPhases.test(phase)) return "error";
  if (oddPhases.test(phase)) return "warning";
  return goodPhases.test(phase) ? "ok" : "progressing";
};

/** Objects by the phase or the state of their status, of several the one that asks for attention most. */
function byPhase(object: KubeObject): OwnState | undefined {
  const found = phasePaths.flatMap((path) => {
    const phase = textAt(object, `status.${path}`);
    return phase === "" ? [] : [{ path, phase, level: levelOfPhase(phase) }];
  });
  const worst = found.find(({ level }) => level === "error") ?? found.find(({ level }) => level === "warning");
  const one = worst ?? found[0];
  if (one === undefined) return undefined;
  return {
    situation: `phase-${one.level}`,
    state: one.phase.slice(0, 1).toUpperCase() + one.phase.slice(1),
    level: one.level,
    because: one.level === "ok" && found.length > 1 ? "" : reasonOf(object, one.path),
    fields: [`status.${one.path}`],
  };
}

/** Objects that only say whether they are ready, or what went wrong. */
function byFlag(object: KubeObject): OwnState | undefined {
  const name = ["ready", "readyToUse", "available"].find(
    (each) => typeof valueAt(object, `status.${each}`) === "boolean",
  );
  const because = reasonOf(object, "");
  if (name !== undefined) {
    const isSo = valueAt(object, `status.${name}`) === true;
    const [state, level] = isSo
      ? (["Ready", "ok"] as const)
      : (["Not ready", because === "" ? "progressing" : "error"] as const);
    return { situation: `flag-${level}`, state, level, because: isSo ? "" : because, fields: [`status.${name}`] };
  }
  const error = ["error", "errorMessage", "failureMessage", "error.message"].find(
    (each) => textAt(object, `status.${each}`) !== "",
  );
  if (error === undefined) return undefined;
  return { situation: "status-error", state: "Error", level: "error", because, fields: [`status.${error}`] };
}
