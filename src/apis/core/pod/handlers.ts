import { forbidden, invalid, required, addError } from "../../../apimachinery/field-error.ts";
import { isHttpHeaderName, isValidPortName, isValidPortNumber } from "../../../apimachinery/validation/names.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { nonNegative, oneOf, requireMember, supported } from "../../validation/checks.ts";
import {
  addForbidden,
  addInvalid,
  eachItem,
  inside,
  integerAt,
  isSet,
  quotedValue,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import type { PodContext } from "./context.ts";

const split = (names: string): readonly string[] => names.split(" ");

const numbered = (name: string, sign: string, most: number): readonly string[] =>
  Array.from({ length: most }, (_, i) => `${name}${sign}${i + 1}`).toSorted();

/** The signals that stop containers of Linux, in the order that errors list them: by their bytes. */
const stopSignals: readonly string[] = [
  ...split("SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE"),
  ...split("SIGPOLL SIGPROF SIGPWR SIGQUIT SIGRTMAX"),
  ...numbered("SIGRTMAX", "-", 14),
  "SIGRTMIN",
  ...numbered("SIGRTMIN", "+", 15),
  ...split("SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2"),
  ...split("SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ"),
];

/** The signals that stop containers of Windows. */
const windowsStopSignals: readonly string[] = ["SIGKILL", "SIGTERM"];

/** A member must be the number or the name of a port (ValidatePortNumOrName). */
export function portNumberOrName(fields: Fields, member: string): void {
  const value = fields.record[member] ?? 0;
  const messages = typeof value === "string" ? isValidPortName(value) : isValidPortNumber(Number(value));
  for (const message of messages)
    addError(fields.errors, invalid(fields.path.child(member), quotedValue(value), message));
}

const httpSchemes = ["HTTP", "HTTPS"];

function httpGet(action: Fields): void {
  requireMember(action, "path");
  portNumberOrName(action, "port");
  supported(action, "scheme", httpSchemes);
  const path = action.path.child("httpHeaders");
  eachItem(action, "httpHeaders", (header) => {
    const name = textAt(header, "name");
    for (const message of isHttpHeaderName(name)) addError(header.errors, invalid(path, name, message));
  });
}

function sleep(action: Fields, { gracePeriod, options }: PodContext): void {
  if (gracePeriod === undefined) return;
  const seconds = integerAt(action, "seconds") ?? 0;
  if (seconds <= gracePeriod && (options.sleepZero ? seconds >= 0 : seconds > 0)) return;
  const message = options.sleepZero
    ? `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`
    : `must be greater than 0 and less than terminationGracePeriodSeconds (${gracePeriod}). Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.`;
  addError(action.errors, invalid(action.path, seconds, message));
}

type ActionCheck = (action: Fields, context: PodContext) => void;

const actions: readonly (readonly [member: string, check: ActionCheck])[] = [
  ["exec", (action) => void requireMember(action, "command")],
  ["httpGet", httpGet],
  ["tcpSocket", (action) => portNumberOrName(action, "port")],
  ["grpc", (action) => portNumberOrName(action, "port")],
  ["sleep", sleep],
];

/** Validates what a probe or a hook does: exactly one action (validateHandler). */
function validateHandler(handler: Fields, context: PodContext): void {
  let count = 0;
  for (const [member, check] of actions) {
    const record = handler.record[member];
    if (!isRecord(record)) continue;
    if (count++ > 0)
      addError(handler.errors, forbidden(handler.path.child(member), "may not specify more than 1 handler type"));
    else check({ record, path: handler.path.child(member), errors: handler.errors }, context);
  }
  if (count === 0) addError(handler.errors, required(handler.path, "must specify a handler type"));
}

const probeNumbers = ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"];

function validateProbe(probe: Fields, context: PodContext): void {
  validateHandler(probe, context);
  for (const member of probeNumbers) nonNegative(probe, member);
  const grace = integerAt(probe, "terminationGracePeriodSeconds");
  if (grace !== undefined && grace <= 0) addInvalid(probe, "terminationGracePeriodSeconds", "must be greater than 0");
}

function successOnce(probe: Fields): void {
  if (integerAt(probe, "successThreshold") !== 1) addInvalid(probe, "successThreshold", "must be 1");
}

/** Validates the probes of a container. */
export function validateProbes(container: Fields, context: PodContext): void {
  const [liveness, readiness, startup] = [
    inside(container, "livenessProbe"),
    inside(container, "readinessProbe"),
    inside(container, "startupProbe"),
  ];
  if (liveness !== undefined) {
    validateProbe(liveness, context);
    successOnce(liveness);
  }
  if (readiness !== undefined) {
    validateProbe(readiness, context);
    if (isSet(readiness, "terminationGracePeriodSeconds"))
      addInvalid(readiness, "terminationGracePeriodSeconds", "must not be set for readinessProbes");
  }
  if (startup !== undefined) {
    validateProbe(startup, context);
    successOnce(startup);
  }
}

function validateStopSignal(lifecycle: Fields, os: string | undefined): void {
  if (!isSet(lifecycle, "stopSignal")) return;
  if (os === undefined)
    addForbidden(lifecycle, "stopSignal", "may not be set for containers with empty `spec.os.name`");
  else if (os === "windows") oneOf(lifecycle, "stopSignal", windowsStopSignals);
  else if (os === "linux") oneOf(lifecycle, "stopSignal", stopSignals);
}

/** Validates the hooks and the stop signal of a container (validateLifecycle). */
export function validateLifecycle(container: Fields, context: PodContext): void {
  const lifecycle = inside(container, "lifecycle");
  if (lifecycle === undefined) return;
  const [postStart, preStop] = [inside(lifecycle, "postStart"), inside(lifecycle, "preStop")];
  if (postStart !== undefined) validateHandler(postStart, context);
  if (preStop !== undefined) validateHandler(preStop, context);
  validateStopSignal(lifecycle, context.os);
}
