import { ConfigurationTexts } from "./configuration-texts.ts";
import { ConformingObjects } from "./conforming.ts";
import { RepeatedApplies } from "./repeated-apply.ts";

/**
 * What a server remembers of the applies that it answered, since the next ones are mostly like them. Each part is
 * bounded; none changes an answer. A server owns one, so that servers in one process share nothing.
 */
export class ApplyCache {
  /** Applies that changed nothing. */
  readonly repeats = new RepeatedApplies();
  /** Configurations as they were read last. */
  readonly configurations = new ConfigurationTexts();
  /** Objects that are known to conform to their types. */
  readonly conforming = new ConformingObjects();

  /** Forgets everything. */
  close(): void {
    this.repeats.clear();
    this.configurations.clear();
    this.conforming.clear();
  }
}
