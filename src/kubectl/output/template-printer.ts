import type { JsonObject } from "../../apimachinery/json/value.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { Invocation } from "../invocation.ts";
import { KubectlError, messageOf } from "../kubectl-error.ts";
import { indentedJson } from "./print-json.ts";
import { JsonPathTemplate } from "./json-path-template.ts";

/** The printer of a template: jsonpath, go-template and their files. Throws a KubectlError. */
export async function createTemplatePrinter(
  invocation: Invocation,
  format: string,
  argument: string,
): Promise<(object: JsonObject) => void> {
  const { out, session } = invocation;
  if (argument === "") throw new KubectlError(`template format specified but no template given`);
  const isFile = format.endsWith("file");
  const read = isFile ? await session.files.read(argument) : argument;
  if (read === undefined)
    throw new KubectlError(`error reading --template ${argument}, open ${argument}: no such file or directory\n`);
  if (!format.startsWith("jsonpath")) {
    const { GoTemplate } = await import("./go-template.ts");
    const template = new GoTemplate(read);
    return (object) => out(template.print(object));
  }
  const template = parsePath(read);
  if (format === "jsonpath-as-json") return (object) => out(`${indentedJson(template.values(object), "    ")}\n`);
  return (object) => out(template.print(object));
}

function parsePath(text: string): JsonPathTemplate {
  try {
    return new JsonPathTemplate(text);
  } catch (error) {
    throw new KubectlError(`error parsing jsonpath ${text}, ${messageOf(error)}\n`.replace(quoteGo(""), ""));
  }
}
