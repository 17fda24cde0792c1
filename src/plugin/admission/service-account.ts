import type { Pod, Volume } from "../../api/core/v1.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { generateName } from "../../apimachinery/name-generator.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { AdmissionAttributes } from "../../apiserver/admission/attributes.ts";
import { newAdmissionForbidden } from "../../apiserver/admission/errors.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import { recordAt, stringAt, type JsonRecord } from "../../apis/record.ts";
import { asPod } from "./core-objects.ts";
import type { Listers } from "./listers.ts";
import { pathNameProblem } from "./path-name.ts";
import {
  enforcesMountableSecrets,
  projectsToken,
  referencesSecrets,
  unlistedEphemeralSecret,
  unlistedSecret,
} from "./pod-secrets.ts";

/** core/v1 ServiceAccount. */
interface ServiceAccount extends KubeObject {
  readonly automountServiceAccountToken?: boolean;
  readonly imagePullSecrets?: readonly { readonly name?: string }[];
}

interface AccountPodSpec {
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly imagePullSecrets?: readonly { readonly name?: string }[];
  readonly volumes?: readonly Volume[];
  readonly containers?: readonly MountingContainer[];
  readonly initContainers?: readonly MountingContainer[];
}

interface MountingContainer {
  readonly volumeMounts?: readonly { readonly mountPath?: string }[];
}

const defaultAccount = "default";
const mirrorAnnotation = "kubernetes.io/config.mirror";
const mountPath = "/var/run/secrets/kubernetes.io/serviceaccount";
const volumePrefix = "kube-api-access-";

/** How often, and for how long, the default account of a new namespace is waited for. */
const attempts = 10;
const retryMs = 100;

export interface ServiceAccountServices {
  readonly objects: Listers;
  readonly random: Random;
  readonly clock: Clock;
}

/**
 * Gives pods a service account, a volume with its token and its pull secrets, and refuses pods of accounts that do not
 * exist, or with secrets that the account does not list where it has to (plugin ServiceAccount). The default account is
 * waited for, since its controller may not have made it yet.
 */
export function createServiceAccount({ objects, random, clock }: ServiceAccountServices): PluginSteps {
  const find = (namespace: string, name: string) =>
    objects.find("serviceaccounts", namespace, name) as ServiceAccount | undefined;

  async function accountOf(attributes: AdmissionAttributes, name: string): Promise<ServiceAccount> {
    const { namespace } = attributes;
    for (let attempt = 1; ; attempt++) {
      const found = find(namespace, name);
      if (found !== undefined) return found;
      if (name !== defaultAccount || attempt === attempts) break;
      await new Promise<void>((resolve) => void (clock.host ?? clock).after(retryMs, resolve));
    }
    const problem = pathNameProblem(name) ?? `serviceaccount ${quoteGo(name)} not found`;
    throw newAdmissionForbidden(attributes, `error looking up service account ${namespace}/${name}: ${problem}`);
  }

  /** Refuses what a pod may not reference (Plugin.Validate). */
  async function validate(attributes: AdmissionAttributes, pod: KubeObject): Promise<void> {
    const refuse = (message: string | undefined): void => {
      if (message !== undefined) throw newAdmissionForbidden(attributes, message);
    };
    const spec = recordAt(pod, "spec");
    const isUpdate = attributes.operation === "UPDATE";
    if (!isUpdate && isMirror(pod)) return refuse(mirrorProblem(spec));
    const name = stringAt(spec, "serviceAccountName");
    if (name === "") return refuse(`no service account specified for pod ${attributes.namespace}/${attributes.name}`);
    const account = await accountOf(attributes, name);
    if (enforcesMountableSecrets(account))
      refuse(isUpdate ? unlistedEphemeralSecret(spec, account) : unlistedSecret(spec, account));
  }

  return {
    async admit(attributes) {
      const pod = asPod(attributes.object);
      if (pod === undefined || attributes.operation !== "CREATE") return undefined;
      if (isMirror(pod)) {
        await validate(attributes, pod);
        return undefined;
      }
      const spec = specOf(pod);
      const given = spec.serviceAccountName ?? "";
      const serviceAccountName = given === "" ? defaultAccount : given;
      const account = await accountOf(attributes, serviceAccountName);
      const isMounted = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
      const mounted = isMounted ? withToken(spec, random) : spec;
      const pullSecrets = account.imagePullSecrets ?? [];
      const takesSecrets = (spec.imagePullSecrets ?? []).length === 0 && pullSecrets.length > 0;
      const named = { ...mounted, serviceAccountName, serviceAccount: serviceAccountName };
      const changed = { ...pod, spec: { ...named, ...(takesSecrets && { imagePullSecrets: pullSecrets }) } };
      await validate(attributes, changed);
      return changed;
    },
    validate(attributes) {
      const pod = asPod(attributes.object);
      return pod === undefined ? undefined : validate(attributes, pod);
    },
  };
}

/** Returns why a mirror pod is refused: the kubelet that made it has no account, and no secrets. */
function mirrorProblem(spec: JsonRecord): string | undefined {
  if (stringAt(spec, "serviceAccountName") !== "") return "a mirror pod may not reference service accounts";
  if (referencesSecrets(spec)) return "a mirror pod may not reference secrets";
  return projectsToken(spec) ? "a mirror pod may not use ServiceAccountToken volume projections" : undefined;
}

const isMirror = ({ metadata }: KubeObject): boolean => metadata.annotations?.[mirrorAnnotation] !== undefined;

/** The schema of pods has checked the members. */
const specOf = ({ spec }: Pod): AccountPodSpec => (spec ?? {}) as AccountPodSpec;

/** Mounts the token into each container that has nothing at its path (mountServiceAccountToken). */
function withToken(spec: AccountPodSpec, random: Random): AccountPodSpec {
  const { volumes = [], containers = [], initContainers } = spec;
  const known = volumes.find(({ name }) => name.startsWith(volumePrefix));
  const name = known?.name ?? generateName(volumePrefix, random);
  const lacks = ({ volumeMounts = [] }: MountingContainer): boolean =>
    !volumeMounts.some((mount) => mount.mountPath === mountPath);
  if (![...containers, ...(initContainers ?? [])].some(lacks)) return spec;
  const mount = (container: MountingContainer): MountingContainer =>
    lacks(container)
      ? {
          ...container,
          volumeMounts: [
            ...(container.volumeMounts ?? []),
            { name, readOnly: true, mountPath },
          ] as MountingContainer["volumeMounts"] & object,
        }
      : container;
  return {
    ...spec,
    containers: containers.map(mount),
    ...(initContainers && { initContainers: initContainers.map(mount) }),
    volumes: known === undefined ? [...volumes, tokenVolume(name)] : volumes,
  };
}

/** The volume of a token, the CA and the namespace (TokenVolumeSource). */
const tokenVolume = (name: string): Volume => ({
  name,
  projected: {
    defaultMode: 0o644,
    sources: [
      { serviceAccountToken: { path: "token", expirationSeconds: 3607 } },
      { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
      {
        downwardAPI: {
          items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
        },
      },
    ],
  },
});
