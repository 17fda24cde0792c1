import { trimRight } from "../../../apimachinery/trim.ts";
import { pushAll } from "../../../apimachinery/long-lists.ts";
import type { FieldPath } from "../../../apimachinery/field-error.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { asRecord, hasNoMembers, itemsAt } from "../../validation/fields.ts";
import { isWholeQuantity } from "../../validation/quantities.ts";
import { firstWarnings, warningLimit } from "../../validation/first-warnings.ts";

/** Kinds of volumes that are deprecated or gone, with the name that warnings use. */
// oxfmt-ignore
const deprecated: readonly (readonly [member: string, shown: string, message: string])[] = [
  ["photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["gitRepo", "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"],
  ["scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["flocker", "flocker", "deprecated in v1.22, non-functional in v1.25+"],
  ["storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"],
  ["quobyte", "quobyte", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

/** Returns the warning for an amount of bytes that is not whole; undefined if it is. */
export const fractionalBytes = (value: unknown, path: () => FieldPath): string | undefined =>
  value === undefined || isWholeQuantity(value)
    ? undefined
    : `${path().toString()}: fractional byte value ${quoteGo(String(value))} is invalid, must be an integer`;

/** Returns warnings for the spec of a claim (GetWarningsForPersistentVolumeClaimSpec). */
export const claimSpecWarnings = (spec: JsonRecord, path: FieldPath): readonly string[] =>
  ["requests", "limits"].flatMap((list) => {
    const { storage } = recordAt(recordAt(spec, "resources"), list);
    return fractionalBytes(storage, () => path.child("resources", list).key("storage")) ?? [];
  });

/** A file of a volume, and the object that it comes from. */
interface PlacedFile {
  readonly path: string;
  readonly source: string;
}

const printed = ({ path, source }: PlacedFile): string =>
  source === "" ? quoteGo(path) : `${quoteGo(path)} (${source})`;
const filesOf = (source: JsonRecord, name: string): readonly PlacedFile[] =>
  itemsAt(source, "items").map((item) => ({ path: stringAt(asRecord(item), "path"), source: name }));

/**
 * Returns which files hide each other: `"a" with "a/b"`. In the order of their paths, a file comes directly before all
 * that are in it.
 */
function overlaps(files: readonly PlacedFile[]): readonly string[] {
  const placed = files
    .map(({ path, source }, index) => ({ path: trimRight(path, "/"), source, index }))
    .filter(({ path }) => path !== "")
    .map((file) => ({ ...file, start: `${file.path}/` }));
  const around: typeof placed = [];
  const pairs: { readonly later: (typeof placed)[number]; readonly earlier: (typeof placed)[number] }[] = [];
  for (const file of placed.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))) {
    while (around.length > 0 && !file.start.startsWith(around.at(-1)?.start ?? "")) around.pop();
    for (const other of around)
      pairs.push(other.index < file.index ? { later: file, earlier: other } : { later: other, earlier: file });
    if (pairs.length > warningLimit) break;
    around.push(file);
  }
  return pairs
    .sort((a, b) => a.later.index - b.later.index || a.earlier.index - b.earlier.index)
    .map(({ later, earlier }) => `${printed(later)} with ${printed(earlier)}`);
}

/** Returns the files of a source of a projected volume; undefined if it has no source. */
function projectedFiles(item: JsonRecord): readonly PlacedFile[] | undefined {
  if (hasNoMembers(item)) return undefined;
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } = item;
  if (configMap !== undefined && asRecord(configMap)["items"] !== undefined)
    return filesOf(asRecord(configMap), `ConfigMap ${quoteGo(stringAt(asRecord(configMap), "name"))}`);
  if (secret !== undefined && asRecord(secret)["items"] !== undefined)
    return filesOf(asRecord(secret), `Secret ${quoteGo(stringAt(asRecord(secret), "name"))}`);
  if (downwardAPI !== undefined && asRecord(downwardAPI)["items"] !== undefined)
    return filesOf(asRecord(downwardAPI), "DownwardAPI");
  if (serviceAccountToken !== undefined)
    return [{ path: stringAt(asRecord(serviceAccountToken), "path"), source: "ServiceAccountToken" }];
  if (clusterTrustBundle !== undefined) {
    const bundle = asRecord(clusterTrustBundle);
    const name = stringAt(bundle, "name") || stringAt(bundle, "signerName");
    return [{ path: stringAt(bundle, "path"), source: `ClusterTrustBundle ${quoteGo(name)}` }];
  }
  const certificate = asRecord(podCertificate);
  return [
    { path: stringAt(certificate, "certificateChainPath"), source: "PodCertificate chain" },
    { path: stringAt(certificate, "keyPath"), source: "PodCertificate key" },
    { path: stringAt(certificate, "credentialBundlePath"), source: "PodCertificate credential bundle" },
  ].filter(({ path }) => path !== "");
}

/** Returns warnings for files of a volume that hide each other (warningsForOverlappingVirtualPaths). */
function overlappingFiles(volume: JsonRecord): readonly string[] {
  const name = quoteGo(stringAt(volume, "name"));
  const told = (kind: string, files: readonly PlacedFile[]): readonly string[] =>
    overlaps(files).map((text) => `volume ${name} (${kind}): overlapping paths: ${text}`);
  const [map, secret] = [recordAt(volume, "configMap"), recordAt(volume, "secret")];
  const warnings = [
    ...told(`ConfigMap ${quoteGo(stringAt(map, "name"))}`, filesOf(map, "")),
    ...told(`Secret ${quoteGo(stringAt(secret, "secretName"))}`, filesOf(secret, "")),
    ...told("DownwardAPI", filesOf(recordAt(volume, "downwardAPI"), "")),
  ];
  const files: PlacedFile[] = [];
  for (const item of itemsAt(recordAt(volume, "projected"), "sources")) {
    const placed = projectedFiles(asRecord(item));
    if (placed === undefined) warnings.push(`volume ${name} (Projected) has no sources provided`);
    else pushAll(files, placed);
  }
  return [...warnings, ...told("Projected", files)];
}

/** Returns warnings for the volumes of a pod spec. */
export function volumeWarnings(spec: JsonRecord, path: FieldPath): readonly string[] {
  const volumes = itemsAt(spec, "volumes");
  if (volumes.length === 0) return [];
  const kinds = firstWarnings(volumes, (item, i) => {
    const volume = asRecord(item);
    const at = path.child("volumes").index(i);
    const old = deprecated.filter(([member]) => volume[member] !== undefined);
    const template = recordAt(recordAt(volume, "ephemeral"), "volumeClaimTemplate");
    return [
      ...old.map(([, shown, message]) => `${at.child(shown).toString()}: ${message}`),
      ...claimSpecWarnings(recordAt(template, "spec"), at.child("ephemeral", "volumeClaimTemplate", "spec")),
    ];
  });
  return [...kinds, ...firstWarnings(volumes, (item) => overlappingFiles(asRecord(item)))];
}
