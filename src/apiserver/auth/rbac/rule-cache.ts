import { BoundedMap } from "../../../apimachinery/bounded-map.ts";
import type { UserInfo } from "../../request/user.ts";
import type { PolicyRule, RuleSource } from "./policy.ts";
import { describeOrigin, type RuleOrigin, visitRules } from "./rule-resolver.ts";

/** A rule of a user and the binding that grants it. */
class GrantedRule {
  readonly rule: PolicyRule;
  readonly #origin: RuleOrigin;
  #reason: string | undefined;

  constructor(rule: PolicyRule, origin: RuleOrigin) {
    this.rule = rule;
    this.#origin = origin;
  }

  /** The reason for the authorization decision, as traces show it. */
  get reason(): string {
    return (this.#reason ??= `RBAC: allowed by ${describeOrigin(this.#origin)}`);
  }
}

/** The rules of a user in one namespace, cluster-wide rules first, and error messages for roles that were not found. */
export interface UserRules {
  readonly granted: readonly GrantedRule[];
  readonly missing: readonly string[];
}

/** The cached rules of one user by namespace. */
type UserMemory = Map<string, UserRules>;

const rememberedUsers = 1000;
const rememberedNamespaces = 1000;

/** Resolves the rules of users and caches them until a role or binding changes. */
export class RuleCache {
  readonly #source: RuleSource;
  #revision = -1;
  #byObject = new WeakMap<UserInfo, UserMemory>();
  readonly #byName = new BoundedMap<string, UserMemory>(rememberedUsers);

  constructor(source: RuleSource) {
    this.#source = source;
  }

  rulesOf(user: UserInfo, namespace: string): UserRules {
    if (this.#source.revision !== this.#revision) this.#forget();
    const memory = this.#byObject.get(user) ?? this.#memoryOf(user);
    return memory.get(namespace) ?? this.#resolve(memory, user, namespace);
  }

  #forget(): void {
    this.#revision = this.#source.revision;
    this.#byObject = new WeakMap();
    this.#byName.clear();
  }

  /**
   * Returns the cache entry of a user. The key consists of name and groups, because impersonated users and service
   * accounts are new objects on each request.
   */
  #memoryOf(user: UserInfo): UserMemory {
    const key = `${user.name}\n${user.groups.join("\n")}`;
    const memory = this.#byName.get(key) ?? new BoundedMap<string, UserRules>(rememberedNamespaces);
    this.#byName.set(key, memory);
    this.#byObject.set(user, memory);
    return memory;
  }

  #resolve(memory: UserMemory, user: UserInfo, namespace: string): UserRules {
    const granted: GrantedRule[] = [];
    const missing: string[] = [];
    visitRules(this.#source, user, namespace, {
      rule: (rule, origin) => granted.push(new GrantedRule(rule, origin)) > 0,
      missing: (error) => void missing.push(error),
    });
    const rules = { granted, missing };
    memory.set(namespace, rules);
    return rules;
  }
}
