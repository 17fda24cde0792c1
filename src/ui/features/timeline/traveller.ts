import { nameRevision, revisionOfAddress } from "../../platform/address.ts";
import type { Moment, Page } from "../../state/page.ts";
import { shownPast } from "../../state/past.ts";
import { openPast, type PastPage } from "./past/past-page.ts";

/** Views are shown another revision at most this often, however fast the line is dragged. */
const showingGapMs = 80;
/** Browsers refuse more than some changes of the address in a time. */
const namingGapMs = 300;

/** Shows the past of a page in its place, and names the revision in the address. */
export class Traveller {
  readonly #now: Page;
  #open: PastPage | undefined;
  #due: Moment | undefined;
  #isResting = false;
  #cancelNaming: (() => void) | undefined;

  constructor(now: Page) {
    this.#now = now;
  }

  /** Shows a revision, or the newest state. With `isNamed`, the address has it already. */
  show(moment: Moment | undefined, isNamed = false): void {
    if (moment === undefined) this.#leave();
    else this.#enter(moment);
    this.#name(moment?.revision, isNamed);
  }

  /** Whether the address is yet to name the revision that is shown. */
  get isNaming(): boolean {
    return this.#cancelNaming !== undefined;
  }

  #leave(): void {
    this.#due = undefined;
    if (this.#open === undefined) return;
    shownPast.of(this.#now).setState({ page: undefined });
    this.#open.end();
    this.#open = undefined;
  }

  #enter(moment: Moment): void {
    if (this.#isResting) {
      this.#due = moment;
      return;
    }
    this.#isResting = true;
    this.#now.clock.after(showingGapMs, () => {
      const next = this.#due;
      this.#isResting = false;
      this.#due = undefined;
      if (next !== undefined) this.#enter(next);
    });
    if (this.#open !== undefined) return this.#open.position.show(moment);
    this.#open = openPast(this.#now, moment);
    shownPast.of(this.#now).setState({ page: this.#open.page });
  }

  #name(revision: number | undefined, isNamed: boolean): void {
    this.#cancelNaming?.();
    this.#cancelNaming = undefined;
    const named = revisionOfAddress();
    if (isNamed || named === revision) return;
    // the way back leads to the newest state
    if (named === undefined || revision === undefined) return nameRevision(revision, named !== undefined);
    this.#cancelNaming = this.#now.clock.after(namingGapMs, () => {
      this.#cancelNaming = undefined;
      nameRevision(revision, true);
    });
  }
}
