import { messageOf } from "../../../apimachinery/message-of.ts";
import { BackendError, type BackendErrorCode } from "../backend/backend-error.ts";

/** The reason why writes currently fail. */
export interface Trouble {
  readonly code: BackendErrorCode;
  /** A human-readable sentence. */
  readonly message: string;
}

/** Called when writes begin to fail or the reason changes, and with undefined when they succeed again. */
export type TroubleListener = (trouble: Trouble | undefined) => void;

function toTrouble(error: unknown): Trouble {
  if (error instanceof BackendError) return { code: error.code, message: error.message };
  return { code: "Aborted", message: messageOf(error) };
}

/** Holds the current trouble and notifies listeners of changes. */
export class TroubleBoard {
  readonly #listeners = new Set<TroubleListener>();
  #present: Trouble | undefined;

  get present(): Trouble | undefined {
    return this.#present;
  }

  listen(listener: TroubleListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  report(error: unknown): void {
    const trouble = toTrouble(error);
    if (trouble.message === this.#present?.message) return;
    this.#set(trouble);
  }

  clear(): void {
    if (this.#present !== undefined) this.#set(undefined);
  }

  #set(trouble: Trouble | undefined): void {
    this.#present = trouble;
    for (const listener of this.#listeners) listener(trouble);
  }
}
