import type { Step } from "./sequence.ts";

/** Returns whether a sequence still shows the difference that is looked for. */
export type Shows = (steps: readonly Step[]) => Promise<boolean>;

/**
 * Returns a smaller sequence that still shows the difference: without steps, then with smaller bodies, none of which
 * can be left out alone. At most `budget` sequences are tried.
 */
export async function shrink(steps: readonly Step[], shows: Shows, budget = 300): Promise<readonly Step[]> {
  const left = { tries: budget };
  const showsWithin: Shows = async (tried) => left.tries-- > 0 && (await shows(tried));
  return shrinkBodies(await dropSteps(steps, showsWithin), showsWithin);
}

/**
 * Drops ever smaller parts, from the end on; the last step shows the difference, and those that wait stay with what
 * they wait for, unless all policies can be left out.
 */
async function dropSteps(steps: readonly Step[], shows: Shows): Promise<readonly Step[]> {
  const without = withoutPolicies(steps);
  let kept = without.length < steps.length && (await shows(without)) ? without : steps;
  for (let size = steps.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 3))
    for (let end = kept.length - 1; end > 0; end -= size) {
      const dropped = kept
        .slice(Math.max(end - size, 0), end)
        .filter((step) => step.until === undefined && !isWaitedFor(step));
      const fewer = kept.filter((step) => !dropped.includes(step));
      if (dropped.length > 0 && (await shows(fewer))) kept = fewer;
    }
  return kept;
}

const isPolicy = ({ path }: Step): boolean => path.includes("/admissionregistration.k8s.io/");

const isWaitedFor = (step: Step): boolean => step.quiet === true && isPolicy(step);

/** Returns the steps without policies and what waits for one. */
function withoutPolicies(steps: readonly Step[]): readonly Step[] {
  const policies = new Set(steps.filter(isPolicy).map(({ id }) => id));
  return steps.filter((step) => !isPolicy(step) && !policies.has(step.after ?? ""));
}

async function shrinkBodies(steps: readonly Step[], shows: Shows): Promise<readonly Step[]> {
  let kept = steps;
  for (let i = kept.length - 1; i >= 0; i--) {
    let smaller: readonly Step[] | undefined;
    do {
      smaller = await firstThatShows(
        smallerBodies(kept[i]?.body).map((body) => withBody(kept, i, body)),
        shows,
      );
      kept = smaller ?? kept;
    } while (smaller !== undefined);
  }
  return kept;
}

async function firstThatShows(candidates: Iterable<readonly Step[]>, shows: Shows) {
  for (const candidate of candidates) if (await shows(candidate)) return candidate;
  return undefined;
}

const withBody = (steps: readonly Step[], index: number, body: string): readonly Step[] =>
  steps.map((step, i) => (i === index ? { ...step, body } : step));

/** Returns the bodies that lack one member or one item. */
export function smallerBodies(body: string | undefined): readonly string[] {
  if (body === undefined) return [];
  try {
    const value: unknown = JSON.parse(body);
    return [...(isPolicyBody(value) ? smallerPolicies(value) : smallerValues(value))].map((smaller) =>
      JSON.stringify(smaller),
    );
  } catch {
    return [];
  }
}

type PolicyBody = { readonly kind: string; readonly spec: Readonly<Record<string, unknown>> };

const isPolicyBody = (value: unknown): value is PolicyBody =>
  value !== null && typeof value === "object" && /AdmissionPolicy(Binding)?$/.test((value as PolicyBody).kind ?? "");

/** A policy without its constraints, or one that does not compile, would refuse what other sequences write. */
function* smallerPolicies(policy: PolicyBody): Iterable<unknown> {
  for (const name of ["validations", "mutations"]) {
    const rules = policy.spec[name];
    if (!Array.isArray(rules) || rules.length < 2) continue;
    for (const i of rules.keys())
      yield { ...policy, spec: { ...policy.spec, [name]: rules.filter((_, j) => j !== i) } };
  }
}

function* smallerValues(value: unknown): Iterable<unknown> {
  if (value === null || typeof value !== "object") return;
  if (Array.isArray(value)) {
    for (const i of value.keys()) yield value.filter((_, j) => j !== i);
    for (const [i, item] of value.entries()) for (const smaller of smallerValues(item)) yield value.with(i, smaller);
    return;
  }
  const members = Object.entries(value);
  const needed = new Set(["apiVersion", "kind", "metadata", "name", "op", "path"]);
  for (const [name] of members)
    if (!needed.has(name)) yield Object.fromEntries(members.filter(([other]) => other !== name));
  for (const [name, member] of members)
    for (const smaller of smallerValues(member)) yield { ...value, [name]: smaller };
}
