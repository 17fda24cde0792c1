import type { PolicyOutcome, PolicyRequest } from "../../client/policies.ts";

/** A request that a policy is tried with, as YAML, and what the policy should do with it. */
export interface PolicyFixture {
  readonly id: string;
  readonly name: string;
  readonly operation: PolicyRequest["operation"];
  /** The new object, or the one to delete. */
  readonly object: string;
  /** The existing object of an update. */
  readonly old?: string;
  /** The user's name; the administrator's by default. */
  readonly user?: string;
  readonly expect: PolicyOutcome;
}

/** A policy that people often write first, with its binding, its parameters and its fixtures. */
export interface PolicyExample {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  /** The policy, its binding and its parameters as one YAML stream. */
  readonly text: string;
  readonly fixtures: readonly PolicyFixture[];
  /** Functions that take the place of the webhooks, by name. */
  readonly functions?: Readonly<Record<string, string>>;
}
