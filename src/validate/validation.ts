import { messageOf } from "../apimachinery/message-of.ts";
import type { Clock } from "../apimachinery/clock.ts";
import { StatusError } from "../apimachinery/errors.ts";
import { isObject, type JsonObject } from "../apimachinery/json/value.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import { asJson, asKubeObject, type KubeObject } from "../apimachinery/meta.ts";
import { Client, type ClientOptions } from "../client/client.ts";
import { defaultAccountsFor } from "../client/default-accounts.ts";
import { established } from "../client/established.ts";
import { followSignal } from "../client/follow-signal.ts";
import type { ServerInspector } from "../client/inspector.ts";
import { type ApiObject, ObjectClient } from "../client/object-client.ts";
import type { Handle } from "../component-base/exchange.ts";
import { kindOf, nameOf, namespaceOf, objectAt, textAt } from "../kubectl/json-access.ts";
import { prepareKubectl, type PreparedKubectl } from "../kubectl/run-kubectl.ts";
import { createSession, type Files, type RefusedRequest, type Session } from "../kubectl/session.ts";
import type { Remedy } from "../diagnosis/diagnosis.ts";
import type { CostlyRule } from "../diagnosis/refused/served-api.ts";
import { createObjects } from "../share/create-objects.ts";
import type { Answer, Complaint } from "./answer.ts";
import { complaintsOfText, partsOf } from "./findings.ts";
import type { Manifest } from "./manifest.ts";
import { inValidationOrder } from "./order.ts";
import { fieldOfSteps } from "./steps-of-field.ts";
import { StoredNames } from "./stored-names.ts";

/** The server that is asked, and the credentials of its administrator. */
export interface ValidationServer {
  readonly handle: Handle;
  readonly clock: Clock;
  readonly random: () => number;
  /** "" where requests without a token are of an administrator. */
  readonly token: string;
  /** Asked for bounds of costly rules. */
  readonly inspect?: Pick<ServerInspector, "celAdvise">;
  /** Resolves when the policies that were stored are in effect. */
  settle(): Promise<void>;
}

/** Quotas are counted; nothing else runs, so that objects stay as they were sent. */
export const validationControllers = ["resourcequota-controller", "clusterrole-aggregation-controller"];

/** The admission plugins that are on besides the default ones. */
export const validationPlugins = ["ServiceAccount"];

/** The time after which stored policies are in effect. */
export const policiesMs = 1000;

/** A server in memory that manifests are put into. */
export interface OpenedServer {
  readonly asked: ValidationServer;
  /** Opens a server that goes on from the present state of this one. It lives on when this one is closed. */
  fork(): Promise<OpenedServer>;
  close(): Promise<void>;
}

/** How objects are sent. */
export interface SendOptions {
  /** As `kubectl apply`, `kubectl create`, or `kubectl apply --server-side` sends them. */
  readonly as: "apply" | "create" | "server-side";
  /** The namespace of objects that name none. */
  readonly namespace: string;
  /** "" for the default of the command. */
  readonly fieldManager: string;
  /** Whom the requests are of; "" for an administrator. */
  readonly user: string;
  readonly groups: readonly string[];
  /** Whether namespaces that the manifests do not have are missing; they are made otherwise. */
  readonly strictNamespaces: boolean;
}

/** What is known of a server that others are forks of. */
interface Known {
  readonly namespaces: ReadonlySet<string>;
  /** The namespaces with an account for pods. */
  readonly accounts: ReadonlySet<string>;
  readonly stored: StoredNames;
  /** Whether policies were ever stored. */
  readonly hasPolicies: boolean;
  readonly mapper: Session["mapper"];
}

const newServer: Known = {
  namespaces: new Set(["default", "kube-system", "kube-public", "kube-node-lease"]),
  accounts: new Set(),
  stored: new StoredNames(),
  hasPolicies: false,
  mapper: undefined,
};

