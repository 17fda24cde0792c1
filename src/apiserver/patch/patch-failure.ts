/** An operation of a patch that cannot be carried out, or a test that failed; the message is upstream's library's. */
export class PatchFailure extends Error {
  override readonly name = "PatchFailure";
}

/** A patch that makes upstream's code panic: the request ends as after any panic. The message is Go's. */
export class PatchPanic extends Error {
  override readonly name = "PatchPanic";
}

export const nilDereference = (): PatchPanic =>
  new PatchPanic("runtime error: invalid memory address or nil pointer dereference");
export const nilMapAssignment = (): PatchPanic => new PatchPanic("assignment to entry in nil map");
