import type { JsonObject } from "../../apimachinery/json/value.ts";
import { TemplateBudget } from "../output/template-budget.ts";
import { execute } from "./execute.ts";
import { parseTemplates, type Templates } from "./parser.ts";

/** A template of Go's text/template with the functions of kubectl (printers.GoTemplatePrinter). */
export class GoTemplate {
  readonly #text: string;
  readonly #templates: Templates;

  /** Throws an Error in Go's words for a text that is no template. */
  constructor(text: string) {
    this.#text = text;
    this.#templates = parseTemplates(text);
  }

  /** Writes the text of the template for an object, up to where it fails. Throws an Error in Go's words. */
  execute(object: JsonObject, allowsMissing: boolean, write: (text: string) => void): void {
    const budget = new TemplateBudget();
    execute({ text: this.#text, templates: this.#templates, allowsMissing, budget, write }, object);
  }
}
