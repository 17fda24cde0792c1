import type { Pod } from "../../api/core/v1.ts";
import { newForbidden, newInternalError, type StatusError } from "../../apimachinery/errors.ts";
import { newInvalid } from "../../apimachinery/invalid-error.ts";
import { aggregateMessage, errorMessage, type FieldError } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import {
  compareLevels,
  exemptNamespaceWarning,
  formatLevelVersion,
  isFullyPrivileged,
  policyToEvaluate,
  privilegedPolicy,
  sameLevelVersion,
  type LevelVersion,
  type Policy,
} from "../api/policy.ts";
import type { Violation } from "../policy/check.ts";
import { forbiddenDetail, type EvaluatePod } from "../policy/evaluator.ts";
import type { PodSecurityAttributes, PodSecurityResponse } from "./attributes.ts";
import { evaluatePodsInNamespace } from "./evaluate-namespace.ts";
import { extractPodSpec, isSignificantPodUpdate, type PodTemplate } from "./pod-spec.ts";

/** Who and what is not checked (PodSecurityExemptions). */
export interface Exemptions {
  readonly usernames: readonly string[];
  readonly namespaces: readonly string[];
  readonly runtimeClasses: readonly string[];
}

/** The policy of namespaces without labels, and exemptions (PodSecurityConfiguration). */
export interface PodSecurityConfiguration {
  readonly defaults: Policy;
  readonly exemptions: Exemptions;
}

export const defaultConfiguration: PodSecurityConfiguration = {
  defaults: privilegedPolicy,
  exemptions: { usernames: [], namespaces: [], runtimeClasses: [] },
};

/** Counts decisions (metrics.Recorder). */
export interface Recorder {
  evaluated(
    decision: "allow" | "deny",
    policy: LevelVersion,
    mode: keyof Policy,
    attributes: PodSecurityAttributes,
  ): void;
  exempted(attributes: PodSecurityAttributes): void;
  failed(fatal: boolean, attributes: PodSecurityAttributes): void;
}

export interface PodSecurityParts {
  readonly configuration: PodSecurityConfiguration;
  readonly evaluate: EvaluatePod;
  readonly recorder: Recorder;
  getNamespace(name: string): KubeObject | undefined;
  listPods(namespace: string): readonly KubeObject[];
  monotonic(): number;
}

const ignoredPodSubresources: ReadonlySet<string> = new Set(
  "exec attach binding eviction log portforward proxy status".split(" "),
);

const allowed: PodSecurityResponse = {};
const refused = ({ status }: StatusError): PodSecurityResponse => ({ refused: status });
const exempt = (reason: string): PodSecurityResponse => ({ auditAnnotations: { exempt: reason } });

/** Enforces the Pod Security Standards (pod-security-admission Admission). */
export class PodSecurityAdmission {
  readonly #parts: PodSecurityParts;

  constructor(parts: PodSecurityParts) {
    this.#parts = parts;
  }

  validate(attributes: PodSecurityAttributes): PodSecurityResponse {
    switch (attributes.resource.resource) {
      case "namespaces":
        return this.#validateNamespace(attributes);
      case "pods":
        return this.#validatePod(attributes);
      default:
        return this.#validatePodController(attributes);
    }
  }

