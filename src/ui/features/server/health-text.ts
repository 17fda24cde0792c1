/** One check of the server's health. */
export interface HealthCheck {
  readonly name: string;
  readonly isGood: boolean;
  readonly words: string;
}

/** Reads what /livez and /readyz answer with `verbose`: a line for each check. */
export const readHealth = (text: string): readonly HealthCheck[] =>
  text.split("\n").flatMap((line) => {
    const match = /^\[([+-])\](\S+) (.*)$/.exec(line);
    return match === null ? [] : [{ name: match[2] ?? "", isGood: match[1] === "+", words: match[3] ?? "" }];
  });
