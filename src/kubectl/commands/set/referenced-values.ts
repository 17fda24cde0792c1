import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { bytesOfBase64 } from "../../../apimachinery/base64.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { parseQuantity } from "../../../apimachinery/quantity-parse.ts";
import type { Quantity } from "../../../apimachinery/quantity.ts";
import { isQualifiedName } from "../../../apimachinery/validation/names.ts";
import type { Invocation } from "../../invocation.ts";
import { objectAt, textAt, valueAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";

/** The values that variables of a container refer to; each ConfigMap and Secret is read once. */
export class ReferencedValues {
  readonly #invocation: Invocation;
  readonly #object: JsonObject;
  readonly #container: JsonValue;
  readonly #read = new Map<string, JsonObject>();

  constructor(invocation: Invocation, object: JsonObject, container: JsonValue) {
    this.#invocation = invocation;
    this.#object = object;
    this.#container = container;
  }

  /** The value of a `valueFrom` (env.GetEnvVarRefValue). Throws if it cannot be had. */
  async of(from: JsonObject): Promise<string> {
    if (from["secretKeyRef"] !== undefined) {
      const data = await this.#keyOf("secrets", "secret", objectAt(from, "secretKeyRef"));
      return new TextDecoder().decode(bytesOfBase64(data));
    }
    if (from["configMapKeyRef"] !== undefined)
      return this.#keyOf("configmaps", "config map", objectAt(from, "configMapKeyRef"));
    if (from["fieldRef"] !== undefined) return fieldValue(this.#object, textAt(from, "fieldRef", "fieldPath"));
    if (from["resourceFieldRef"] !== undefined)
      return resourceValue(this.#container, objectAt(from, "resourceFieldRef"));
    throw new KubectlError("invalid valueFrom");
  }

  async #keyOf(resource: string, what: string, reference: JsonObject): Promise<string> {
    const { rest, namespace } = this.#invocation;
    const [name, key] = [textAt(reference, "name"), textAt(reference, "key")];
    const path = `/api/v1/namespaces/${namespace}/${resource}/${name}`;
    const object = this.#read.get(path) ?? (await rest.object({ method: "GET", path }));
    this.#read.set(path, object);
    const value = valueAt(object, "data", key);
    if (typeof value !== "string") throw new KubectlError(`key ${key} not found in ${what} ${name}`);
    return value;
  }
}

/** The value of a field of an object's metadata (env.extractFieldPathAsString). Throws a KubectlError. */
export function fieldValue(object: JsonObject, path: string): string {
  const [, of, key = ""] = /^(.+?)\['(.*)'\]$/s.exec(path) ?? [];
  if (of !== undefined) {
    if (of !== "metadata.annotations" && of !== "metadata.labels")
      throw new KubectlError(`fieldPath ${quoteGo(path)} does not support subscript`);
    const problems = isQualifiedName(of === "metadata.annotations" ? key.toLowerCase() : key);
    if (problems.length > 0) throw new KubectlError(`invalid key subscript in ${path}: ${problems.join(";")}`);
    return textAt(object, ...of.split("."), key);
  }
  if (path === "metadata.annotations" || path === "metadata.labels")
    return Object.entries(objectAt(object, ...path.split(".")))
      .sort(([a], [b]) => compareUtf8(a, b))
      .map(([name, value]) => `${name}=${quoteGo(String(value))}`)
      .join("\n");
  if (["metadata.name", "metadata.namespace", "metadata.uid"].includes(path)) return textAt(object, ...path.split("."));
  throw new KubectlError(`unsupported fieldPath: ${path}`);
}

/**
 * A container's request or limit in units of the divisor, rounded up (env.extractContainerResourceValue). Upstream
 * divides two float64 of whole numbers, and makes an int64 of the quotient.
 */
export function resourceValue(container: JsonValue, reference: JsonObject): string {
  const name = textAt(reference, "resource");
  const [, list = "", resource = ""] =
    /^(limits|requests)\.(cpu|memory|ephemeral-storage|hugepages-.*)$/.exec(name) ?? [];
  if (list === "") throw new KubectlError(`Unsupported container resource : ${name}`);
  const given = parseQuantity(textAt(reference, "divisor") || "0");
  const divisor = given.isZero ? parseQuantity("1") : given;
  const amount = parseQuantity(textAt(container, "resources", list, resource) || "0");
  const wholeOf = ({ milliValue, value }: Quantity): number => Number(resource === "cpu" ? milliValue : value);
  return int64Text(Math.ceil(wholeOf(amount) / wholeOf(divisor)));
}

/** A float64 as an int64; those out of range become the smallest one, as on amd64. */
const int64Text = (value: number): string =>
  String(value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(value) : -(2n ** 63n));
