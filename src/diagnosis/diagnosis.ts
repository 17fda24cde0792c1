/** Names an object: what is said about it, it can be found by. */
export interface ObjectId {
  readonly group: string;
  readonly kind: string;
  /** "" for objects of the cluster. */
  readonly namespace: string;
  readonly name: string;
}

/** What a diagnosis was concluded from, so that each noun of its sentence can be looked up. */
export type Evidence =
  | { readonly kind: "field"; readonly object: ObjectId; readonly path: string; readonly value: string }
  | {
      readonly kind: "condition";
      readonly object: ObjectId;
      readonly type: string;
      readonly status: string;
      readonly reason: string;
      readonly message: string;
      readonly since: string;
    }
  | {
      readonly kind: "event";
      readonly object: ObjectId;
      /** The name of the event itself. */
      readonly name: string;
      readonly type: string;
      readonly reason: string;
      readonly message: string;
      readonly count: number;
      readonly first: string;
      readonly last: string;
    }
  | { readonly kind: "object"; readonly object: ObjectId }
  | { readonly kind: "missing"; readonly object: ObjectId }
  | { readonly kind: "status"; readonly code: number; readonly reason: string; readonly message: string };

/** How much a state asks for attention. */
export type Level = "ok" | "progressing" | "warning" | "error";

/** The state of an object and its cause. */
export interface Diagnosis {
  readonly object: ObjectId;
  /** A stable name of the kind of situation, such as `pod-insufficient-cpu`. */
  readonly situation: string;
  /** The state in a word or two, such as `Pending`. */
  readonly state: string;
  readonly level: Level;
  /** The state and its cause in one sentence, without a full stop at its end. */
  readonly sentence: string;
  /** What the object does, to follow its name: `crashes: exit code 1, restarted 4 times`. */
  readonly predicate: string;
  readonly evidence: readonly Evidence[];
  /** The diagnoses of other objects that this one waits for or suffers from. */
  readonly causes: readonly Diagnosis[];
}
