import type { JsonObject } from "../apimachinery/json/value.ts";
import type { FlagSet } from "./cli/flag-set.ts";
import type { Rest } from "./rest/rest.ts";
import type { Output } from "./command-output.ts";
import type { Session } from "./session.ts";

/** One run of a command. */
export interface Invocation extends Output {
  readonly session: Session;
  readonly rest: Rest;
  readonly flags: FlagSet;
  readonly args: readonly string[];
  /** How many arguments stand before `--`; -1 without one. */
  readonly dash: number;
  /** The command's words, e.g. `kubectl create configmap`. */
  readonly path: string;
  readonly stdin: string;
  /** The object that `-f -` stands for, where it was read before; `stdin` is "" then. */
  readonly piped?: JsonObject;
  readonly namespace: string;
  readonly hasNamespace: boolean;
  readonly signal: AbortSignal;
}

/** Runs a command; ends with its exit code, undefined for 0. */
export type Run = (invocation: Invocation) => Promise<number | undefined | void>;
