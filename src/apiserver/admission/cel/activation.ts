import type { GroupVersionKind, GroupVersionResource } from "../../../apimachinery/gvk.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { asJson, type KubeObject } from "../../../apimachinery/meta.ts";
import type { Activation } from "../../../cel/interpreter/frame.ts";
import { authorizerValue, resourceCheckValue, type Authorize } from "../../../cel/library/authorizer.ts";
import { EvalError, noSuchOverload, errorOr } from "../../../cel/values/eval-error.ts";
import { jsonValue } from "../../../cel/values/json.ts";
import { MapValue, type Value } from "../../../cel/values/value.ts";
import type { AdmissionAttributes } from "../attributes.ts";
import type { CompilationResult } from "./expressions.ts";

/** A request in the version that a policy matches (admission.VersionedAttributes). */
export interface VersionedAttributes {
  readonly attributes: AdmissionAttributes;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly object: KubeObject | undefined;
  readonly oldObject: KubeObject | undefined;
}

/** What expressions see besides the request. */
export interface Bindings {
  readonly versioned: VersionedAttributes;
  readonly params: KubeObject | undefined;
  readonly namespace: KubeObject | undefined;
}

/** The values of the variables of one policy for one request, shared by all its expressions. */
export class RequestValues {
  readonly #bindings: Bindings;
  readonly #authorize: Authorize;
  readonly #values = new Map<string, Value>();

  constructor(bindings: Bindings, authorize: Authorize) {
    this.#bindings = bindings;
    this.#authorize = authorize;
  }

  get(name: string): Value | undefined {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const value = this.#make(name);
    if (value !== undefined) this.#values.set(name, value);
    return value;
  }

  #make(name: string): Value | undefined {
    const { versioned, params, namespace } = this.#bindings;
    switch (name) {
      case "object":
        return objectValue(versioned.object);
      case "oldObject":
        return objectValue(versioned.oldObject);
      case "params":
        return objectValue(params);
      case "namespaceObject":
        return objectValue(namespace && namespaceObject(namespace));
      case "request":
        return jsonValue(admissionRequest(versioned));
      case "authorizer":
        return authorizerValue(this.#authorize);
      case "authorizer.requestResource":
        return resourceCheckValue(this.#authorize, requestResource(versioned.attributes));
      default:
        return undefined;
    }
  }
}

const objectValue = (object: KubeObject | undefined): Value =>
  object === undefined ? null : jsonValue(asJson(object));

const requestResource = ({ resource, subresource, namespace, name }: AdmissionAttributes) => ({
  group: resource.group,
  resource: resource.resource,
  subresource,
  namespace,
  name,
  fieldSelector: "",
  labelSelector: "",
});

/** The value of `request` (plugin/cel CreateAdmissionRequest). */
export function admissionRequest({
  attributes,
  kind,
  resource,
}: Pick<VersionedAttributes, "attributes" | "kind" | "resource">): JsonValue {
  const { subresource, name, namespace, operation, user, dryRun, options } = attributes;
  const { name: username, uid, groups, extra } = user;
  return {
    uid: "",
    kind: { group: kind.group, version: kind.version, kind: kind.kind },
    resource: { group: resource.group, version: resource.version, resource: resource.resource },
    ...(subresource !== "" && { subResource: subresource, requestSubResource: subresource }),
    requestKind: { ...attributes.kind },
    requestResource: { ...attributes.resource },
    ...(name !== "" && { name }),
    ...(namespace !== "" && { namespace }),
    operation,
    userInfo: {
      ...(username !== "" && { username }),
      ...(uid !== "" && { uid }),
      ...(groups.length > 0 && { groups }),
      ...(Object.keys(extra).length > 0 && { extra }),
    },
    object: null,
    oldObject: null,
    dryRun,
    // Options consist of JSON values.
    options: (options ?? null) as JsonValue,
  };
}

/** The fields of a namespace that expressions see (plugin/cel CreateNamespaceObject). */
function namespaceObject({ metadata, spec, status }: KubeObject): KubeObject {
  const { ownerReferences: _owners, managedFields: _fields, selfLink: _link, ...seen } = metadata;
  return { metadata: seen, spec: spec ?? {}, status: status ?? {} };
}

const memberUnknown = (name: string): EvalError => new EvalError(`no such key: ${name}`);

/** The variables of a policy, each computed when it is first used (plugin/cel compositionContext). */
class LazyVariables extends MapValue {
  readonly #compiled: ReadonlyMap<string, CompilationResult>;
  readonly #evaluate: (name: string, compiled: CompilationResult) => Value;
  readonly #values = new Map<string, Value>();

  constructor(
    compiled: ReadonlyMap<string, CompilationResult>,
    evaluate: (name: string, compiled: CompilationResult) => Value,
  ) {
    super();
    this.#compiled = compiled;
    this.#evaluate = evaluate;
  }

  override get size(): number {
    return this.#compiled.size;
  }

  override keys(): readonly Value[] {
    return [...this.#compiled.keys()];
  }

  override find(key: Value): Value | undefined {
    if (typeof key !== "string") return errorOr(key, noSuchOverload);
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const compiled = this.#compiled.get(key);
    if (compiled === undefined) return undefined;
    this.#values.set(key, memberUnknown(key));
    try {
      const value = this.#evaluate(key, compiled);
      this.#values.set(key, value);
      return value;
    } catch (error) {
      this.#values.delete(key); // it is evaluated again once an answer is there
      throw error;
    }
  }

  /** The variables are equal to themselves only; they do not compare with other values (lazy.MapValue.Equal). */
  override equalTo(other: Value): Value {
    return other instanceof LazyVariables ? other === this : errorOr(other, noSuchOverload);
  }
}

/** The variables of one run of expressions (plugin/cel evaluationActivation). */
export class AdmissionActivation implements Activation {
  readonly #request: RequestValues;
  readonly #hasAuthorizer: boolean;
  readonly #variables: LazyVariables;
  #variableCost = 0;

  constructor(
    request: RequestValues,
    variables: ReadonlyMap<string, CompilationResult>,
    { hasAuthorizer }: { readonly hasAuthorizer: boolean },
  ) {
    this.#request = request;
    this.#hasAuthorizer = hasAuthorizer;
    this.#variables = new LazyVariables(variables, (name, compiled) => this.#variable(name, compiled));
  }

  get(name: string): Value | undefined {
    if (name === "variables") return this.#variables;
    if (!this.#hasAuthorizer && name.startsWith("authorizer")) return undefined;
    return this.#request.get(name);
  }

  /** Returns the cost of the variables that were computed since the last call. */
  takeVariableCost(): number {
    const cost = this.#variableCost;
    this.#variableCost = 0;
    return cost;
  }

  #variable(name: string, { program, error }: CompilationResult): Value {
    if (program === undefined)
      return new EvalError(`composited variable ${JSON.stringify(name)} fails to compile: ${error ?? ""}`);
    const { value, cost } = program.evaluate(this);
    this.#variableCost += cost;
    return value instanceof EvalError
      ? new EvalError(`composited variable ${JSON.stringify(name)} fails to evaluate: ${value.message}`)
      : value;
  }
}
