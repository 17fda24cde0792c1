import { useMemo } from "react";
import type { WrittenPolicy } from "../../../client/policies.ts";
import type { PolicyFixture } from "../../../scenarios/policies/policy-example.ts";
import type { Route } from "../../state/route.ts";
import { useReading } from "../../texts/use-reading.ts";
import { errorsAmong, useLastReadable } from "../../workbench/text-pane.tsx";
import { readPolicyText, writtenPolicy, type PolicyText } from "./model/policy-text.ts";
import { policyDrafts } from "./policy-store.ts";
import { serverPolicies } from "./server-policies.ts";
import { usePolicyCheck, type PolicyCheck } from "./use-policy-check.ts";

/** Where the workbench begins. */
export interface BenchSource {
  /** The name under which changes are kept. */
  readonly place: string;
  readonly text: string;
  readonly fixtures: readonly PolicyFixture[];
  /** Functions that take the place of webhooks, by name. */
  readonly functions?: Readonly<Record<string, string>> | undefined;
}

/** A policy on the workbench. */
export interface PolicyBench {
  readonly place: string;
  readonly route: Route;
  /** The documents as they are. */
  readonly current: PolicyText | undefined;
  /** The documents when all of them could last be read. */
  readonly parts: PolicyText | undefined;
  readonly written: WrittenPolicy | undefined;
  readonly fixtures: readonly PolicyFixture[];
  /** The functions with which the place begins, by the name of the webhook. */
  readonly functions: Readonly<Record<string, string>>;
  readonly check: PolicyCheck;
}

/** Reads and checks the draft of a place. */
export function usePolicyBench(
  source: BenchSource,
  route: Route,
): { readonly bench: PolicyBench; readonly text: string } {
  const { place, functions = none } = source;
  const text = policyDrafts.use((state) => state.drafts[place]) ?? source.text;
  const fixtures = policyDrafts.use((state) => state.fixtures[place]) ?? source.fixtures;
  const reading = useReading(place, text);
  const current = useMemo(() => reading && readPolicyText(reading.documents), [reading]);
  const parts = useLastReadable(current);
  const written = useMemo(() => parts && writtenPolicy(parts), [parts]);
  const stored = serverPolicies.use((state) => state.objects);
  const check = usePolicyCheck(place, current, stored);
  const bench = useMemo(
    () => ({ place, route, current, parts, written, fixtures, functions, check }),
    [place, route, current, parts, written, fixtures, functions, check],
  );
  return { bench, text };
}

const none: Readonly<Record<string, string>> = {};

/** Tells the state of the draft in a sentence. */
export function benchInWords({ check, parts }: PolicyBench): string {
  const bound = (parts?.bindings.length ?? 0) > 0 || parts?.policy?.kind.endsWith("WebhookConfiguration") === true;
  const errors = errorsAmong(check.problems);
  switch (check.kind) {
    case "waiting":
      return "Asking the server…";
    case "empty":
      return "Paste a policy, or begin with an example.";
    case "unreadable":
      return `Line ${(check.problems[0]?.line ?? 0) + 1} cannot be read.`;
    case "refused":
      return check.unserved !== undefined && errors === 0
        ? `The server does not serve ${check.unserved} yet.`
        : `The server rejects it for ${errors === 1 ? "one reason" : `${errors} reasons`}.`;
    case "accepted":
      if (check.installed) return bound ? "In effect, with no changes." : "Installed, but nothing binds it.";
      return check.exists ? "Valid, with changes that are not in effect." : "Valid, not in effect.";
  }
}
