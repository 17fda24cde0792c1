import { faultInWords } from "../../../client/fault-words.ts";
import type { Step } from "../../../lessons/lesson.ts";
import type { StepReport } from "../../../lessons/run-lesson.ts";
import { plural } from "../../data/words.ts";
import type { StepState } from "./step-state.ts";

const verbs: Readonly<Record<string, string>> = {
  create: "Create",
  apply: "Apply",
  replace: "Replace",
  delete: "Delete",
};

/** Says what a step does: `Apply as alice, with force`. */
export function stepWords({ action, options, cases }: Step): string {
  const { as, manager, force, dryRun, subresource, repeat, until, watch } = options;
  const more = [
    manager === "" ? "" : `manager ${manager}`,
    force ? "with force" : "",
    dryRun ? "dry run" : "",
    subresource === "" ? "" : `subresource ${subresource}`,
    repeat > 1 ? `${repeat} times` : "",
    cases === undefined ? "" : `for each of ${cases.length} rows`,
    until ? "repeated until it is as expected" : "",
  ].filter((word) => word !== "");
  const what = actionWords(action, watch);
  return [as === "" ? what : `${what} as ${as}`, ...more].join(", ");
}

function actionWords(action: Step["action"], watch: string): string {
  switch (action.kind) {
    case "request":
      return watch === "" && !/[?&]watch=(1|true)/.test(action.request.target) ? "Request" : "Watch";
    case "manifests":
      return verbs[action.verb] ?? action.verb;
    case "wait":
      return action.wanted.every(({ gone }) => gone) ? "Wait until it is gone" : "Wait until it is so";
    case "events":
      return `Events of the watch ${watch}`;
    case "commands":
      return "Command line";
    case "file":
      return `File ${action.path}`;
    case "faults":
      return action.rules.length === 0 ? "End all faults" : action.rules.map(faultInWords).join(" ");
    case "race":
      return "Race: all orders of its requests";
    case "fork":
      return "Fork: another world, and how it differs";
    case "watch-lab":
      return "Watch lab: an informer beside its server";
    case "types":
      return "Go types with tags";
    case "validate":
      return "Validate an object of these types";
  }
}

/** Says how a step went: `4 claims hold`, `2 of 4 claims differ`. */
export function outcomeWords({ phase, report }: StepState): string {
  if (phase === "running") return "running…";
  return report === undefined ? "" : claimsInWords(report);
}

function claimsInWords({ findings, notRun }: StepReport): string {
  const wrong = findings.filter(({ holds }) => !holds).length;
  const [first] = notRun;
  if (wrong === 0 && first !== undefined) return `${plural(notRun.length, "line")} not run: ${first.reason}`;
  if (wrong > 0) return `${wrong} of ${plural(findings.length, "claim")} ${wrong === 1 ? "differs" : "differ"}`;
  return findings.length === 0
    ? "done"
    : `${plural(findings.length, "claim")} ${findings.length === 1 ? "holds" : "hold"}`;
}

/** The language of a step's block, as a fenced block names it. */
export function languageOf({ action, source }: Step): string {
  if (action.kind === "request") return "http";
  if (action.kind === "commands") return "console";
  if (action.kind === "types") return "go";
  return /^\s*[{[]/.test(source) ? "json" : "yaml";
}
