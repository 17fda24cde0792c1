/** The form in which a place is embedded in another page; what its parameters mean is in `embed-homes.ts`. */
export interface EmbedForm {
  /** The value of `view` and `?embed=`. */
  readonly id: string;
  readonly title: string;
}
