import { messageOf } from "../../../apimachinery/message-of.ts";
import { newInternalError, newUnknownError, StatusError } from "../../../apimachinery/errors.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { isObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject } from "../../../apimachinery/meta.ts";
import { textOf } from "../../../apimachinery/text-of.ts";
import { decodeLongJson } from "../../../component-base/long-json.ts";
import { encodeUntyped } from "../../../component-base/long-texts.ts";
import type { OpenStep } from "../../../component-base/trace.ts";
import { codecOfKind } from "../../codec/json/typed-codec.ts";
import { jsonPatchText, parseJsonPatch } from "../../patch/json-patch.ts";
import { PatchFailure } from "../../patch/patch-failure.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { deepEqual } from "../../schema/validation/deep-equal.ts";
import type { AdmissionAttributes } from "../attributes.ts";
import { otherKindError, patchedKind } from "../patched-kind.ts";
import type { VersionedAttributes } from "../cel/activation.ts";
import type { PluginSteps } from "../lazy-plugin.ts";
import type { Match } from "../policy/matching.ts";
import { ReinvocationState } from "../policy/reinvocation-state.ts";
import { callHook, jsonOf } from "./call-hook.ts";
import { HookSource, type Hook } from "./hooks.ts";
import { isExempt, shouldCallHook } from "./invocation.ts";
import type { AdmissionResponse } from "./review.ts";
import type { AdmissionWebhookServices } from "./services.ts";
import { asStatus, decide, observed } from "./validating-webhook.ts";
import { WebhookCallError } from "./webhook-errors.ts";

const pluginName = "MutatingAdmissionWebhook";
const mutationAnnotation = "mutation.webhook.admission.k8s.io/";
const patchAnnotation = "patch.webhook.admission.k8s.io/";
const failedOpenAnnotation = `failed-open.${mutationAnnotation}`;

/** The plugin MutatingAdmissionWebhook: asks webhooks one after the other, each about what the last one left. */
export function createMutatingWebhooks(services: AdmissionWebhookServices): PluginSteps {
  const source = new HookSource(services.configurations);
  return {
    admit: (attributes) =>
      isExempt(attributes) || source.hooks.length === 0
        ? undefined
        : new Dispatch(services, attributes).run(source.hooks),
  };
}

/** The mutating webhooks of one request (mutating.mutatingDispatcher). */
class Dispatch {
  readonly #services: AdmissionWebhookServices;
  readonly #attributes: AdmissionAttributes;
  readonly #state: ReinvocationState;
  readonly #round: number;
  /** The object as the webhooks have left it, in the version that the last one matched. */
  #current: { readonly kind: GroupVersionKind; readonly object: KubeObject } | undefined;
  #dirty = false;

