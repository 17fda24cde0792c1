import type { Chooser } from "./chooser.ts";
import type { SchemaJson } from "./generate-schema.ts";

const paths = [
  ".spec.a",
  ".spec.b",
  ".spec",
  ".status.a",
  ".metadata.name",
  ".spec.c[0]",
  ".spec.c[*].k",
  ".spec['a']",
  ".spec.d.p",
  ".metadata.labels.l",
  ".metadata.labels.example\\.com/l",
  ".metadata.creationTimestamp",
  ".metadata.generation",
  ".metadata.ownerReferences[0].name",
  ".spec.replicas",
  ".spec.fooBar",
  ".spec.x-y",
  ".spec.c[-1]",
  ".spec.c[0:2]",
  ".spec.c[::2]",
  ".spec.c[5]",
  ".spec.*",
  ".spec..k",
  ".spec['a','b']",
  ".spec.c[?(@.k=='a')].v",
  ".spec.c[?(@.port>1)].k",
  ".spec.c[?(@.v)].k",
  ".kind",
  ".nothing.at.all",
  ".spec.d",
  ".spec.e[*]",
] as const;

const badPaths = [
  ".",
  "spec.a",
  "..",
  ".spec[",
  ".spec.c[a]",
  "{.spec.a}",
  ".spec.c[?(@.k=)]",
  ".spec.a}",
  "",
] as const;

const formats = ["int32", "int64", "float", "double", "byte", "date", "date-time", "password"] as const;

/** Returns the printer columns of a version, as a member of it; most versions have none or few. */
export function generateColumns(choose: Chooser): SchemaJson {
  const chosen = choose.some(paths, choose.pick([0, 0.04, 0.08, 0.15]));
  const columns = [...chosen, ...(choose.chance(0.005) ? [choose.pick(badPaths)] : [])].map((jsonPath, i) => ({
    name: choose.chance(0.05) ? choose.pick(["Name", "Age", "C0", "é"]) : `C${i}`,
    type: choose.pick(["string", "integer", "number", "boolean", "date", ...(choose.chance(0.002) ? ["odd"] : [])]),
    jsonPath,
    ...(choose.chance(0.15) ? { format: choose.pick(formats) } : {}),
    ...(choose.chance(0.2) ? { priority: choose.pick([1, 0, 10]) } : {}),
    ...(choose.chance(0.2) ? { description: "says" } : {}),
  }));
  return columns.length > 0 ? { additionalPrinterColumns: columns } : {};
}