/** A server in which manifests are put, one after the other, as kubectl sends them. */
export class Validation {
  readonly #server: ValidationServer;
  readonly #options: SendOptions;
  readonly #asClient: ClientOptions;
  readonly #client: Client;
  readonly #objects: ObjectClient;
  readonly #session: Session;
  /** The commands that were run, by their words. */
  readonly #commands = new Map<string, PreparedKubectl>();
  readonly #signal: AbortSignal;
  readonly #namespaces: Set<string>;
  /** Whether policies were stored that are not in effect yet. */
  #hasNewPolicies: boolean;
  /** Whether policies were ever stored. */
  #hasPolicies: boolean;
  /** The namespaces with an account for pods. */
  readonly #accounts: Set<string>;
  readonly #stored: StoredNames;
  /** Whether kinds were defined that the session's discovery does not know. */
  #hasNewKinds = false;

  /** `known` is what is known of the server that this one is a fork of. */
  constructor(server: ValidationServer, options: SendOptions, signal: AbortSignal, known: Known = newServer) {
    this.#server = server;
    this.#namespaces = new Set(known.namespaces);
    this.#accounts = new Set(known.accounts);
    this.#stored = new StoredNames(known.stored);
    this.#hasPolicies = known.hasPolicies;
    this.#hasNewPolicies = known.hasPolicies;
    this.#options = options;
    this.#signal = signal;
    const { handle, clock, random, token } = server;
    const headers = token === "" ? {} : { Authorization: `Bearer ${token}` };
    this.#asClient = { handle, userAgent: "kubepad-validate", headers };
    this.#client = new Client(this.#asClient);
    this.#objects = new ObjectClient(this.#client);
    this.#session = createSession({
      handle,
      clock,
      random,
      ...(token !== "" && { token }),
      files: noFiles,
      server: "https://127.0.0.1:6443",
      hints: handle,
      ...(options.user === "" && !options.strictNamespaces && { isAbsent: (object) => this.#stored.isAbsent(object) }),
    });
    this.#session.mapper = known.mapper;
  }

