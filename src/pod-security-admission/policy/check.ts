import type { Container, PodSpec, SecurityContext } from "../../api/core/v1.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import type { ObjectMeta } from "../../apimachinery/meta.ts";
import type { Level } from "../api/policy.ts";

/** Why a check forbids a pod. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** The feature gates that checks depend on. */
export interface CheckFeatures {
  /** Whether pods in a user namespace may do more (UserNamespacesPodSecurityStandards). */
  readonly relaxedForUserNamespaces: boolean;
  /** Whether hosts of probes and lifecycle handlers are checked (ProbeHostPodSecurityStandards). */
  readonly probeHosts: boolean;
}

/** Checks a pod or the template of one; returns undefined if it is allowed. */
export type CheckPod = (metadata: ObjectMeta, spec: PodSpec, features: CheckFeatures) => Violation | undefined;

/** A check as it is from a minor release on. */
export interface VersionedCheck {
  readonly since: number;
  readonly check: CheckPod;
  /** The baseline check that this one makes superfluous. */
  readonly overrides?: string;
}

export interface Check {
  readonly id: string;
  readonly level: Exclude<Level, "privileged">;
  readonly versions: readonly VersionedCheck[];
}

/** Returns all containers in the order in which messages name them (policy.visitContainers). */
export const allContainers = ({ initContainers, containers, ephemeralContainers }: PodSpec): readonly Container[] => [
  ...(initContainers ?? []),
  ...(containers ?? []),
  ...(ephemeralContainers ?? []),
];

/** Returns the names of the containers whose security context is bad. */
export const containersWith = (
  spec: PodSpec,
  bad: (context: SecurityContext | undefined) => boolean,
): readonly string[] =>
  allContainers(spec)
    .filter(({ securityContext }) => bad(securityContext))
    .map(({ name }) => name);

export const sorted = (values: Iterable<string>): readonly string[] => [...new Set(values)].sort(compareUtf8);

export const joinQuote = (items: readonly string[]): string => items.map((item) => `"${item}"`).join(", ");

export const pluralize = (singular: string, plural: string, count: number): string => (count === 1 ? singular : plural);

/** `container "a"`, `containers "a", "b"`. */
export const namedContainers = (names: readonly string[]): string =>
  `${pluralize("container", "containers", names.length)} ${joinQuote(names)}`;

/** Returns who is to blame: the pod, containers, or both. */
export const setters = (pod: boolean, containers: readonly string[]): readonly string[] => [
  ...(pod ? ["pod"] : []),
  ...(containers.length > 0 ? [namedContainers(containers)] : []),
];

const isWindows = ({ os }: PodSpec): boolean => os?.name === "windows";

/** Reports whether a check is relaxed because the pod has a user namespace of its own. */
export const isRelaxed = ({ hostUsers }: PodSpec, features: CheckFeatures): boolean =>
  features.relaxedForUserNamespaces && hostUsers === false;

/** Allows every pod for Windows, where the setting does not exist. */
export const exceptWindows =
  (check: CheckPod): CheckPod =>
  (metadata, spec, features) =>
    isWindows(spec) ? undefined : check(metadata, spec, features);
