import { asJson, type KubeObject } from "../../../apimachinery/meta.ts";
import { deepEqual } from "../../schema/validation/deep-equal.ts";

/** What a plugin of mutating policies remembers between its two calls (mutating.policyReinvokeContext). */
export class ReinvocationState {
  /** The object as the last call left it. */
  output: KubeObject | undefined;
  readonly #reinvocable = new Set<string>();
  readonly #reinvoked = new Set<string>();

  isChanged(object: KubeObject | undefined): boolean {
    if (object === this.output) return false;
    return object === undefined || this.output === undefined || !deepEqual(asJson(object), asJson(this.output));
  }

  /** Records a policy that is called again if a later one changes the object. */
  addReinvocable(key: string): void {
    this.#reinvocable.add(key);
  }

  /** Lets all policies recorded so far be called again. */
  requireReinvocation(): void {
    for (const key of this.#reinvocable) this.#reinvoked.add(key);
    this.#reinvocable.clear();
  }

  shouldReinvoke(key: string): boolean {
    return this.#reinvoked.has(key);
  }
}
