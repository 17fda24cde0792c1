/** The stages of npm test, by what names them and what they need. */
export declare const stages: readonly {
  readonly name: string;
  readonly parts?: readonly string[];
  readonly after?: readonly string[];
}[];
