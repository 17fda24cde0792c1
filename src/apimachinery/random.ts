/** The source of randomness; tests use a seeded one. */
export interface Random {
  /** Returns an integer from 0 (inclusive) to `limit` (exclusive). */
  int(limit: number): number;
  /** Returns a random UUID (version 4). */
  uuid(): string;
}
