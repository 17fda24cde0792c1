import type { KubeObject } from "../../apimachinery/meta.ts";
import { enforceMountableSecrets } from "../../apis/core/mountable-secrets.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../../apis/record.ts";

/** Where containers are in the spec of a pod, and what messages call them. */
const containerLists = [
  ["initContainers", "init container"],
  ["containers", "container"],
] as const;
const ephemeralLists = [["ephemeralContainers", "ephemeral container"]] as const;

/** A secret that a container has in its environment, with the words for the place. */
interface EnvironmentSecret {
  readonly place: string;
  readonly name: string;
}

/** Returns the secrets of the environments of containers. */
const environmentSecrets = (
  spec: JsonRecord,
  lists: readonly (readonly [member: string, words: string])[],
): readonly EnvironmentSecret[] =>
  lists.flatMap(([member, words]) =>
    recordsAt(spec, member).flatMap((container) => {
      const place = `${words} ${stringAt(container, "name")} with`;
      return [
        ...recordsAt(container, "env").flatMap((variable) => {
          const from = recordAt(variable, "valueFrom");
          return "secretKeyRef" in from
            ? [{ place: `${place} envVar ${stringAt(variable, "name")}`, name: nameIn(from, "secretKeyRef") }]
            : [];
        }),
        ...recordsAt(container, "envFrom").flatMap((from) =>
          "secretRef" in from ? [{ place: `${place} envFrom`, name: nameIn(from, "secretRef") }] : [],
        ),
      ];
    }),
  );

const nameIn = (record: JsonRecord, member: string): string => stringAt(recordAt(record, member), "name");

/** Members of volume sources that name a secret. */
const sourceSecrets: readonly (readonly [source: string, member: string])[] = [
  ...["cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"].map(
    (source) => [source, "secretRef"] as const,
  ),
  ["csi", "nodePublishSecretRef"],
];

/** Reports whether a volume has a secret; that of a token of a service account is none. */
const hasSecret = (volume: JsonRecord): boolean =>
  "secret" in volume ||
  stringAt(recordAt(volume, "azureFile"), "secretName") !== "" ||
  recordsAt(recordAt(volume, "projected"), "sources").some((source) => "secret" in source) ||
  sourceSecrets.some(([source, member]) => member in recordAt(volume, source));

/** Reports whether the spec of a pod has a secret anywhere (api/pod VisitPodSecretNames). */
export const referencesSecrets = (spec: JsonRecord): boolean =>
  recordsAt(spec, "imagePullSecrets").length > 0 ||
  environmentSecrets(spec, [...containerLists, ...ephemeralLists]).length > 0 ||
  recordsAt(spec, "volumes").some(hasSecret);

/** Reports whether a volume of a pod projects a token of its service account. */
export const projectsToken = (spec: JsonRecord): boolean =>
  recordsAt(spec, "volumes").some((volume) =>
    recordsAt(recordAt(volume, "projected"), "sources").some((source) => "serviceAccountToken" in source),
  );

/** What strconv.ParseBool takes for true. */
const trueTexts = new Set(["1", "t", "T", "true", "TRUE", "True"]);

/** Reports whether pods of an account may have only the secrets that it lists (enforceMountableSecrets). */
export const enforcesMountableSecrets = ({ metadata: { annotations = {} } }: KubeObject): boolean =>
  trueTexts.has(annotations[enforceMountableSecrets] ?? "");

const namesIn = (account: KubeObject, member: string): ReadonlySet<string> =>
  new Set(recordsAt(account, member).map((reference) => stringAt(reference, "name")));

const notReferenced = (what: string, name: string, account: KubeObject): string =>
  `${what} secret.secretName="${name}" is not allowed because service account ${account.metadata.name ?? ""} ` +
  "does not reference that secret";

function unlistedInEnvironment(
  spec: JsonRecord,
  account: KubeObject,
  lists: Parameters<typeof environmentSecrets>[1],
): string | undefined {
  const mountable = namesIn(account, "secrets");
  const found = environmentSecrets(spec, lists).find(({ name }) => !mountable.has(name));
  return found && notReferenced(`${found.place} referencing`, found.name, account);
}

/** Returns why a pod may not have one of its secrets; undefined if the account lists all (limitSecretReferences). */
export function unlistedSecret(spec: JsonRecord, account: KubeObject): string | undefined {
  const mountable = namesIn(account, "secrets");
  const volume = recordsAt(spec, "volumes").find(
    (candidate) => "secret" in candidate && !mountable.has(stringAt(recordAt(candidate, "secret"), "secretName")),
  );
  if (volume !== undefined)
    return notReferenced("volume with", stringAt(recordAt(volume, "secret"), "secretName"), account);
  const inEnvironment = unlistedInEnvironment(spec, account, containerLists);
  if (inEnvironment !== undefined) return inEnvironment;
  const pullSecrets = namesIn(account, "imagePullSecrets");
  const given = recordsAt(spec, "imagePullSecrets").map((reference) => stringAt(reference, "name"));
  const index = given.findIndex((name) => !pullSecrets.has(name));
  return index < 0
    ? undefined
    : `imagePullSecrets[${index}].name="${given[index] ?? ""}" is not allowed because service account ` +
        `${account.metadata.name ?? ""} does not reference that imagePullSecret`;
}

/** The same of the ephemeral containers of a pod (limitEphemeralContainerSecretReferences). */
export const unlistedEphemeralSecret = (spec: JsonRecord, account: KubeObject): string | undefined =>
  unlistedInEnvironment(spec, account, ephemeralLists);
