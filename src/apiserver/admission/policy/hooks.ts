import { messageOf } from "../../../apimachinery/message-of.ts";
import { groupBy } from "../../../apimachinery/group-by.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { AdmissionAttributes, ObjectInterfaces, Operation } from "../attributes.ts";
import { matchCriteria, mayMatch, type MatchCriteria } from "./matching.ts";
import type { ParamResource, ParamSource } from "./params.ts";
import {
  nameOf,
  withSpec,
  type Binding,
  type BindingSpec,
  type MatchResources,
  type Policy,
  type PolicySpec,
} from "./types.ts";

/** The stored objects of one resource, readable synchronously. */
export interface ObjectLister {
  /** Increases with every change of the objects. */
  readonly changedRevision: number;
  list(): readonly KubeObject[];
}

/** The constraints of a policy or binding, or why they cannot be used. */
export type Criteria = MatchCriteria | { readonly problem: string };

/** A binding with its constraints; without any it matches what its policy matches. */
export interface BoundPolicy {
  readonly binding: Binding;
  readonly criteria: Criteria | undefined;
}

/** A policy with its bindings and what was compiled from it (generic.PolicyHook). */
export interface PolicyHook<S extends PolicySpec, E> {
  readonly policy: Policy<S>;
  readonly criteria: Criteria;
  readonly bindings: readonly BoundPolicy[];
  /** Compiled when a request first matches. */
  readonly evaluator: E;
  /** Resolves the kind of the parameters; undefined if the policy has none. */
  params(): Promise<ParamResource> | undefined;
}

/** Provides the bound policies, compiled once for each version of a policy (generic.policySource). */
export class PolicySource<S extends PolicySpec, E> {
  readonly #policies: ObjectLister;
  readonly #bindings: ObjectLister;
  readonly #params: ParamSource;
  readonly #compile: (policy: Policy<S>) => E;
  readonly #compiled = new Map<string, { readonly version: string; readonly evaluator: E }>();
  #revision = -1;
  #hooks: readonly PolicyHook<S, E>[] = [];
  /** The policies whose rules cover a path and an operation; a path is known by its conversions. */
  #candidates = new WeakMap<ObjectInterfaces, Map<Operation, readonly PolicyHook<S, E>[]>>();

  constructor(
    { policies, bindings, params }: PolicyListers & { readonly params: ParamSource },
    compile: (policy: Policy<S>) => E,
  ) {
    this.#policies = policies;
    this.#bindings = bindings;
    this.#params = params;
    this.#compile = compile;
  }

  /** The bound policies in the order of their names. */
  get hooks(): readonly PolicyHook<S, E>[] {
    const revision = Math.max(this.#policies.changedRevision, this.#bindings.changedRevision);
    if (revision !== this.#revision) {
      this.#hooks = this.#calculate();
      this.#candidates = new WeakMap();
      this.#revision = revision;
    }
    return this.#hooks;
  }

  /** Returns the bound policies with a rule for the resource and operation of a request, or with a problem. */
  candidates(attributes: AdmissionAttributes): readonly PolicyHook<S, E>[] {
    const { hooks } = this;
    const { objects, operation } = attributes;
    let known = this.#candidates.get(objects);
    if (known === undefined) this.#candidates.set(objects, (known = new Map()));
    let found = known.get(operation);
    if (found === undefined) {
      found = hooks.filter(({ criteria }) => "problem" in criteria || mayMatch(criteria, attributes));
      known.set(operation, found);
    }
    return found;
  }

  #calculate(): readonly PolicyHook<S, E>[] {
    const bindings = groupBy(
      this.#bindings.list().map((binding) => withSpec<BindingSpec>(binding)),
      ({ spec }) => spec.policyName ?? "",
    );
    const policies = this.#policies.list().map((policy) => withSpec<S>(policy));
    const names = new Set(policies.map(nameOf));
    for (const name of this.#compiled.keys()) if (!names.has(name)) this.#compiled.delete(name);
    return policies.flatMap((policy) => {
      const bound = bindings.get(nameOf(policy));
      return bound === undefined ? [] : [this.#hook(policy, bound)];
    });
  }

  #hook(policy: Policy<S>, bindings: readonly Binding[]): PolicyHook<S, E> {
    const { matchConstraints, paramKind } = policy.spec;
    const evaluator = (): E => this.#evaluatorOf(policy);
    return {
      policy,
      criteria:
        matchConstraints === undefined
          ? { problem: "policy contained no match constraints, a required field" }
          : criteriaOf(matchConstraints),
      bindings: bindings.map((binding) => ({
        binding,
        criteria: binding.spec.matchResources && criteriaOf(binding.spec.matchResources),
      })),
      get evaluator() {
        return evaluator();
      },
      params: () => (paramKind === undefined ? undefined : this.#params.resolve(paramKind)),
    };
  }

  #evaluatorOf(policy: Policy<S>): E {
    const name = nameOf(policy);
    const version = `${policy.metadata.uid ?? ""} ${policy.metadata.resourceVersion ?? ""}`;
    const known = this.#compiled.get(name);
    if (known?.version === version) return known.evaluator;
    const evaluator = this.#compile(policy);
    this.#compiled.set(name, { version, evaluator });
    return evaluator;
  }
}

/** The stored policies and bindings. */
export interface PolicyListers {
  readonly policies: ObjectLister;
  readonly bindings: ObjectLister;
}

function criteriaOf(resources: MatchResources): Criteria {
  try {
    return matchCriteria(resources);
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
