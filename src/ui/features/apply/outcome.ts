import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import type { FieldManager } from "../../../client/managed-fields.ts";
import type { ManifestNode } from "../../data/manifest-places.ts";

/** What the server says to a manifest that is applied, or would be. */
export type Answer =
  | {
      readonly kind: "accepted";
      readonly object: KubeObject;
      readonly created: boolean;
      readonly warnings: readonly string[];
    }
  | { readonly kind: "refused"; readonly status: Status };

/** The ways out of a conflict: take the field, leave it out, or agree to the value that is there. */
export type Way = "force" | "drop" | "share";

export const ways: readonly Way[] = ["force", "drop", "share"];

/** One field that somebody else set to another value. */
export interface Conflict {
  readonly path: string;
  /** The server's words for whom it is a conflict with. */
  readonly message: string;
  readonly owners: readonly FieldManager[];
  /** Where the manifest speaks of it. */
  readonly place: ManifestNode | undefined;
  /** What stands there now; undefined where nothing does. */
  readonly live: unknown;
}

/** Conflicts and the way out that is chosen for each. */
export interface Resolution {
  readonly conflicts: readonly Conflict[];
  readonly choice: (conflict: Conflict) => Way | undefined;
}

/** What would follow if the conflicts were resolved in some ways. */
export interface Preview {
  readonly text: string;
  readonly force: boolean;
  readonly answer: Answer;
}

/** What would become of an actor's manifest. `before` is the object that it met. */
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
 * Which ways a conflict leaves: what is not in the manifest cannot leave it, and what is not there cannot be agreed to.
 */
export const waysOut = ({ place, live }: Conflict): readonly Way[] =>
  ways.filter((way) => way === "force" || (place !== undefined && (way === "drop" || live !== undefined)));
