/** A patch operation that cannot be applied, or a failed `test`, with the message of upstream's library. */
export class PatchFailure extends Error {
  override readonly name = "PatchFailure";
}

/** A patch for which upstream's code panics. The request fails as after any panic; the message is Go's. */
export class PatchPanic extends Error {
  override readonly name = "PatchPanic";
}

export const nilDereference = (): PatchPanic =>
  new PatchPanic("runtime error: invalid memory address or nil pointer dereference");
export const nilMapAssignment = (): PatchPanic => new PatchPanic("assignment to entry in nil map");
