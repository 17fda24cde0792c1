import { literalValidators } from "../checker/literal-validators.ts";
import { authorizerLibrary, authorizerSelectorsLibrary } from "../library/authorizer.ts";
import { comprehensionsLibrary } from "../library/comprehensions.ts";
import { extendedListsLibrary } from "../library/extended-lists.ts";
import { formatLibrary } from "../library/formats.ts";
import { listsLibrary } from "../library/lists.ts";
import { cidrLibrary, ipLibrary } from "../library/network.ts";
import { optionalsLibrary } from "../library/optionals.ts";
import { quantityLibrary } from "../library/quantity.ts";
import { regexLibrary } from "../library/regex.ts";
import { semverLibrary } from "../library/semver.ts";
import { setsLibrary } from "../library/sets.ts";
import { standardLibrary } from "../library/standard.ts";
import { stringsLibrary } from "../library/strings.ts";
import { urlLibrary } from "../library/url.ts";
import { createEnv, type Env } from "./env.ts";
import type { Library } from "./library.ts";

/** A library and the minor version that introduced it. */
interface VersionedLibrary {
  readonly since: number;
  readonly library: Library;
}

/** All libraries of Kubernetes 1.34, in the order in which overloads are resolved (environment.baseOpts). */
const versioned: readonly VersionedLibrary[] = [
  { since: 0, library: standardLibrary },
  { since: 0, library: urlLibrary },
  { since: 0, library: regexLibrary },
  { since: 0, library: listsLibrary },
  { since: 27, library: authorizerLibrary },
  { since: 28, library: optionalsLibrary },
  { since: 28, library: quantityLibrary },
  { since: 29, library: { name: "validators", validators: literalValidators } },
  { since: 29, library: stringsLibrary },
  { since: 29, library: setsLibrary },
  { since: 30, library: ipLibrary },
  { since: 30, library: cidrLibrary },
  { since: 31, library: formatLibrary },
  { since: 31, library: authorizerSelectorsLibrary },
  { since: 32, library: comprehensionsLibrary },
  { since: 33, library: semverLibrary },
  { since: 34, library: extendedListsLibrary },
];

/** The compatibility version: new expressions may only use what the previous minor version also supports. */
export const compatibilityMinor = 33;

/** Returns the libraries that a version supports. */
export const librariesUpTo = (minor: number): readonly Library[] =>
  versioned.filter(({ since }) => since <= minor).map(({ library }) => library);

/** The cost limit of one evaluation (PerCallLimit). */
export const perCallLimit = 1_000_000;

/** The environments for Kubernetes expressions. */
export interface EnvSet {
  /** For new expressions. */
  readonly newExpressions: Env;
  /** For stored expressions, which may use everything that this version supports. */
  readonly storedExpressions: Env;
}

/** Creates the environments; new expressions are limited to the libraries of release `minor`. */
export const createEnvSet = (minor = compatibilityMinor): EnvSet => ({
  newExpressions: createEnv(librariesUpTo(minor)),
  storedExpressions: createEnv(librariesUpTo(Infinity)),
});
