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

/** A library and the minor version that brought it. */
interface VersionedLibrary {
  readonly since: number;
  readonly library: Library;
}

/** Everything Kubernetes 1.34 knows, in the order in which overloads are tried (environment.baseOpts). */
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

/** New expressions may use what a server one version older knows too. */
const compatibilityMinor = 33;

/** The libraries a version knows. */
export const librariesUpTo = (minor: number): readonly Library[] =>
  versioned.filter(({ since }) => since <= minor).map(({ library }) => library);

/** Cost one evaluation may have (PerCallLimit). */
export const perCallLimit = 1_000_000;

/** The environments of Kubernetes' expressions. */
export interface EnvSet {
  /** For expressions that are being written. */
  readonly newExpressions: Env;
  /** For expressions in storage: they may use whatever this version knows. */
  readonly storedExpressions: Env;
}

/** New expressions may use what servers of release `minor` know. */
export const createEnvSet = (minor = compatibilityMinor): EnvSet => ({
  newExpressions: createEnv(librariesUpTo(minor)),
  storedExpressions: createEnv(librariesUpTo(Infinity)),
});
