import { ConfigurationTexts } from "./configuration-texts.ts";
import { ConformingObjects } from "./conforming.ts";
import { RepeatedApplies } from "./repeated-apply.ts";

/**
 * Caches results of earlier applies, since the next ones are often similar. Every part is bounded, and none affects a
 * response. Each server has its own cache, so servers in one process share no state.
 */
export class ApplyCache {
  /** Applies that changed nothing. */
  readonly repeats = new RepeatedApplies();
  /** The last decoded configurations. */
  readonly configurations = new ConfigurationTexts();
  /** Objects that are known to conform to their types. */
  readonly conforming = new ConformingObjects();

  /** Clears all caches. */
  close(): void {
    this.repeats.clear();
    this.configurations.clear();
    this.conforming.clear();
  }
}
