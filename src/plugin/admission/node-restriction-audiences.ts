import { aggregateTexts } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../../apis/record.ts";
import type { Listers } from "./listers.ts";

const specOf = (object: KubeObject): JsonRecord => recordAt(object, "spec");

/** An object that is looked up, or why there is none, in the words of its lister. */
type Found = KubeObject | string;

const lookUp = (
  objects: Listers,
  [resource, told]: readonly [string, string],
  namespace: string,
  name: string,
): Found => objects.find(resource, namespace, name) ?? `${told} ${quoteGo(name)} not found`;

const claims = ["persistentvolumeclaims", "persistentvolumeclaim"] as const;
const volumes = ["persistentvolumes", "persistentvolume"] as const;
const drivers = ["csidrivers", "csidriver.storage.k8s.io"] as const;

/** Returns the CSI driver of a claim; "" if its volume has none (getCSIFromPVC). */
function driverOfClaim(objects: Listers, namespace: string, name: string): { driver?: string; problem?: string } {
  const claim = lookUp(objects, claims, namespace, name);
  if (typeof claim === "string") return { problem: claim };
  const volume = lookUp(objects, volumes, "", stringAt(specOf(claim), "volumeName"));
  if (typeof volume === "string") return { problem: volume };
  return { driver: stringAt(recordAt(specOf(volume), "csi"), "driver") };
}

function driverOf(objects: Listers, { metadata }: KubeObject, volume: JsonRecord): ReturnType<typeof driverOfClaim> {
  const { namespace = "", name = "" } = metadata;
  if ("volumeClaimTemplate" in recordAt(volume, "ephemeral"))
    return driverOfClaim(objects, namespace, `${name}-${stringAt(volume, "name")}`);
  if ("persistentVolumeClaim" in volume)
    return driverOfClaim(objects, namespace, stringAt(recordAt(volume, "persistentVolumeClaim"), "claimName"));
  return { driver: stringAt(recordAt(volume, "csi"), "driver") };
}

const projects = (volume: JsonRecord, audience: string): boolean =>
  recordsAt(recordAt(volume, "projected"), "sources").some(
    (source) =>
      "serviceAccountToken" in source && stringAt(recordAt(source, "serviceAccountToken"), "audience") === audience,
  );

/**
 * Reports whether a volume of a pod projects a token for the audience, or has a CSI driver that asks for one. A text
 * says what could not be looked up where no volume has the audience (podReferencesAudience).
 */
export function referencesAudience(pod: KubeObject, audience: string, objects: Listers): boolean | string {
  const problems: string[] = [];
  for (const volume of recordsAt(specOf(pod), "volumes")) {
    if (projects(volume, audience)) return true;
    const { driver = "", problem } = driverOf(objects, pod, volume);
    if (problem !== undefined) problems.push(problem);
    if (driver === "") continue;
    const found = lookUp(objects, drivers, "", driver);
    if (typeof found === "string") problems.push(found);
    else if (recordsAt(specOf(found), "tokenRequests").some((asked) => stringAt(asked, "audience") === audience))
      return true;
  }
  return problems.length === 0 ? false : aggregateTexts(problems);
}
