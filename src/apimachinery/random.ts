/** Randomness as the program sees it; tests bring a seeded one. */
export interface Random {
  /** A whole number from 0 up to, not including, `limit`. */
  int(limit: number): number;
  /** A random UUID, version 4. */
  uuid(): string;
}
