import { KubectlError } from "../kubectl-error.ts";

/** What one printing of a template may print, in characters, and what a step counts as: nested ranges multiply. */
const most = 20_000_000;
const stepCost = 20;

/** Counts what a template prints. */
export class TemplateBudget {
  #left = most;

  /** Returns a text that is printed. Throws a KubectlError when it is too much. */
  spend(text: string): string {
    this.#left -= text.length + stepCost;
    if (this.#left < 0) throw new KubectlError("the template prints too much");
    return text;
  }
}
