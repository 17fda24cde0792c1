import { sortedKeys } from "../../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { printGoValue } from "../../apimachinery/go-values.ts";
import { asValue } from "../../apimachinery/jsonpath/found.ts";
import { JsonPath } from "../../apimachinery/jsonpath/json-path.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import type { Invocation } from "../invocation.ts";
import { KubectlError } from "../kubectl-error.ts";
import { indentedJson } from "./print-json.ts";

/** The printer of a template: jsonpath, go-template and their files. Throws a KubectlError. */
export async function createTemplatePrinter(
  invocation: Invocation,
  format: string,
  argument: string,
  rawOf: (object: JsonObject) => string,
): Promise<(object: JsonObject) => void> {
  const { flags, out, session } = invocation;
  if (argument === "") throw new KubectlError(`template format specified but no template given`);
  const isFile = format.endsWith("file");
  const read = isFile ? await session.files.read(argument) : argument;
  if (read === undefined)
    throw new KubectlError(`error reading --template ${argument}, open ${argument}: no such file or directory\n`);
  if (!format.startsWith("jsonpath")) return goTemplatePrinter(invocation, read, rawOf);
  const template = parsePath(read, flags.bool("allow-missing-template-keys"));
  return (object) => {
    try {
      if (format !== "jsonpath-as-json") return out(template.print(object));
      for (const found of template.findResults(object))
        out(
          `${indentedJson(
            found.map((each) => asValue(each) ?? null),
            "    ",
          )}\n`,
        );
    } catch (error) {
      throw new KubectlError(
        `error executing jsonpath ${quoteGo(read)}: Error executing template: ${messageOf(error)}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${read}\n\tobject given to jsonpath engine was:\n\t\t${goSyntax(object)}\n\n\n`,
      );
    }
  };
}

/** The printer of a Go template; what it printed before it failed stands, and what helps to find out why. */
async function goTemplatePrinter(
  { flags, out }: Invocation,
  text: string,
  rawOf: (object: JsonObject) => string,
): Promise<(object: JsonObject) => void> {
  const { GoTemplate } = await import("../go-template/go-template.ts");
  let template: InstanceType<typeof GoTemplate>;
  try {
    template = new GoTemplate(text);
  } catch (error) {
    throw new KubectlError(`error parsing template ${text}, ${messageOf(error)}\n`);
  }
  const allowsMissing = flags.bool("allow-missing-template-keys");
  return (object) => {
    try {
      template.execute(object, allowsMissing, out);
    } catch (error) {
      if (error instanceof KubectlError) throw error;
      out(
        `Error executing template: ${messageOf(error)}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${text}\n\traw data was:\n\t\t${rawOf(object)}\n\tobject given to template engine was:\n\t\t${printGoValue(object)}\n\n`,
      );
      throw new KubectlError(`error executing template ${quoteGo(text)}: ${messageOf(error)}`);
    }
  };
}

function parsePath(text: string, allowMissingKeys: boolean): JsonPath {
  try {
    return new JsonPath(text, { allowMissingKeys });
  } catch (error) {
    throw new KubectlError(`error parsing jsonpath ${text}, ${messageOf(error)}\n`);
  }
}

/** A decoded value as Go's `%#v` prints it. */
function goSyntax(value: JsonValue): string {
  if (value === null) return "interface {}(nil)";
  if (isList(value)) return `[]interface {}{${value.map(goSyntax).join(", ")}}`;
  if (!isObject(value)) return typeof value === "string" ? quoteGo(value) : printGoValue(value);
  const members = sortedKeys(value).map((key) => `${quoteGo(key)}:${goSyntax(value[key] ?? null)}`);
  return `map[string]interface {}{${members.join(", ")}}`;
}
