import type { RecordedSequence, Step } from "../sequence.ts";

/** A sequence of requests about an object of a built-in kind, with kube-apiserver's answers. */
export interface RecordedBuiltin extends RecordedSequence {
  readonly kind: string;
  /** What removes what the sequence may have left. */
  readonly cleanUp: readonly Step[];
}
