import { call, pausePoint, type Walk } from "../../../apimachinery/walk.ts";
import { runningWork, walkRunning } from "../../../component-base/work.ts";
import { isList, Double, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";

/** Compares as Go's reflect.DeepEqual: an int64 never equals a float64. */
export function deepEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (a instanceof Double) return b instanceof Double && a.value === b.value;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => deepEqual(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && deepEqual(a[name], b[name]))
  );
}

/** Compares as `deepEqual` does; in a large computation with pauses. */
export const deepEqualLong = (a: JsonValue | undefined, b: JsonValue | undefined): boolean =>
  runningWork() === undefined ? deepEqual(a, b) : walkRunning(() => equalWalk(a, b));

/** The members or items that are compared in one step. */
const partsOfStep = 4;

function* equalWalk(a: JsonValue | undefined, b: JsonValue | undefined): Walk<boolean> {
  if (isList(a)) return isList(b) && (yield* equalItems(a, b));
  if (a instanceof Double || !isObject(a)) return deepEqual(a, b);
  return isObject(b) && (yield* equalMembers(a, b));
}

function* equalItems(a: readonly JsonValue[], b: readonly JsonValue[]): Walk<boolean> {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (!(yield* equalParts(a[i], b[i]))) return false;
    if (i % partsOfStep === partsOfStep - 1) yield pausePoint;
  }
  return true;
}

function* equalMembers(a: JsonObject, b: JsonObject): Walk<boolean> {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const [i, name] of names.entries()) {
    if (!Object.hasOwn(b, name) || !(yield* equalParts(a[name], b[name]))) return false;
    if (i % partsOfStep === partsOfStep - 1) yield pausePoint;
  }
  return true;
}

function* equalParts(a: JsonValue | undefined, b: JsonValue | undefined): Walk<boolean> {
  if (a === b) return true;
  return typeof a === "object" && a !== null ? yield* call(equalWalk(a, b)) : false;
}
