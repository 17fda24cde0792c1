import type { KubeObject } from "../apimachinery/meta.ts";
import { type Quantity, newMilliQuantity, newScaledQuantity } from "../apimachinery/quantity.ts";
import { parseQuantity } from "../apimachinery/quantity-parse.ts";
import type { ScriptedCurve } from "../component-helpers/pod-simulation/pod-scripts.ts";
import { simulationPrefix } from "../component-helpers/simulation.ts";

/** Returns the number that a quantity stands for; undefined if the text is none. */
export function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  try {
    return parseQuantity(text).asApproximateFloat64();
  } catch {
    return undefined;
  }
}

/** Returns the quantity in an annotation about simulation; `/` in names of resources is written `__`. */
export const annotatedQuantity = ({ metadata }: KubeObject, key: string): number | undefined =>
  numberOf(metadata.annotations?.[`${simulationPrefix}${key.replaceAll("/", "__")}`]);

/** Returns what a curve is after so many milliseconds; undefined if it says nothing. */
export function valueOfCurve({ value, ramp, wave }: ScriptedCurve, elapsedMs: number): number | undefined {
  const change = ramp ?? wave;
  if (change === undefined) return numberOf(value);
  const [from, to] = [numberOf(change.from) ?? 0, numberOf(change.to) ?? 0];
  const turns = Math.max(elapsedMs, 0) / (change.seconds * 1000);
  const share = ramp === undefined ? (1 - Math.cos(2 * Math.PI * turns)) / 2 : Math.min(turns, 1);
  return from + (to - from) * share;
}

/** Prints CPUs as metrics-server does: in billionths, or in the largest unit that is exact. */
export const printCpu = (cpus: number): string =>
  newScaledQuantity(BigInt(Math.round(cpus * 1e9)), -9, "DecimalSI").toString();

/** Prints memory as metrics-server does: in pages of 4 KiB, or in the largest unit that is exact. */
export const printMemory = (bytes: number): string => memoryQuantity(bytes).toString();

const page = 4096;
const memoryQuantity = (bytes: number): Quantity =>
  newScaledQuantity(BigInt(Math.round(bytes / page) * page), 0, "BinarySI");

/** Prints any other number to the thousandth. */
export const printNumber = (value: number): string =>
  newMilliQuantity(BigInt(Math.round(value * 1000)), "DecimalSI").toString();
