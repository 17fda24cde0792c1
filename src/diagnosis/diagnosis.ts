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

/** What would work in place of a refused request, or the way to it. */
export type Remedy = {
  /** An imperative without a full stop: `Use /api/v1/namespaces/default/pods`. */
  readonly words: string;
} & (
  | {
      /** The same request with other parts; a part that is absent stays. */
      readonly kind: "request";
      readonly method?: string;
      readonly target?: string;
      /** The media type of its body. */
      readonly contentType?: string;
      /** The media type of its answer. */
      readonly accept?: string;
    }
  | {
      /** Another request, to be sent before this one or by somebody else. */
      readonly kind: "other-request";
      readonly method: string;
      readonly target: string;
      readonly body?: unknown;
      /** The command that sends it. */
      readonly command?: string;
    }
  | {
      /** Fields of the body to set, to give another name, or (with neither) to leave out. */
      readonly kind: "edit";
      readonly edits: readonly BodyEdit[];
    }
  | { readonly kind: "object"; readonly object: ObjectId }
  | { readonly kind: "advice" }
);

/** A change of a request's body. */
export interface BodyEdit {
  readonly path: readonly (string | number)[];
  /** The value to set. */
  readonly value?: unknown;
  /** The name to give a field in place of its own. */
  readonly name?: string;
}

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
  /** What to do about a refused request, the likeliest first. */
  readonly remedies?: readonly Remedy[];
}
