/** A health check. */
export interface HealthCheck {
  readonly name: string;
  readonly isGood: boolean;
  readonly words: string;
}

/** Parses the response of /livez or /readyz with `verbose`, which has one line per check. */
export const readHealth = (text: string): readonly HealthCheck[] =>
  text.split("\n").flatMap((line) => {
    const match = /^\[([+-])\](\S+) (.*)$/.exec(line);
    return match === null ? [] : [{ name: match[2] ?? "", isGood: match[1] === "+", words: match[3] ?? "" }];
  });
