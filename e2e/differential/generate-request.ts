import type { Chooser } from "./chooser.ts";
import type { DefinedVersion } from "./generate-definition.ts";
import { badName, generateFaults } from "./generate-metadata.ts";
import { generateValue } from "./generate-value.ts";
import { asksForTable, mediaType } from "./media-types.ts";

/** What the requests of a sequence are made for: a custom resource in one version, or a built-in one. */
export interface Target {
  readonly collection: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly custom: DefinedVersion | undefined;
}

/** What a generator of requests may use. */
export interface StepContext {
  readonly choose: Chooser;
  readonly id: string;
  readonly targets: readonly [Target, ...Target[]];
  /** The ids of earlier requests. */
  readonly earlier: readonly string[];
}

/** How many writes ask for a media type. */
export const writeShare = 0.12;

/** The names of objects, few, so that requests meet. */
export const objectNames = ["a", "b", "c", "gen-x"] as const;

/** Returns the headers that ask for a media type, mostly JSON; a write with another one is often refused. */
export function accept(choose: Chooser, target: Target, share = 0.4): Readonly<Record<string, string>> {
  if (!choose.chance(share)) return {};
  const type = mediaType(choose);
  const hasColumns = target.custom !== undefined; // the reference server has none of built-in kinds
  return !hasColumns && asksForTable(type) ? {} : { Accept: type };
}

/** Returns the query of a write. */
export function writeOptions(choose: Chooser, more: readonly string[] = []): string {
  const parts = [
    ...more,
    ...(choose.chance(0.12) ? [`dryRun=${choose.pick(["All", "All", "All", "Some"])}`] : []),
    ...(choose.chance(0.3) ? [`fieldValidation=${choose.pick(["Strict", "Warn", "Ignore", "Odd"])}`] : []),
    ...(choose.chance(0.3) ? [`fieldManager=${choose.pick(["m1", "m2", "m3"])}`] : []),
    ...(choose.chance(0.05) ? [choose.pick(oddOptions)] : []),
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** Options that are repeated, empty, too long, or of other requests. */
const oddOptions = [
  "dryRun=All&dryRun=All",
  "dryRun=",
  "dryRun=All,All",
  "fieldValidation=",
  "fieldValidation=strict",
  "fieldValidation=Strict&fieldValidation=Ignore",
  "fieldManager=",
  `fieldManager=${"m".repeat(129)}`,
  "fieldManager=%01",
  "fieldManager=m1&fieldManager=m2",
  "force=true",
  "pretty=true",
  "pretty=0",
  "pretty=odd",
  "timeout=10s",
  "timeout=odd",
  "timeout=0s",
  "includeObject=Object",
  "includeObject=None",
  "includeObject=Odd",
  "propagationPolicy=Orphan",
  "odd=1",
  "a;b",
  "%zz=1",
  "=",
  "&&",
] as const;

/** Returns a random object of a target. */
export function generateObject(
  { choose, earlier }: StepContext,
  target: Target,
  name: string,
): { readonly [member: string]: unknown } {
  const { apiVersion, kind, custom } = target;
  const metadata = {
    name,
    ...(choose.chance(0.4)
      ? {
          labels: choose.pick<object>([{ l: "x" }, { l: "y", m: "z" }, {}, { "example.com/l": "x" }]),
        }
      : {}),
    ...(choose.chance(0.2) ? { annotations: choose.pick([{ n: "1" }, { n: "é" }, null]) } : {}),
    ...(choose.chance(0.1)
      ? {
          finalizers: choose.pick([["example.com/f"], ["example.com/f", "example.com/g"], []]),
        }
      : {}),
    ...(choose.chance(0.05)
      ? {
          ownerReferences: [
            {
              apiVersion: "v1",
              kind: "ConfigMap",
              name: "a",
              uid: "u",
              ...choose.pick([{}, { controller: true }, { blockOwnerDeletion: true }]),
            },
          ],
        }
      : {}),
    ...(choose.chance(0.05) && earlier.length > 0 ? { resourceVersion: `{{${pickEarlier(choose, earlier)}.rv}}` } : {}),
    ...(choose.chance(0.08) && custom !== undefined ? generateFaults(choose) : {}), // others are not validated there
    ...(choose.chance(0.02) && custom !== undefined ? { name: badName(choose) } : {}),
  };
  const content = custom === undefined ? { data: configMapData(choose) } : customContent(choose, custom);
  return { apiVersion, kind, metadata, ...content, ...oddMembers(choose, target) };
}

/** Returns members that objects seldom have: unknown ones and a wrong kind or version. */
function oddMembers(choose: Chooser, { kind, custom }: Target): object {
  if (!choose.chance(0.05)) return {};
  if (custom === undefined) return { unknownTop: 1 };
  return choose.pick<object>([
    { unknownTop: 1 },
    { unknownTop: 1 },
    { kind: `${kind}List` },
    { kind: "" },
    { kind: 1 },
    { kind: undefined },
    { apiVersion: "v1" },
    { apiVersion: undefined },
    { apiVersion: "zq.example.com/v9" },
    { apiVersion: "a/b/c" },
    { metadata: "odd" },
    { metadata: null },
    { spec: [] },
    { spec: null },
    { items: [] },
  ]);
}

/** Returns the id of a recent request, for references. */
export const pickEarlier = (choose: Chooser, earlier: readonly string[]): string =>
  earlier[earlier.length - 1 - choose.below(Math.min(earlier.length, 8))] ?? "";

/** A value with which answers are long enough to be compressed. */
const compressed = "long ".repeat(30_000);

const configMapData = (choose: Chooser): object =>
  Object.fromEntries(
    choose
      .some(["p", "q", "r"], 0.5)
      .map((key) => [key, choose.chance(0.01) ? compressed : choose.pick(["1", "é<&>", "", "two\nlines"])]),
  );

const customContent = (choose: Chooser, { spec, status }: DefinedVersion): object => ({
  ...(choose.chance(0.92) ? { spec: generateValue(choose, spec) } : {}),
  ...(choose.chance(0.3) ? { status: generateValue(choose, status) } : {}),
});
