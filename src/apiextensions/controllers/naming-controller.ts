import { quoteGo } from "../../apimachinery/go-strings.ts";
import { aggregateTexts } from "../../apimachinery/field-error.ts";
import {
  findCondition,
  withCondition,
  withStatus,
  type Definition,
  type NewCondition,
} from "../../apis/apiextensions/definition.ts";

type Names = Definition["spec"]["names"];

/** Names used by the other definitions of a group. */
interface TakenNames {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

const isStated = (name: string | undefined): name is string => name !== undefined && name !== "";

/** Returns the names accepted for the other definitions of the group (getAcceptedNamesForGroup). */
function takenNames(definition: Definition, all: readonly Definition[]): TakenNames {
  const others = all
    .filter(({ spec, metadata }) => spec.group === definition.spec.group && metadata.name !== definition.metadata.name)
    .flatMap(({ status }) => status?.acceptedNames ?? []);
  return {
    resources: new Set(
      others.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...(shortNames ?? [])]).filter(isStated),
    ),
    kinds: new Set(others.flatMap(({ kind, listKind }) => [kind, listKind]).filter(isStated)),
  };
}

const sameList = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
  (a ?? []).join("\0") === (b ?? []).join("\0");

const sameNames = (a: Names, b: Names | undefined): boolean =>
  a.plural === b?.plural &&
  a.kind === b.kind &&
  (a.singular ?? "") === (b.singular ?? "") &&
  (a.listKind ?? "") === (b.listKind ?? "") &&
  sameList(a.shortNames, b.shortNames) &&
  sameList(a.categories, b.categories);

/** Returns why a name is not available, or undefined if it is. */
const conflict = (
  name: string | undefined,
  accepted: string | undefined,
  taken: ReadonlySet<string>,
): string | undefined =>
  (name ?? "") === (accepted ?? "") || !taken.has(name ?? "") ? undefined : `${quoteGo(name ?? "")} is already in use`;

function shortNamesConflict(names: Names, accepted: Names, taken: ReadonlySet<string>): string | undefined {
  const own = new Set(accepted.shortNames);
  const messages = (names.shortNames ?? [])
    .filter((name) => !own.has(name))
    .flatMap((name) => conflict(name, "", taken) ?? []);
  return messages.length === 0 ? undefined : aggregateTexts(messages);
}

/**
 * Returns the definition with its accepted names and name conditions updated, or undefined if nothing changes
 * (NamingConditionController).
 */
export function acceptNames(definition: Definition, all: readonly Definition[], now: string): Definition | undefined {
  const { names } = definition.spec;
  const accepted = definition.status?.acceptedNames ?? { plural: "", kind: "" };
  if (sameNames(names, definition.status?.acceptedNames)) return undefined;
  const { next, refusal } = chooseNames(names, accepted, takenNames(definition, all));
  const naming: NewCondition =
    refusal === undefined
      ? { type: "NamesAccepted", status: "True", reason: "NoConflicts", message: "no conflicts found" }
      : { type: "NamesAccepted", status: "False", reason: refusal.reason, message: refusal.message };
  const known = findCondition(definition, "NamesAccepted");
  if (
    sameNames(next, accepted) &&
    known?.status === naming.status &&
    known.reason === naming.reason &&
    known.message === naming.message
  )
    return undefined;
  const named = withCondition(withStatus(definition, { acceptedNames: next }), naming, now);
  const established = establishedAfter(named, naming.status === "True");
  return established === undefined ? named : withCondition(named, established, now);
}

interface Refusal {
  readonly reason: string;
  readonly message: string;
}

/** Chooses the names to accept. If several are refused, the last refusal is reported. */
function chooseNames(
  names: Names,
  accepted: Names,
  taken: TakenNames,
): { readonly next: Names; readonly refusal: Refusal | undefined } {
  let refusal: Refusal | undefined;
  const choose = <K extends keyof Names>(name: K, reason: string, message: string | undefined): Pick<Names, K> => {
    if (message !== undefined) refusal = { reason, message };
    return { [name]: message === undefined ? names[name] : accepted[name] } as Pick<Names, K>;
  };
  const next = {
    ...choose("plural", "PluralConflict", conflict(names.plural, accepted.plural, taken.resources)),
    ...choose("singular", "SingularConflict", conflict(names.singular, accepted.singular, taken.resources)),
    ...choose("shortNames", "ShortNamesConflict", shortNamesConflict(names, accepted, taken.resources)),
    ...choose("kind", "KindConflict", conflict(names.kind, accepted.kind, taken.kinds)),
    ...choose("listKind", "ListKindConflict", conflict(names.listKind, accepted.listKind, taken.kinds)),
    categories: names.categories,
  };
  return { next: withoutAbsent(next), refusal };
}

const withoutAbsent = (names: Names): Names =>
  Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined)) as unknown as Names;

function establishedAfter(definition: Definition, accepted: boolean): NewCondition | undefined {
  const old = findCondition(definition, "Established");
  if (old?.status === "True") return undefined;
  if (accepted)
    return {
      type: "Established",
      status: "False",
      reason: "Installing",
      message: "the initial names have been accepted",
    };
  return old === undefined
    ? { type: "Established", status: "False", reason: "NotAccepted", message: "not all names are accepted" }
    : undefined;
}
