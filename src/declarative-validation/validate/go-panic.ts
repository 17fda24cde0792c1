/** A panic of Go code, at generation or while validating; the message is what Go prints. */
export class GoPanic extends Error {
  constructor(message: string) {
    super(message);
    this.name = "GoPanic";
  }
}

/** Returns the panic of reading through a nil pointer. */
export const nilDereference = (): GoPanic =>
  new GoPanic("runtime error: invalid memory address or nil pointer dereference");