  /** Returns the validation in a fork of the server, which goes on from the present state of this one. */
  fork(server: ValidationServer, signal: AbortSignal): Validation {
    return new Validation(server, this.#options, signal, {
      namespaces: this.#namespaces,
      accounts: this.#accounts,
      stored: this.#stored,
      hasPolicies: this.#hasPolicies,
      mapper: this.#hasNewKinds ? undefined : this.#session.mapper,
    });
  }

  #remember({ kind = "", metadata: { name = "", namespace = "" } = {} }: ApiObject | KubeObject): void {
    this.#stored.add(kind, namespace || this.#options.namespace, name);
  }

  /** Resolves when the definitions that a fork begins with are served, and its policies are in effect. */
  async ready(): Promise<void> {
    const { after } = this.#server.clock.host ?? this.#server.clock;
    while (!(await this.#isReady())) await new Promise<void>((resolve) => void after(1, resolve));
    await this.#settlePolicies();
  }

  async #isReady(): Promise<boolean> {
    try {
      await this.#client.request("GET", "/readyz", undefined, { signal: this.#signal });
      return true;
    } catch (error) {
      if (error instanceof StatusError) return false;
      throw error;
    }
  }

  /** Returns what would work in place of a request that was refused. */
  async remediesOf(refused: RefusedRequest): Promise<readonly Remedy[]> {
    const { inspect } = this.#server;
    const bounds =
      inspect &&
      (({ rule, schema, path }: CostlyRule) =>
        inspect.celAdvise({ expression: rule, scope: { kind: "rule", schema, path }, expects: "bool" }));
    const { diagnoseRefusal } = await import("../kubectl/hints/hint-of.ts");
    const { remedies = [] } = await diagnoseRefusal(this.#session, refused, bounds);
    return remedies;
  }

  async #settlePolicies(): Promise<void> {
    if (!this.#hasNewPolicies) return;
    this.#hasNewPolicies = false;
    await this.#server.settle();
  }

  /** Creates objects that the manifests are judged beside. Returns what stands against those that are refused. */
  async surround(objects: readonly KubeObject[]): Promise<readonly string[]> {
    await this.#makeNamespaces(
      objects.map(({ metadata }) => metadata.namespace ?? ""),
      objects,
    );
    for (const object of objects) this.#remember(object);
    const reports = await createObjects(this.#asClient, objects, { existing: existingIn, signal: this.#signal });
    if (objects.some(isPolicy)) this.#hasPolicies = this.#hasNewPolicies = true;
    for (const object of objects) if (isQuota(object)) await this.#untilCounted(object);
    return reports.flatMap(({ outcome, message = "" }) => (outcome === "failed" ? [message] : []));
  }

  /** Sends manifests in an order in which what they need comes first, and yields what came of each. */
  async *send(manifests: readonly Manifest[]): AsyncGenerator<readonly [Manifest, Answer]> {
    const objects = manifests.map(({ object }) => object);
    await this.#makeNamespaces([this.#options.namespace, ...objects.map(namespaceOf)], objects);
    for (const manifest of inValidationOrder(manifests)) {
      this.#signal.throwIfAborted();
      if (isPolicy(asKubeObject(manifest.object))) this.#hasPolicies = this.#hasNewPolicies = true;
      else await this.#settlePolicies();
      yield [manifest, await this.#sendOne(manifest)];
    }
  }

  /** Makes the namespaces that are named and not among objects, and the accounts of pods in all that are there. */
  async #makeNamespaces(names: readonly string[], objects: readonly (KubeObject | JsonObject)[]): Promise<void> {
    const own = objects.flatMap((object) => (object.kind === "Namespace" ? [asKubeObject(object as JsonObject)] : []));
    const ownNames = new Set(own.map(({ metadata }) => metadata.name));
    for (const name of new Set(names)) {
      if (name === "" || ownNames.has(name)) continue;
      if (!this.#namespaces.has(name) && !this.#options.strictNamespaces)
        await this.#make({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
      this.#namespaces.add(name);
      await this.#makeAccount(name);
    }
  }

  async #makeAccount(namespace: string): Promise<void> {
    if (this.#accounts.has(namespace)) return;
    this.#accounts.add(namespace);
    const accounts = defaultAccountsFor([{ apiVersion: "v1", kind: "Namespace", metadata: { namespace } }]);
    for (const account of accounts) if (account.metadata.namespace === namespace) await this.#make(account);
  }

  /** Creates an object if it is not there; the manifest that needs it says if it cannot be created. */
  async #make(object: ApiObject): Promise<void> {
    this.#remember(object);
    try {
      await this.#objects.create(object);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
    }
  }

  async #sendOne({ object, expectations }: Manifest): Promise<Answer> {
    const isRead = expectations.some(({ kind }) => kind === "becomes");
    const isDefinition = kindOf(object) === "CustomResourceDefinition";
    if (this.#hasNewKinds && !isDefinition) this.#session.mapper = undefined;
    this.#hasNewKinds &&= isDefinition;
    await this.#learnNames(object);
    const answer = await this.#runKubectl(object, isRead ? "json" : "name");
    if (answer.stored === undefined) return answer;
    this.#remember(asKubeObject(object));
    if (kindOf(object) === "Namespace") await this.#makeAccount(nameOf(object));
    if (isQuota(asKubeObject(object))) await this.#untilCounted(this.#placed(object));
    if (!isDefinition) return answer;
    this.#hasNewKinds = true;
    const problem = await this.#untilServed(asKubeObject(object));
    return problem === "" ? answer : { ...answer, complaints: [{ field: "spec.names", message: problem, reason: "" }] };
  }

  /** Learns what the server has of an object's kind, where `apply` would ask for each object otherwise. */
  async #learnNames(object: JsonObject): Promise<void> {
    const { mapper, isAbsent } = this.#session;
    const resource = mapper?.ofKind(textAt(object, "apiVersion"), kindOf(object));
    if (isAbsent !== undefined && this.#options.as === "apply" && resource !== undefined)
      await this.#stored.learn(this.#client, resource);
  }

  /** An object with the namespace that it is sent to. */
  #placed(object: JsonObject): KubeObject {
    const { metadata, ...rest } = asKubeObject(object);
    return { ...rest, metadata: { ...metadata, namespace: namespaceOf(object) || this.#options.namespace } };
  }

  /** Waits until the kinds of a definition are served. Returns why they are not, or "". */
  async #untilServed(definition: KubeObject): Promise<string> {
    try {
      await established(this.#client, await this.#objects.resourceOf(definition), definition, this.#signal);
      return "";
    } catch (error) {
      return messageOf(error);
    }
  }

  /** Waits until a quota is counted, after which it limits what is created. */
  async #untilCounted(quota: KubeObject): Promise<void> {
    const waiting = followSignal(this.#signal);
    for await (const object of this.#objects.changes(quota, waiting.signal))
      if (object === undefined || "hard" in objectAt(asJson(object), "status")) break;
    waiting.abort();
  }

  async #runKubectl(object: JsonObject, format: "json" | "name"): Promise<Answer> {
    let out = "";
    let err = "";
    const output = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
    const words = this.#words(object, format);
    const key = words.join(" ");
    const command = this.#commands.get(key) ?? prepareKubectl(this.#session, words);
    this.#commands.set(key, command);
    const code = await command(object, output, this.#signal);
    const lines = err.split("\n");
    const after = (sign: string): readonly string[] =>
      lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(sign.length)] : []));
    const warnings = after("Warning: ");
    if (code === 0) return { complaints: [], warnings, stored: format === "json" ? readObject(out) : object };
    const { refused } = this.#session;
    const isTold = refused !== undefined && (refused.method !== "GET" || err.includes(refused.status.message ?? ""));
    const hint = after("hint: ")[0];
    const complaints = isTold ? await this.#complaintsOf(refused, hint) : withHints(complaintsOfText(err), [hint]);
    return { complaints, warnings, stored: undefined, ...(isTold && { refused }) };
  }

  /** The complaints of a refusal, each with its own hint; `hint` is the one at the whole. */
  async #complaintsOf(refused: RefusedRequest, hint: string | undefined): Promise<readonly Complaint[]> {
    const parts = partsOf(refused.status);
    const complaints = parts.map(({ complaint }) => complaint);
    if (parts.length < 2) return withHints(await withFields(complaints, refused), [hint]);
    const { hintsOfRefusals } = await import("../kubectl/hints/hint-of.ts");
    const refusals = parts.map(({ status }) => ({ ...refused, status }));
    return withHints(complaints, await hintsOfRefusals(this.#session, refusals));
  }

  #words(object: JsonObject, format: string): readonly string[] {
    const { as, fieldManager, user, groups } = this.#options;
    const namespace = namespaceOf(object) || this.#options.namespace;
    return [
      as === "create" ? "create" : "apply",
      ...(as === "server-side" ? ["--server-side"] : []),
      "--filename=-",
      "--validate=strict",
      `--output=${format}`,
      `--namespace=${namespace}`,
      ...(fieldManager === "" ? [] : [`--field-manager=${fieldManager}`]),
      ...(user === "" ? [] : [`--as=${user}`]),
      ...groups.map((group) => `--as-group=${group}`),
    ];
  }
}

