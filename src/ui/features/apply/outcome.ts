import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import type { FieldManager } from "../../../client/managed-fields.ts";
import type { ManifestNode } from "../../../assist/manifest-places.ts";

/** The server's response to an apply or its dry run. */
export type Answer =
  | {
      readonly kind: "accepted";
      readonly object: KubeObject;
      readonly created: boolean;
      readonly warnings: readonly string[];
    }
  | { readonly kind: "refused"; readonly status: Status };

/** The ways to resolve a conflict: force ownership, drop the field from the manifest, or share the live value. */
export type Way = "force" | "drop" | "share";

export const ways: readonly Way[] = ["force", "drop", "share"];

/** A field that another manager owns with a different value. */
export interface Conflict {
  readonly path: string;
  /** The server's conflict message, which names the owner. */
  readonly message: string;
  readonly owners: readonly FieldManager[];
  /** The field's position in the manifest. */
  readonly place: ManifestNode | undefined;
  /** The live value; undefined if the field is not set. */
  readonly live: unknown;
}

/** Conflicts with the resolution selected for each. */
export interface Resolution {
  readonly conflicts: readonly Conflict[];
  readonly choice: (conflict: Conflict) => Way | undefined;
}

/** The dry run of a resolution. */
export interface Preview {
  readonly text: string;
  readonly force: boolean;
  readonly answer: Answer;
}

/** The predicted outcome of applying an actor's manifest. `before` is the live object. */
export type Outcome =
  | {
      readonly kind: "accepted";
      readonly text: string;
      readonly manager: string;
      readonly before: KubeObject | undefined;
      readonly answer: Answer & { readonly kind: "accepted" };
    }
  | {
      readonly kind: "conflict";
      readonly text: string;
      readonly manager: string;
      readonly before: KubeObject;
      readonly conflicts: readonly Conflict[];
      readonly previews: Readonly<Partial<Record<Way, Preview>>>;
    }
  | { readonly kind: "refused"; readonly text: string; readonly manager: string; readonly status: Status };

/**
 * Returns the resolutions available for a conflict. A field can only be removed if the manifest contains it, and only
 * shared if it also has a live value.
 */
export const waysOut = ({ place, live }: Conflict): readonly Way[] =>
  ways.filter((way) => way === "force" || (place !== undefined && (way === "drop" || live !== undefined)));
