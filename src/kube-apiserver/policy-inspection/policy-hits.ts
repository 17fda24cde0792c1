import { formatGroupVersion } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { matchesRule } from "../../apiserver/admission/policy/matching.ts";
import { withSpec, type NamedRule, type PolicySpec } from "../../apiserver/admission/policy/types.ts";
import type { WebhookConfiguration } from "../../apiserver/admission/webhook/types.ts";
import type { ResourceScope } from "../../apiserver/endpoints/resource-scope.ts";
import { resolveRequestInfo } from "../../apiserver/request/resolve-request-info.ts";
import { storageRoot } from "../../apiserver/registry/keys.ts";
import { gvkOf, type ResourceInfo } from "../../apiserver/registry/resource-definition.ts";
import { wholeList } from "../../apiserver/registry/selection.ts";
import { groupBy } from "../../apimachinery/group-by.ts";
import type {
  HitsCursor,
  PolicyHit,
  PolicyHits,
  PolicyRequest,
  PolicyVerdict,
  WrittenPolicy,
} from "../../client/policies.ts";
import type { Trace, TraceRef } from "../../component-base/trace.ts";
import type { PolicyCallsOptions } from "./policy-calls-options.ts";
import type { PolicyJudge } from "./policy-judge.ts";
import { attributesOf, readRequest, userOf, type FindScope, type HypotheticalRequest } from "./hypothetical-request.ts";
import { decodePolicy, judgeOf } from "./written-policy.ts";

/** How long one part of the search may take: the worker answers requests as well. */
const partMs = 40;

/** A page of the objects of a resource. */
interface ObjectPage {
  readonly objects: readonly { readonly object: KubeObject; readonly scope: ResourceScope }[];
  /** The next page; "" if there is none. */
  readonly next: string;
  /** How many objects follow. */
  readonly more: number;
}

/** The number of objects that are listed at once. */
const pageSize = 250;

const beginning: HitsCursor = { part: 0, page: "", offset: 0 };

/** A policy that is ready for a search. */
interface Prepared {
  readonly judge: PolicyJudge;
  readonly rules: readonly NamedRule[];
}

type Operation = PolicyRequest["operation"];

/** Finds the live objects and the requests of the log that a policy would stop, change or warn about. */
export class PolicyHitSearch {
  readonly #options: PolicyCallsOptions;
  readonly #findScope: FindScope;
  /** The policy of the last part, which the next part is most likely about. */
  #last: { readonly key: string; readonly prepared: Promise<Prepared> } | undefined;

  constructor(options: PolicyCallsOptions, findScope: FindScope) {
    this.#options = options;
    this.#findScope = findScope;
  }

  /** Evaluates a part; rejects with a message if the policy cannot be evaluated. */
  async search(written: WrittenPolicy, over: "objects" | "log", from?: HitsCursor): Promise<PolicyHits> {
    const prepared = await this.#prepare(written);
    return over === "objects" ? this.#objects(prepared, from) : this.#log(prepared, from);
  }

  #prepare(written: WrittenPolicy): Promise<Prepared> {
    const key = JSON.stringify(written);
    if (this.#last?.key === key) return this.#last.prepared;
    const prepared = this.#make(written);
    this.#last = { key, prepared };
    return prepared;
  }

