import { useDeferredValue, useMemo } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Release } from "../../../declarative-validation/generator/context.ts";
import { parseManifest } from "../../data/yaml.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { defaultType, fixtureResults, generated, type FixtureResult, type Generated } from "./lab-model.ts";

/** A text of fixtures, read. */
type Read = { readonly text: string; readonly value?: unknown; readonly problem?: string };

/** The lab's state: what the generator makes of the types, and what becomes of the fixtures. */
export interface Lab {
  readonly generated: Generated;
  /** Undefined while the fixtures are read, and where there are no validators. */
  readonly results: readonly FixtureResult[] | undefined;
  readonly fixtureProblem: string | undefined;
  /** The type that fixtures are of. */
  readonly type: string;
}

/** Generates and validates after each change; typing does not wait. */
export function useLab(source: string, fixtures: string, release: Release, wanted: string | undefined): Lab {
  const text = useDeferredValue(source);
  const made = useMemo(() => generated(text, release), [text, release]);
  const read = useLatestAnswer(
    () =>
      parseManifest(fixtures).then(
        (value): Read => ({ text: fixtures, value }),
        (error: unknown): Read => ({ text: fixtures, problem: messageOf(error) }),
      ),
    [fixtures],
  );
  const { validators } = made;
  const type = validators === undefined ? "" : defaultType(validators, wanted);
  const results = useMemo(
    () =>
      validators === undefined || read?.text !== fixtures || read.problem !== undefined
        ? undefined
        : fixtureResults(validators, read.value, type),
    [validators, read, fixtures, type],
  );
  return { generated: made, results, fixtureProblem: read?.problem, type };
}