const withHints = (complaints: readonly Complaint[], hints: readonly (string | undefined)[]): readonly Complaint[] =>
  complaints.map((complaint, i) => {
    const hint = hints[i];
    return hint === undefined ? complaint : { ...complaint, hint };
  });

/** Complaints with the field that a message is about without naming it, up to the first item of a list in a patch. */
async function withFields(
  complaints: readonly Complaint[],
  { method, body }: RefusedRequest,
): Promise<readonly Complaint[]> {
  const [only, ...more] = complaints;
  if (only === undefined || more.length > 0 || (only.field !== "" && only.field !== "patch") || body === undefined)
    return complaints;
  const { unnamedField } = await import("../diagnosis/refused/mistyped.ts");
  const path = unnamedField(only.message, JSON.parse(body)) ?? [];
  const item = method === "PATCH" ? path.findIndex((step) => typeof step === "number") : -1;
  const field = fieldOfSteps(item < 0 ? path : path.slice(0, item));
  return field === "" ? complaints : [{ ...only, field }];
}

const isQuota = ({ apiVersion, kind }: KubeObject): boolean => apiVersion === "v1" && kind === "ResourceQuota";

/** Objects of a dump replace those that every server has, except for APIServices and the Service `kubernetes`. */
const existingIn = ({ kind = "", metadata: { name } }: KubeObject): "leave" | "replace" =>
  kind === "APIService" || name === "kubernetes" ? "leave" : "replace";

const isPolicy = ({ kind = "" }: KubeObject): boolean => /AdmissionPolicy(?:Binding)?$/.test(kind);

const noFiles: Files = {
  read: () => Promise.resolve(undefined),
  list: () => Promise.resolve(undefined),
  write: () => Promise.reject(new Error("no files are written")),
};

function readObject(text: string): JsonObject {
  const value = text === "" ? {} : decodeJson(text);
  return isObject(value) ? value : {};
}
