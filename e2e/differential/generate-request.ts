import type { Chooser } from "./chooser.ts";
import type { DefinedVersion } from "./generate-definition.ts";
import { generateValue } from "./generate-value.ts";

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

/** The names of objects, few, so that requests meet. */
export const objectNames = ["a", "b", "c", "gen-x"] as const;

/** Returns the headers that ask for a media type, mostly JSON. */
export function accept(choose: Chooser, target: Target): Readonly<Record<string, string>> {
  if (choose.chance(0.6)) return {};
  const type = choose.pick([
    "application/json",
    "application/yaml",
    "application/cbor",
    "application/json;as=Table;v=v1;g=meta.k8s.io",
    "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
    "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
    "application/yaml;as=Table;v=v1;g=meta.k8s.io",
    "application/cbor;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
    "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
    "application/vnd.kubernetes.protobuf",
    "application/vnd.kubernetes.protobuf,application/json",
    "text/html",
    "application/json;as=Table;v=v1beta1;g=meta.k8s.io, application/json",
    "application/json;as=Nothing;v=v1;g=meta.k8s.io",
  ]);
  const hasColumns = target.custom !== undefined; // the reference server has none of built-in kinds
  return !hasColumns && type.includes("as=Table") ? {} : { Accept: type };
}

/** Returns the query of a write. */
export function writeOptions(choose: Chooser, more: readonly string[] = []): string {
  const parts = [
    ...more,
    ...(choose.chance(0.12) ? [`dryRun=${choose.pick(["All", "All", "All", "Some"])}`] : []),
    ...(choose.chance(0.3) ? [`fieldValidation=${choose.pick(["Strict", "Warn", "Ignore", "Odd"])}`] : []),
    ...(choose.chance(0.3) ? [`fieldManager=${choose.pick(["m1", "m2", "m3"])}`] : []),
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

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
          labels: choose.pick<object>([
            { l: "x" },
            { l: "y", m: "z" },
            {},
            custom === undefined ? {} : { "bad key": "x" },
          ]),
        }
      : {}),
    ...(choose.chance(0.2) ? { annotations: choose.pick([{ n: "1" }, { n: "é" }, null]) } : {}),
    ...(choose.chance(0.1)
      ? {
          finalizers: choose.pick([
            ["example.com/f"],
            ["example.com/f", "example.com/g"],
            custom === undefined ? [] : ["bad"],
          ]),
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
    ...(choose.chance(0.04) && custom !== undefined // the reference server does not validate built-in kinds
      ? choose.pick([
          { uid: "other" },
          { generation: 7 },
          { namespace: "elsewhere" },
          { odd: 1 },
          { deletionTimestamp: "2024-01-02T03:04:05Z" },
          { selfLink: "/x" },
        ])
      : {}),
  };
  const content = custom === undefined ? { data: configMapData(choose) } : customContent(choose, custom);
  return { apiVersion, kind, metadata, ...content, ...(choose.chance(0.03) ? { unknownTop: 1 } : {}) };
}

/** Returns the id of a recent request, for references. */
export const pickEarlier = (choose: Chooser, earlier: readonly string[]): string =>
  earlier[earlier.length - 1 - choose.below(Math.min(earlier.length, 8))] ?? "";

const configMapData = (choose: Chooser): object =>
  Object.fromEntries(
    choose.some(["p", "q", "r"], 0.5).map((key) => [key, choose.pick(["1", "é<&>", "", "two\nlines"])]),
  );

const customContent = (choose: Chooser, { spec, status }: DefinedVersion): object => ({
  ...(choose.chance(0.92) ? { spec: generateValue(choose, spec) } : {}),
  ...(choose.chance(0.3) ? { status: generateValue(choose, status) } : {}),
});
