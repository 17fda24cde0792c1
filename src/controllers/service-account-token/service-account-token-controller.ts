import { base64OfBytes } from "../../apimachinery/base64.ts";
import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { createClusterCa } from "../framework/cluster-ca.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";

interface Secret extends KubeObject {
  readonly type?: string;
  readonly data?: Readonly<Record<string, string>>;
}

interface ServiceAccount extends KubeObject {
  readonly secrets?: readonly { readonly name?: string }[];
}

interface TokenRequest extends KubeObject {
  readonly status?: { readonly token?: string };
}

/** A token Secret as it was seen: what is needed of it after it is gone. */
interface Seen {
  readonly namespace: string;
  readonly name: string;
  readonly account: string;
  readonly accountUid: string;
}

const secrets = { group: "", version: "v1", resource: "secrets" };
const accounts = { group: "", version: "v1", resource: "serviceaccounts" };
const tokenType = "kubernetes.io/service-account-token";
const nameAnnotation = "kubernetes.io/service-account.name";
const uidAnnotation = "kubernetes.io/service-account.uid";
/** The longest duration that a TokenRequest may ask for: 136 years. */
const longestSeconds = 2 ** 32;

/**
 * Fills Secrets of the type `kubernetes.io/service-account-token` with a token, the CA and the namespace, deletes them
 * when their service account is gone, and takes the reference out of the account when they are
 * (controller/serviceaccount TokensController). The token is one of the TokenRequest API, bound to the Secret.
 */
export function createServiceAccountTokenController(context: ControllerContext): Controller {
  const client = controllerClient("tokens-controller", context);
  const clusterCa = createClusterCa(context);
  const existing = context.informers.of<Secret>(secrets);
  const known = context.informers.of<ServiceAccount>(accounts);

  async function liveAccount(seen: Seen, signal: AbortSignal): Promise<ServiceAccount | undefined> {
    const { namespace, account, accountUid } = seen;
    const isMeant = ({ metadata }: KubeObject): boolean => accountUid === "" || metadata.uid === accountUid;
    const cached = known.index.get(`${namespace}/${account}`);
    if (cached !== undefined && isMeant(cached)) return cached;
    const live = await orAbsent(client.get<ServiceAccount>({ ...accounts, namespace }, account, signal));
    return live !== undefined && isMeant(live) ? live : undefined;
  }

  async function newToken({ metadata }: Secret, account: ServiceAccount, signal: AbortSignal): Promise<string> {
    const { namespace = "", name = "", uid = "" } = metadata;
    const spec = {
      expirationSeconds: longestSeconds,
      boundObjectRef: { apiVersion: "v1", kind: "Secret", name, uid },
    };
    const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", metadata: {}, spec };
    const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${account.metadata.name ?? ""}/token`;
    return (await client.json<TokenRequest>("POST", path, request, { signal })).status?.token ?? "";
  }

  async function fill(secret: Secret, account: ServiceAccount, signal: AbortSignal): Promise<void> {
    const { namespace = "", name = "", resourceVersion } = secret.metadata;
    const ca = encode(await clusterCa.rootCa(signal));
    if (isFilled(secret, ca)) return;
    const target = { ...secrets, namespace };
    const live = await orAbsent(client.get<Secret>(target, name, signal));
    // what is newer comes by the watch
    if (live === undefined || live.metadata.resourceVersion !== resourceVersion) return;
    const data = {
      ...live.data,
      "ca.crt": ca,
      namespace: present(live.data?.["namespace"]) ?? encode(namespace),
      token: present(live.data?.["token"]) ?? encode(await newToken(live, account, signal)),
    };
    const { name: accountName = "", uid: accountUid = "" } = account.metadata;
    const owner = { [nameAnnotation]: accountName, [uidAnnotation]: accountUid };
    const metadata = { ...live.metadata, annotations: { ...live.metadata.annotations, ...owner } };
    await orAbsent(client.update(target, { ...live, metadata, data }, undefined, signal));
  }

  async function removeReference({ namespace, name, account }: Seen, signal: AbortSignal): Promise<void> {
    const target = { ...accounts, namespace };
    const live = await orAbsent(client.get<ServiceAccount>(target, account, signal));
    if (live?.secrets?.some((reference) => reference.name === name) !== true) return;
    const kept = live.secrets.filter((reference) => reference.name !== name);
    await client.update(target, { ...live, secrets: kept }, undefined, signal);
  }

  async function process(key: string, signal: AbortSignal): Promise<void> {
    const seen = JSON.parse(key) as Seen; // written by keyOf
    const { namespace, name } = seen;
    const secret = existing.index.get(`${namespace}/${name}`);
    const account = await liveAccount(seen, signal);
    if (secret === undefined) return account === undefined ? undefined : removeReference(seen, signal);
    if (secret.type !== tokenType || keyOf(secret) !== key) return;
    if (account !== undefined) return fill(secret, account, signal);
    const { uid = "" } = secret.metadata;
    await orAbsent(client.delete({ ...secrets, namespace }, name, { preconditions: { uid } }, signal));
  }

  return queued(context, { existing, known }, process);
}

/** Returns a controller with a key for each token Secret that is there, changes or goes, or whose account goes. */
function queued(
  { clock }: ControllerContext,
  { existing, known }: { readonly existing: SharedInformer<Secret>; readonly known: SharedInformer<ServiceAccount> },
  process: (key: string, signal: AbortSignal) => Promise<void>,
): Controller {
  const controller = new QueuedController({ clock, informers: [existing, known], workers: 5, process });
  const enqueue = (secret: Secret): void => {
    if (secret.type === tokenType) controller.add(keyOf(secret));
  };
  existing.addHandler({ add: enqueue, update: (_before, after) => enqueue(after), delete: enqueue });
  known.addHandler({
    delete({ metadata: { namespace = "", name, uid } }) {
      for (const secret of existing.inNamespace(namespace)) {
        const { annotations = {} } = secret.metadata;
        if (annotations[nameAnnotation] === name && annotations[uidAnnotation] === uid) enqueue(secret);
      }
    },
  });
  return controller;
}

function keyOf({ metadata }: Secret): string {
  const { namespace = "", name = "", annotations = {} } = metadata;
  const seen: Seen = {
    namespace,
    name,
    account: annotations[nameAnnotation] ?? "",
    accountUid: annotations[uidAnnotation] ?? "",
  };
  return JSON.stringify(seen);
}

const isFilled = ({ data = {} }: Secret, ca: string): boolean =>
  data["ca.crt"] === ca && present(data["namespace"]) !== undefined && present(data["token"]) !== undefined;

const present = (value: string | undefined): string | undefined => (value === "" ? undefined : value);

const encode = (text: string): string => base64OfBytes(new TextEncoder().encode(text));

/** Returns undefined where the object is gone or another one, or was changed meanwhile: the watch tells more. */
async function orAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error) || isConflict(error)) return undefined;
    throw error;
  }
}
