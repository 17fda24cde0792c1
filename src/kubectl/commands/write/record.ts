import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { withValueAt } from "../../json-access.ts";

const annotation = ["metadata", "annotations", "kubernetes.io/change-cause"];

/** The object with the command line as its change cause, if `--record` asks for it (genericclioptions.RecordFlags). */
export const recorded = (invocation: Invocation, object: JsonObject): JsonObject =>
  invocation.flags.bool("record") ? withValueAt(object, annotation, commandLine(invocation)) : object;

/** The merge patch that records the command line; undefined if `--record` does not ask for it. */
export const recordPatch = (invocation: Invocation): JsonObject | undefined =>
  invocation.flags.bool("record") ? withValueAt({}, annotation, commandLine(invocation)) : undefined;

/** The words of a command, its arguments, and then its flags by their long names. */
const commandLine = ({ path, args, flags }: Invocation): string =>
  [path, ...args, ...flags.given.map(([name, value]) => `--${name}=${value}`)].join(" ");
