import type { GroupVersionKind, GroupVersionResource } from "../../apimachinery/gvk.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";
import type { Turns } from "../../component-base/event-loop.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { inSlices, Work, type Pace } from "../../component-base/work.ts";
import type { StepRecorder, TraceRecorder } from "../../component-base/trace.ts";
import type { Atom } from "../../structured-merge-diff/schema.ts";
import type { UserInfo } from "../request/user.ts";

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** The options of the operation as an object: CreateOptions, UpdateOptions or DeleteOptions of meta.k8s.io/v1. */
export type OperationOptions = Readonly<Record<string, unknown>>;

/** A resource under which the object of a request is served too, and the kind of the object there. */
export interface EquivalentResource {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

/** Converts the objects of a request between the versions of their kind (admission.ObjectInterfaces). */
export interface ObjectInterfaces {
  /**
   * The resources that serve the same objects, the one of the request among them, with the same subresource
   * (runtime.EquivalentResourceMapper).
   */
  equivalents(): readonly EquivalentResource[];
  /** Returns an object as a version serves it, with kind and apiVersion; a large one at a pace. */
  toVersion(object: KubeObject, kind: GroupVersionKind, pace?: Pace): MaybeAsync<KubeObject>;
  /**
   * Decodes an object of a version, applies the defaults and returns it in the form that admission handles. Throws an
   * error if it does not fit its type, or has unknown fields while decoding is strict.
   */
  fromVersion(
    object: KubeObject,
    kind: GroupVersionKind,
    options?: { readonly strict?: boolean; readonly pace?: Pace },
  ): MaybeAsync<KubeObject>;
  /** Returns the type by which configurations are merged into objects of a version; undefined if it is unknown. */
  atom(kind: GroupVersionKind): Atom | undefined;
  /** Returns the JSON of an object as the request's version serves it, for traces. */
  text(object: KubeObject): string;
}

/** The audit levels at which admission adds annotations. */
export type AnnotationLevel = "Metadata" | "Request" | "RequestResponse";

/** What the plugins of one request share. */
export interface AdmissionRequest {
  readonly user: UserInfo;
  readonly namespace: string;
  readonly dryRun: boolean;
  readonly trace?: TraceRecorder | undefined;
  readonly audit?:
    | { readonly decision: { readonly level: string }; annotate(key: string, value: string): void }
    | undefined;
  /** Aborted when the client has gone or the request has timed out. */
  readonly signal?: AbortSignal | undefined;
  /** When the request times out, by the monotonic clock. */
  readonly deadline?: number | undefined;
  /** The turns in which long work goes on. */
  readonly turns?: Turns | undefined;
  /** Whether the body or the stored object is large, so that conversions take turns with other requests. */
  readonly isLarge?: boolean;
  warn(text: string): void;
}

/** What is asked of which resource: the part of the attributes that requests for the same path share. */
export interface AdmissionTarget {
  readonly operation: Operation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
}

/** The attributes of a request for admission (admission.Attributes). */
export interface AdmissionAttributes extends AdmissionTarget {
  /** What stands for the request of the client, the same in all runs of the chain. */
  readonly request: object;
  readonly namespace: string;
  readonly name: string;
  /** The new object as the preceding plugins left it; undefined on delete. */
  readonly object?: KubeObject | undefined;
  /** The existing object; undefined on create. */
  readonly oldObject?: KubeObject | undefined;
  readonly dryRun: boolean;
  readonly user: UserInfo;
  /** Undefined for CONNECT. */
  readonly options: OperationOptions | undefined;
  readonly objects: ObjectInterfaces;
  readonly reinvocation: ReinvocationContext;
  readonly signal: AbortSignal | undefined;
  /** When the request times out, by the monotonic clock; undefined if it does not. */
  readonly deadline: number | undefined;
  /** The turns in which long work goes on; undefined if it cannot give way. */
  readonly turns: Turns | undefined;
  /** The pace of conversions, and of reviews and patches of webhooks. */
  readonly pace: Pace;
  /** The step of the current plugin in the trace; undefined if the request is not traced. */
  readonly step: StepRecorder | undefined;
  warn(text: string): void;
  /**
   * Adds an annotation to the audit event, if its level includes `level`. Returns an error message if the key is
   * invalid or has another value already.
   */
  annotate(key: string, value: string, level?: AnnotationLevel): string | undefined;
}

/**
 * Whether the mutating plugins are called again, and what each one remembers for that (admission.ReinvocationContext).
 */
export interface ReinvocationContext {
  readonly isReinvoke: boolean;
  readonly shouldReinvoke: boolean;
  setShouldReinvoke(): void;
  value(plugin: string): unknown;
  setValue(plugin: string, value: unknown): void;
}

/** The parts of the attributes that a handler knows. */
interface AttributeParts extends AdmissionTarget {
  readonly name: string;
  readonly object: KubeObject | undefined;
  readonly oldObject: KubeObject | undefined;
  readonly objects: ObjectInterfaces;
  options?(): OperationOptions | undefined;
}

/** Conversions of a request may run beside each other, so each has work of its own. */
const paceOf =
  (request: AdmissionRequest): Pace =>
  (compute) => {
    const { turns, signal, isLarge } = request;
    if (isLarge !== true || turns === undefined) return compute();
    return inSlices({ isLarge, work: new Work(), turns, ...(signal && { signal }) }, compute);
  };

const levels: readonly string[] = ["Metadata", "Request", "RequestResponse"];

/** The attributes of one run of the chain; the chain replaces the object and the step (admission.attributesRecord). */
export class AttributesRecord implements AdmissionAttributes, ReinvocationContext {
  readonly operation: Operation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly name: string;
  readonly oldObject: KubeObject | undefined;
  readonly objects: ObjectInterfaces;
  object: KubeObject | undefined;
  step: StepRecorder | undefined;
  isReinvoke = false;
  shouldReinvoke = false;
  readonly #request: AdmissionRequest;
  readonly #options: (() => OperationOptions | undefined) | undefined;
  #annotations: Map<string, string> | undefined;
  #values: Map<string, unknown> | undefined;

