import { decodeJson } from "../../apimachinery/json/decode.ts";
import { isList, Double, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { FlagSet } from "../cli/flag-set.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, kindOf, nameOf, textAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { typedJson, withZeroValues } from "../typed/typed-object.ts";
import { indentedJson, withoutManagedFields, yamlOf } from "./print-json.ts";

/** Prints an object; `operation` is what was done to it, which only names show. */
export type Print = (object: JsonObject, operation?: string) => void;

/** The output formats of commands that print objects, sorted. */
export const objectFormats: readonly string[] = [
  "json",
  "yaml",
  "name",
  "go-template",
  "go-template-file",
  "template",
  "templatefile",
  "jsonpath",
  "jsonpath-as-json",
  "jsonpath-file",
];

/** `deployment.apps/web`: how kubectl names an object. */
export function objectTitle(object: JsonObject, fallbackName = ""): string {
  const [group = "", version] = textAt(object, "apiVersion").split("/");
  const kind = kindOf(object).toLowerCase();
  const name = nameOf(object) || fallbackName || "<unknown>";
  return `${kind}${version === undefined ? "" : `.${group}`}/${name}`;
}

/**
 * The printer of `-o`; without it, names with the operation. `rawOf` gives an object's JSON as errors of templates show
 * it. Throws a KubectlError for formats that there are not.
 */
export async function createPrinter(
  invocation: Invocation,
  given = objectFormats,
  rawOf: (object: JsonObject) => string = encodeJson,
): Promise<Print> {
  const { flags, out } = invocation;
  const formats = formatsOf(invocation, given);
  const template = flags.text("template");
  const isTemplate = template !== "" && (flags.text("output") === "" || !flags.changed("output"));
  const output = isTemplate ? "go-template" : outputOf(flags.text("output"));
  const clean = (object: JsonObject): JsonObject =>
    flags.bool("show-managed-fields") ? object : withoutManagedFields(object);
  if (output === "") return (object, operation = "") => out(`${objectTitle(object)} ${operation}\n`);
  if (output === "name") return (object) => printNames(object, out);
  if (output === "json") return (object) => out(`${indentedJson(clean(object), "    ")}\n`);
  if (output === "yaml") return yamlPrinter(out, clean);
  if (output === "kyaml" && formats.includes(output)) {
    const { kyamlOf } = await import("../kyaml/kyaml.ts");
    return (object) => out(kyamlOf(clean(object)));
  }
  const equals = output.indexOf("=");
  const format = equals < 0 ? output : output.slice(0, equals);
  if (formats.includes(format) && !hasTwoArguments(flags) && !/^(?:json|yaml|name|wide)=/.test(output)) {
    const { createTemplatePrinter } = await import("./template-printer.ts");
    // Templates see the object as it is: only JSON and YAML leave managedFields out.
    const argument = equals < 0 ? template : output.slice(equals + 1);
    const print = await createTemplatePrinter(invocation, format, argument, rawOf);
    return (object) => print(object);
  }
  throw unknownFormat(output, formats);
}

/** Reports whether `-o` and `--template` both say what to print: the former is no known format then. */
export const hasTwoArguments = (flags: FlagSet): boolean =>
  flags.text("output").includes("=") && flags.text("template") !== "";

/** The printer of `-o` for objects of Go types, whose JSON has its fields in Go's order; otherwise as createPrinter. */
export async function createTypedPrinter(invocation: Invocation, given = objectFormats): Promise<Print> {
  const { flags, out } = invocation;
  const formats = formatsOf(invocation, given);
  const isKyaml = flags.text("output").toLowerCase() === "kyaml" && formats.includes("kyaml");
  if (flags.text("output") !== "json" && !isKyaml) {
    const rawOf = (object: JsonObject): string => JSON.stringify(JSON.parse(typedJson(object)));
    const print = await createPrinter(invocation, formats, rawOf);
    const isPath = flags.text("output").startsWith("jsonpath");
    return (object, operation) => {
      const whole = withZeroValues(object);
      print(isPath ? withFloats(whole) : whole, operation);
    };
  }
  const clean = flags.bool("show-managed-fields") ? (object: JsonObject) => object : withoutManagedFields;
  const textOf = (object: JsonObject): string => typedJson(withZeroValues(clean(object)));
  if (!isKyaml) return (object) => out(`${textOf(object)}\n`);
  const { kyamlOf } = await import("../kyaml/kyaml.ts");
  return (object) => out(kyamlOf(decodeJson(textOf(object)), true));
}

/** An object whose numbers are floats, as those of Go types become on the way to JSONPath: 1e+06. */
const withFloats = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, floatsOf(value)]));

const floatsOf = (value: JsonValue): JsonValue =>
  typeof value === "number"
    ? new Double(value)
    : isList(value)
      ? value.map(floatsOf)
      : isObject(value)
        ? withFloats(value)
        : value;

/** The formats of a command; KYAML is one where the environment turns it on (KUBECTL_KYAML). */
export const formatsOf = ({ session }: Invocation, formats: readonly string[]): readonly string[] =>
  session.environment["KUBECTL_KYAML"]?.toLowerCase() === "true" ? [...formats, "kyaml"] : formats;

/** `JSON`, `YAML` and `NAME` are formats in any case of letters. */
const outputOf = (output: string): string =>
  ["json", "yaml", "kyaml", "name"].find((format) => format === output.toLowerCase()) ?? output;

/** The error of an output format that there is not (genericclioptions.NoCompatiblePrinterError). */
export function unknownFormat(output: string, formats: readonly string[]): KubectlError {
  return new KubectlError(
    `unable to match a printer suitable for the output format ${quoteGo(output)}, allowed formats are: ${[...formats].sort().join(",")}`,
  );
}

function printNames(object: JsonObject, out: (text: string) => void): void {
  if (!kindOf(object).endsWith("List") || object["items"] === undefined) return out(`${objectTitle(object)}\n`);
  for (const item of itemsAt(object, "items")) if (isObject(item)) out(`${objectTitle(item)}\n`);
}

function yamlPrinter(out: (text: string) => void, clean: (object: JsonObject) => JsonObject): Print {
  let count = 0;
  return (object) => {
    if (count++ > 0) out("---\n");
    out(yamlOf(clean(object)));
  };
}
