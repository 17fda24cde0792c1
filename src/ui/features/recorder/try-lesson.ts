import type { Page } from "../../state/page.ts";

/** A claim that does not hold. */
export interface MissedClaim {
  /** The line of the lesson, from 1. */
  readonly line: number;
  readonly words: string;
}

/** What came of running a lesson. */
export interface TriedLesson {
  /** Why it could not run; "" if it did. */
  readonly problem: string;
  readonly steps: number;
  /** The steps that ran: one whose claims do not hold is the last. */
  readonly ran: number;
  readonly claims: number;
  readonly missed: readonly MissedClaim[];
}

/** Runs a lesson against a fresh world in memory. */
export type TryLesson = (page: Page, text: string) => Promise<TriedLesson>;
