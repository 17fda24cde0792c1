/** The names of the world that is shown, and of the one that is compared with it. */
export interface Names {
  readonly here: string;
  readonly there: string;
}
