import type { Preconditions } from "../storage/interface.ts";

/** The validated fields of meta/v1 DeleteOptions that the registry uses. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | undefined;
  readonly preconditions?: Preconditions | undefined;
  readonly orphanDependents?: boolean | undefined;
  readonly propagationPolicy?: string | undefined;
}
