import type { Preconditions } from "../storage/interface.ts";

/** meta/v1 DeleteOptions as far as the registry acts on them; validated before. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | undefined;
  readonly preconditions?: Preconditions | undefined;
  readonly orphanDependents?: boolean | undefined;
  readonly propagationPolicy?: string | undefined;
}