  async #make(written: WrittenPolicy): Promise<Prepared> {
    const policy = await decodePolicy(written.policy, this.#options);
    return { judge: await judgeOf(written, this.#options), rules: rulesOf(policy) };
  }

  async #objects({ judge, rules }: Prepared, from: HitsCursor | undefined): Promise<PolicyHits> {
    const resources = this.#searched(rules);
    const total = from === undefined ? await this.#countObjects(resources) : undefined;
    const found = new Part(this.#now(), total);
    let { part, page, offset } = from ?? beginning;
    while (part < resources.length) {
      const { objects, next } = await this.#page(resources[part], pageSize, page);
      for (const { object, scope } of objects.slice(offset)) {
        if (found.isOver(this.#now())) return found.result({ part, page, offset });
        const hypothetical = objectRequest(scope, object, rules);
        found.add(hypothetical, await judge.judge(hypothetical));
        offset++;
      }
      offset = 0;
      page = next;
      if (page === "") part++;
    }
    return found.result();
  }

  /** Lists some objects of a resource: a page, since the worker waits for it. */
  async #page(resource: ResourceInfo | undefined, limit: number, page: string): Promise<ObjectPage> {
    const scope = resource && (await this.#findScope(gvkOf(resource)));
    if (scope === undefined) return { objects: [], next: "", more: 0 };
    const list = await scope.store.list(this.#options.context(""), { ...wholeList, limit, continue: page });
    const objects = list.items.map(({ object }) => ({ object, scope }));
    return { objects, next: list.continue, more: list.remainingItemCount ?? 0 };
  }

  /** The resources that the rules may concern, one for all versions of the same objects. */
  #searched(rules: readonly NamedRule[]): readonly ResourceInfo[] {
    const all = this.#options.resources().filter((one) => one.unstored !== true);
    return [...groupBy(all, storageRoot).values()].flatMap((versions) => {
      const named = versions.find((one) => rules.some((rule) => names(rule, one)));
      const covered = versions.some((one) => rules.some((rule) => names({ ...rule, apiVersions: ["*"] }, one)));
      return named ?? (covered ? versions[0] : undefined) ?? [];
    });
  }

  async #countObjects(resources: readonly ResourceInfo[]): Promise<number> {
    let count = 0;
    for (const resource of resources) {
      const { objects, more } = await this.#page(resource, 1, "");
      count += objects.length + more;
    }
    return count;
  }

  async #log({ judge }: Prepared, from: HitsCursor | undefined): Promise<PolicyHits> {
    const traces = this.#options.traces.traces(0).filter(isWrite);
    const found = new Part(this.#now(), from === undefined ? traces.length : undefined);
    for (const trace of traces.filter(({ id }) => id > (from?.offset ?? 0))) {
      if (found.isOver(this.#now())) return found.result({ ...beginning, offset: trace.id - 1 });
      const hypothetical = await this.#loggedRequest(trace);
      if (hypothetical === undefined) found.skip();
      else found.add(hypothetical, await judge.judge(hypothetical), trace.requestId);
    }
    return found.result();
  }

  /** Returns a request of the log as far as its trace still has it. */
  async #loggedRequest(trace: Trace): Promise<HypotheticalRequest | undefined> {
    const { method, target, stages, user } = trace;
    const info = resolveRequestInfo(method, target);
    if (!info.isResourceRequest || info.subresource !== "") return undefined;
    const before = stages.find((stage) => stage.objectBefore !== undefined)?.objectBefore;
    const after = stages.findLast((stage) => stage.objectAfter !== undefined)?.objectAfter;
    const [old, object] = [this.#text(before), this.#text(after)];
    const request = loggedOperation(old, object);
    if (request === undefined) return undefined;
    try {
      return { ...(await readRequest(request, this.#findScope)), user: userOf(user) };
    } catch {
      return undefined; // its kind is not served any more
    }
  }

  #text(ref: TraceRef | undefined): unknown {
    const text = ref && this.#options.traces.text(ref.id);
    return text === undefined ? undefined : JSON.parse(text);
  }

  #now(): number {
    return this.#options.plugins.clock.monotonic();
  }
}

function loggedOperation(old: unknown, object: unknown): PolicyRequest | undefined {
  if (object === undefined) return old === undefined ? undefined : { operation: "DELETE", old };
  return old === undefined ? { operation: "CREATE", object } : { operation: "UPDATE", object, old };
}

/** Whether a request changed an object. Requests that changed nothing have no text of an object. */
const isWrite = ({ method, target, status, stages }: Trace): boolean =>
  method !== "GET" &&
  status < 300 &&
  !/[?&]dryRun=/.test(target) &&
  stages.some(({ objectBefore, objectAfter }) => objectBefore !== undefined || objectAfter !== undefined);

function rulesOf(policy: KubeObject): readonly NamedRule[] {
  const { webhooks = [] }: WebhookConfiguration = policy;
  const rules = [
    ...(withSpec<PolicySpec>(policy).spec.matchConstraints?.resourceRules ?? []),
    ...webhooks.flatMap((webhook) => webhook.rules ?? []),
  ];
  return rules.length === 0 ? [everywhere] : rules;
}

const everywhere: NamedRule = { operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] };

/** Whether a rule names a resource, whatever the operation. */
function names({ apiGroups = [], apiVersions = [], resources = [] }: NamedRule, info: ResourceInfo): boolean {
  const has = (items: readonly string[], wanted: string): boolean => items.includes("*") || items.includes(wanted);
  return (
    has(apiGroups, info.group) &&
    has(apiVersions, info.version) &&
    resources.some((pattern) => pattern.split("/")[0] === "*" || pattern === info.resource)
  );
}

const operations = ["CREATE", "UPDATE", "DELETE"] as const;

/** Returns the first of create, update and delete that the rules cover, with a live object as it is. */
function objectRequest(scope: ResourceScope, object: KubeObject, rules: readonly NamedRule[]): HypotheticalRequest {
  const { namespace = "", name = "" } = object.metadata;
  const request = (operation: Operation): HypotheticalRequest => ({
    scope,
    operation,
    name,
    namespace: scope.definition.resource === "namespaces" ? name : namespace,
    object: operation === "DELETE" ? undefined : object,
    old: operation === "CREATE" ? undefined : object,
    user: userOf("kubernetes-admin"),
  });
  const covers = (hypothetical: HypotheticalRequest): boolean => {
    const { attributes } = attributesOf(hypothetical, false);
    const served = [scope.resource, ...scope.objects.equivalents().map(({ resource }) => resource)];
    return rules.some((rule) => served.some((one) => matchesRule(rule, attributes, one)));
  };
  return operations.map(request).find(covers) ?? request("CREATE");
}

/** The hits of one part of a search. */
class Part {
  readonly #start: number;
  readonly #total: number | undefined;
  readonly #hits: PolicyHit[] = [];
  #checked = 0;
  #matched = 0;

  constructor(start: number, total: number | undefined) {
    this.#start = start;
    this.#total = total;
  }

  isOver(now: number): boolean {
    return this.#checked > 0 && now - this.#start > partMs;
  }

  skip(): void {
    this.#checked++;
  }

  add({ scope, operation, namespace, name }: HypotheticalRequest, verdict: PolicyVerdict, requestId?: string): void {
    const { outcome, message } = verdict;
    this.#checked++;
    if (outcome === "unmatched") return;
    this.#matched++;
    if (outcome === "allowed") return;
    this.#hits.push({
      apiVersion: formatGroupVersion(scope.kind),
      kind: scope.kind.kind,
      namespace: scope.definition.namespaced ? namespace : "",
      name,
      operation: operation === "CONNECT" ? "CREATE" : operation,
      outcome,
      message,
      ...(requestId !== undefined && { requestId }),
    });
  }

  result(next?: HitsCursor): PolicyHits {
    return {
      hits: this.#hits,
      checked: this.#checked,
      matched: this.#matched,
      ...(this.#total !== undefined && { total: this.#total }),
      ...(next !== undefined && { next }),
    };
  }
}