  constructor(request: AdmissionRequest, parts: AttributeParts) {
    this.#request = request;
    this.operation = parts.operation;
    this.kind = parts.kind;
    this.resource = parts.resource;
    this.subresource = parts.subresource;
    this.name = parts.name;
    this.object = parts.object;
    this.oldObject = parts.oldObject;
    this.objects = parts.objects;
    this.#options = parts.options;
  }

  get request(): object {
    return this.#request;
  }

  get namespace(): string {
    return this.#request.namespace;
  }

  get dryRun(): boolean {
    return this.#request.dryRun;
  }

  get user(): UserInfo {
    return this.#request.user;
  }

  get trace(): TraceRecorder | undefined {
    return this.#request.trace;
  }

  get signal(): AbortSignal | undefined {
    return this.#request.signal;
  }

  get deadline(): number | undefined {
    return this.#request.deadline;
  }

  get turns(): Turns | undefined {
    return this.#request.turns;
  }

  get pace(): Pace {
    return paceOf(this.#request);
  }

  get options(): OperationOptions | undefined {
    return this.#options?.();
  }

  get reinvocation(): ReinvocationContext {
    return this;
  }

  warn(text: string): void {
    this.#request.warn(text);
  }

  annotate(key: string, value: string, level: AnnotationLevel = "Metadata"): string | undefined {
    const problem = keyProblem(key);
    if (problem !== undefined) return problem;
    const known = (this.#annotations ??= new Map()).get(key);
    const added = `${level} ${value}`;
    if (known !== undefined && known !== added)
      return `admission annotations are not allowd to be overwritten, key:${quoteGo(key)}, old value: ${known}, new value: ${added}`;
    this.#annotations.set(key, added);
    const { audit } = this.#request;
    if (audit !== undefined && levels.indexOf(audit.decision.level) >= levels.indexOf(level))
      audit.annotate(key, value);
    return undefined;
  }

  setShouldReinvoke(): void {
    this.shouldReinvoke = true;
  }

  value(plugin: string): unknown {
    return this.#values?.get(plugin);
  }

  setValue(plugin: string, value: unknown): void {
    (this.#values ??= new Map()).set(plugin, value);
  }
}

/** Returns why a key cannot be that of an annotation (admission.checkKeyFormat). */
function keyProblem(key: string): string | undefined {
  if (key.split("/").length !== 2)
    return "annotation key has invalid format, the right format is a DNS subdomain prefix and '/' and key name. (e.g. 'podsecuritypolicy.admission.k8s.io/admit-policy')";
  const problems = isQualifiedName(key);
  return problems.length === 0
    ? undefined
    : `annotation key has invalid format ${problems.join(",")}. A qualified name like 'podsecuritypolicy.admission.k8s.io/admit-policy' is required.`;
}