  /** Refuses invalid labels; a stricter level warns about the pods that violate it. */
  #validateNamespace(attributes: PodSecurityAttributes): PodSecurityResponse {
    const { object, oldObject, kind, name } = attributes;
    if (attributes.subresource !== "" || object === undefined) return allowed;
    const { labels = {} } = object.metadata;
    const { policy, errors } = this.#policy(labels);
    const invalid = (): PodSecurityResponse => refused(newInvalid(kind, name, errors));
    const { defaults } = this.#parts.configuration;
    const exemption = (): PodSecurityResponse => {
      const warning = exemptNamespaceWarning(object.metadata.name ?? "", policy, defaults, labels);
      return warning === undefined ? allowed : { warnings: [warning] };
    };
    if (oldObject === undefined) {
      if (errors.length > 0) return invalid();
      return this.#exemptsNamespace(attributes.namespace) ? exemption() : allowed;
    }
    const old = this.#policy(oldObject.metadata.labels);
    if (errors.length > 0 && !sameErrors(errors, old.errors)) return invalid();
    if (!isStricter(policy.enforce, old.policy.enforce)) return allowed;
    if (this.#exemptsNamespace(attributes.namespace)) return exemption();
    const { name: namespace = "" } = object.metadata;
    return {
      warnings: evaluatePodsInNamespace(namespace, policy.enforce, this.#parts.listPods(namespace) as readonly Pod[], {
        ...this.#parts,
        isExempt: ({ spec }) => this.#exemptsRuntimeClass(spec?.runtimeClassName),
      }),
    };
  }

  #validatePod(attributes: PodSecurityAttributes): PodSecurityResponse {
    const { recorder } = this.#parts;
    if (ignoredPodSubresources.has(attributes.subresource)) return allowed;
    const exemption = this.#exemption(attributes);
    if (exemption !== undefined) return exemption;
    const { namespace, object, oldObject } = attributes;
    const found = this.#parts.getNamespace(namespace);
    if (found === undefined) {
      recorder.failed(true, attributes);
      const error = newInternalError(`failed to lookup namespace ${quoteGo(namespace)}`);
      return { ...refused(error), auditAnnotations: { error: `${error.message}: namespace not found` } };
    }
    const { policy, errors } = this.#policy(found.metadata.labels);
    if (errors.length === 0 && isFullyPrivileged(policy)) {
      recorder.evaluated("allow", policy.enforce, "enforce", attributes);
      return { auditAnnotations: { "enforce-policy": formatLevelVersion(privilegedPolicy.enforce) } };
    }
    const template = object && extractPodSpec(attributes.resource, object);
    if (template === undefined) return allowed;
    if (attributes.operation === "UPDATE" && oldObject !== undefined) {
      const old = extractPodSpec(attributes.resource, oldObject);
      if (old !== undefined && !isSignificantPodUpdate(template, old)) return allowed;
    }
    return this.#evaluatePod(policy, errors, template, attributes, true);
  }

  /** Judges the template of a workload, which is never refused. */
  #validatePodController(attributes: PodSecurityAttributes): PodSecurityResponse {
    if (attributes.subresource !== "") return allowed;
    const exemption = this.#exemption(attributes);
    if (exemption !== undefined) return exemption;
    const { namespace, object } = attributes;
    const found = this.#parts.getNamespace(namespace);
    if (found === undefined) {
      this.#parts.recorder.failed(true, attributes);
      return {
        auditAnnotations: { error: `failed to lookup namespace ${quoteGo(namespace)}: namespace not found` },
      };
    }
    const { policy, errors } = this.#policy(found.metadata.labels);
    if (errors.length === 0 && policy.warn.level === "privileged" && policy.audit.level === "privileged")
      return allowed;
    const template = object && extractPodSpec(attributes.resource, object);
    return template === undefined ? allowed : this.#evaluatePod(policy, errors, template, attributes, false);
  }

  #evaluatePod(
    policy: Policy,
    errors: readonly FieldError[],
    { metadata, spec }: PodTemplate,
    attributes: PodSecurityAttributes,
    enforce: boolean,
  ): PodSecurityResponse {
    const { recorder, evaluate } = this.#parts;
    if (this.#exemptsRuntimeClass(spec.runtimeClassName)) {
      recorder.exempted(attributes);
      return exempt("runtimeClass");
    }
    const auditAnnotations: Record<string, string> = {};
    if (errors.length > 0) {
      auditAnnotations["error"] = `Failed to parse policy: ${aggregateMessage(errors)}`;
      recorder.failed(false, attributes);
    }
    const known = new Map<string, readonly Violation[]>();
    const violations = (mode: keyof Policy): readonly Violation[] => {
      const key = formatLevelVersion(policy[mode]);
      const judged = known.get(key) ?? evaluate(policy[mode], metadata, spec);
      known.set(key, judged);
      return judged;
    };
    const told = (mode: keyof Policy): string =>
      `PodSecurity ${quoteGo(formatLevelVersion(policy[mode]))}: ${forbiddenDetail(violations(mode))}`;
    let response: PodSecurityResponse = { auditAnnotations };
    if (enforce) {
      auditAnnotations["enforce-policy"] = formatLevelVersion(policy.enforce);
      const denied = violations("enforce").length > 0;
      recorder.evaluated(denied ? "deny" : "allow", policy.enforce, "enforce", attributes);
      if (denied) {
        const { status } = newForbidden(attributes.resource, attributes.name, `violates ${told("enforce")}`);
        response = { ...response, refused: status };
      }
    }
    if (violations("audit").length > 0) {
      auditAnnotations["audit-violations"] = `would violate ${told("audit")}`;
      recorder.evaluated("deny", policy.audit, "audit", attributes);
    }
    if (response.refused === undefined && violations("warn").length > 0) {
      response = { ...response, warnings: [`would violate ${told("warn")}`] };
      recorder.evaluated("deny", policy.warn, "warn", attributes);
    }
    return response;
  }

  #policy(labels: Readonly<Record<string, string>> | undefined) {
    return policyToEvaluate(labels, this.#parts.configuration.defaults);
  }

  #exemption(attributes: PodSecurityAttributes): PodSecurityResponse | undefined {
    const { usernames } = this.#parts.configuration.exemptions;
    const reason = this.#exemptsNamespace(attributes.namespace)
      ? "namespace"
      : attributes.userName !== "" && usernames.includes(attributes.userName)
        ? "user"
        : undefined;
    if (reason === undefined) return undefined;
    this.#parts.recorder.exempted(attributes);
    return exempt(reason);
  }

  #exemptsNamespace(namespace: string): boolean {
    return namespace !== "" && this.#parts.configuration.exemptions.namespaces.includes(namespace);
  }

  #exemptsRuntimeClass(runtimeClass: string | undefined): boolean {
    return (
      runtimeClass !== undefined &&
      runtimeClass !== "" &&
      this.#parts.configuration.exemptions.runtimeClasses.includes(runtimeClass)
    );
  }
}

const sameErrors = (a: readonly FieldError[], b: readonly FieldError[]): boolean =>
  a.length === b.length && a.map(errorMessage).join("\n") === b.map(errorMessage).join("\n");

/** Reports whether pods that an old level let through may violate the new one. */
const isStricter = (enforce: LevelVersion, old: LevelVersion): boolean =>
  !sameLevelVersion(enforce, old) &&
  enforce.level !== "privileged" &&
  !(enforce.version === old.version && compareLevels(enforce.level, old.level) < 1);