  constructor(services: AdmissionWebhookServices, attributes: AdmissionAttributes) {
    const { reinvocation } = attributes;
    const state = reinvocation.value(pluginName);
    this.#services = services;
    this.#attributes = attributes;
    this.#state = state instanceof ReinvocationState ? state : new ReinvocationState();
    this.#round = reinvocation.isReinvoke ? 1 : 0;
    reinvocation.setValue(pluginName, this.#state);
  }

  /** Returns the changed object, or undefined if no webhook patched it. */
  async run(hooks: readonly Hook[]): Promise<KubeObject | undefined> {
    const { object, objects, reinvocation } = this.#attributes;
    if (reinvocation.isReinvoke && this.#state.isChanged(object)) this.#state.requireReinvocation();
    this.#state.output = object;
    for (const [index, hook] of hooks.entries()) await this.#ask(hook, index);
    if (!this.#dirty || this.#current === undefined) return undefined;
    const result = await objects.fromVersion(this.#current.object, this.#current.kind);
    this.#state.output = result;
    return result;
  }

  async #ask(hook: Hook, index: number): Promise<void> {
    const { webhook, uid, configuration } = hook;
    const { reinvocation, operation } = this.#attributes;
    const seen = this.#current === undefined ? this.#attributes : withObject(this.#attributes, this.#current.object);
    const invocation = await shouldCallHook(hook, seen, (match) => this.#versioned(match), this.#services, "admit");
    if (invocation === undefined || (reinvocation.isReinvoke && !this.#state.shouldReinvoke(uid))) return;
    const step = this.#attributes.step?.step("webhook", webhook.name);
    const ignored = webhook.failurePolicy === "Ignore";
    const place = `round_${this.#round}_index_${index}`;
    let changed = false;
    const error = await observed(
      { name: webhook.name, type: "admit", operation },
      ignored,
      async () => {
        changed = await this.#call(hook, invocation.match, place, step);
      },
      this.#services,
    );
    this.#annotate(mutationAnnotation + place, { configuration, webhook: webhook.name, mutated: changed });
    if (error !== undefined) decide(step, error);
    step?.end();
    if (changed) {
      this.#state.requireReinvocation();
      reinvocation.setShouldReinvoke();
    }
    if (webhook.reinvocationPolicy === "IfNeeded") this.#state.addReinvocable(uid);
    if (error === undefined) return;
    if (!ignored || !(error instanceof WebhookCallError)) throw asStatus(error);
    this.#attributes.annotate(failedOpenAnnotation + place, webhook.name);
  }

  #annotate(key: string, value: JsonValue, level?: "Request"): void {
    this.#attributes.annotate(key, encodeJson(value), level);
  }

  /** Calls a webhook and applies its patch; returns whether the object has changed. */
  async #call(hook: Hook, match: Match, place: string, step: OpenStep | undefined): Promise<boolean> {
    const versioned = await this.#versioned(match);
    const response = await callHook(hook, versioned, true, this.#services);
    const { name } = hook.webhook;
    if (response.patch === "" || !hasOperations(name, response)) return false;
    const { object } = versioned;
    if (object === undefined)
      throw newInternalError(
        `admission webhook ${quoteGo(name)} attempted to modify the object, which is not supported for this operation`,
      );
    if (response.patchType !== "JSONPatch")
      throw new WebhookCallError(name, `unsupported patch type ${quoteGo(response.patchType)}`, 400);
    const { pace } = this.#attributes;
    const before = await pace(() => jsonOf(this.#services.types, versioned, object));
    const { patched, decoded } = await this.#patched(versioned, before, response.patch);
    this.#annotate(
      patchAnnotation + place,
      {
        configuration: hook.configuration,
        webhook: name,
        patch: decodeJson(response.patch),
        patchType: "JSONPatch",
      },
      "Request",
    );
    const fresh = this.#hasFreshTimes(match, object);
    const changed = fresh || !deepEqual(asJson(object), decoded);
    this.#current = { kind: match.kind, object: patched };
    this.#dirty = true;
    if (changed && step !== undefined) step.objects(before, await pace(() => encodeUntyped(asJson(patched))));
    return changed;
  }

  /**
   * Whether decoding alone changes an object of a built-in kind: upstream's times of this request's managed fields have
   * fractions of a second, which the first patch removes.
   */
  #hasFreshTimes({ kind }: Match, { metadata }: KubeObject): boolean {
    if (this.#dirty || this.#round > 0 || this.#services.types.schemaOf(kind) === undefined) return false;
    const known = (this.#attributes.oldObject?.metadata.managedFields ?? []).map((entry) => JSON.stringify(entry));
    return (metadata.managedFields ?? []).some((entry) => !known.includes(JSON.stringify(entry)));
  }

  /** Applies a patch and decodes the result, with defaults. Throws an internal error in the words of the library. */
  async #patched({ kind }: VersionedAttributes, text: string, patch: string) {
    const { objects, pace } = this.#attributes;
    const { types } = this.#services;
    try {
      const result = await pace(() => decodeLongJson(jsonPatchText(text, patch)));
      if (!isObject(result)) throw new Error(`couldn't get version/kind; json parse error`);
      checkKind(types, kind, result);
      const isKnown = types.schemaOf(kind) !== undefined;
      const decoded = isKnown ? asJson(await pace(() => codecOfKind(types, kind).decode(result))) : result;
      return {
        decoded: { ...decoded, apiVersion: formatGroupVersion(kind), kind: textOf(result["kind"]) || kind.kind },
        patched: await objects.toVersion(await objects.fromVersion(asKubeObject(result), kind, { pace }), kind, pace),
      };
    } catch (error) {
      if (error instanceof StatusError && error.reason === "") throw error;
      const failure = error instanceof StatusError && error.cause instanceof PatchFailure ? error.cause : error;
      throw newInternalError(failure instanceof Error ? failure : String(failure));
    }
  }

  /** Returns the request in the version of a match, with the object as the preceding webhooks left it. */
  async #versioned({ kind, resource }: Match): Promise<VersionedAttributes> {
    const { object, oldObject, objects, pace } = this.#attributes;
    const current = this.#current;
    if (current === undefined && object !== undefined)
      this.#current = { kind, object: await objects.toVersion(object, kind, pace) };
    else if (current !== undefined && !isSameKind(current.kind, kind))
      this.#current = {
        kind,
        object: await objects.toVersion(await objects.fromVersion(current.object, current.kind, { pace }), kind, pace),
      };
    return {
      attributes: this.#attributes,
      kind,
      resource,
      object: this.#current?.object,
      oldObject: oldObject && (await objects.toVersion(oldObject, kind, pace)),
    };
  }
}

/** The attributes of a request for another object; selectors look at its labels. */
const withObject = (attributes: AdmissionAttributes, object: KubeObject): AdmissionAttributes => ({
  request: attributes.request,
  operation: attributes.operation,
  kind: attributes.kind,
  resource: attributes.resource,
  subresource: attributes.subresource,
  namespace: attributes.namespace,
  name: attributes.name,
  object,
  oldObject: attributes.oldObject,
  dryRun: attributes.dryRun,
  user: attributes.user,
  options: attributes.options,
  objects: attributes.objects,
  reinvocation: attributes.reinvocation,
  signal: attributes.signal,
  deadline: attributes.deadline,
  turns: attributes.turns,
  pace: attributes.pace,
  step: attributes.step,
  warn: (text) => attributes.warn(text),
  annotate: (key, value, level) => attributes.annotate(key, value, level),
});

const isSameKind = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a.group === b.group && a.version === b.version && a.kind === b.kind;

/** Whether a patch does anything; throws if it is none. */
function hasOperations(webhook: string, { patch }: AdmissionResponse): boolean {
  try {
    parseJsonPatch(patch);
    const operations = decodeJson(patch);
    return Array.isArray(operations) && operations.length > 0;
  } catch (error) {
    const reason = messageOf(error);
    throw new WebhookCallError(webhook, `received undecodable patch in webhook response: ${reason}`, 503);
  }
}

/** Throws if a patch made an object one of another version, or a built-in kind another one. */
function checkKind(
  types: TypeRegistry,
  kind: GroupVersionKind,
  result: { readonly [member: string]: JsonValue },
): void {
  const other = patchedKind(kind, result);
  if (types.schemaOf(kind) !== undefined) {
    const error = otherKindError(types, kind, other, (found) => codecOfKind(types, found).decode(result));
    if (error !== undefined) throw new Error(error);
    return;
  }
  if (formatGroupVersion(other) === formatGroupVersion(kind)) return;
  throw newUnknownError(
    `${other.group}/${other.version}, Kind=${other.kind} is unstructured and is not suitable for converting to ${quoteGo(formatGroupVersion(kind))}`,
  );
}
