import type { Invocation } from "../invocation.ts";
import { configNames, namesOf, typesOf } from "./live-names.ts";
import { completePath } from "./complete-path.ts";

/** Completes the next argument of a command from what is written of it. */
type Complete = (invocation: Invocation, partial: string) => Promise<readonly string[]> | readonly string[];

/** Types, then names: `TYPE NAME ...`, `TYPE/NAME ...`, `TYPE,TYPE` (completion.ResourceTypeAndNameCompletionFunc). */
const typesAndNames =
  (allowed?: readonly string[], repeats = true): Complete =>
  async (invocation, partial) => {
    const [first] = invocation.args;
    if (first !== undefined && !first.includes("/")) return repeats ? names(invocation, first) : firstName(invocation);
    if (first !== undefined && !repeats) return [];
    const slash = partial.indexOf("/");
    if (slash >= 0) return namesAfter(invocation, partial.slice(0, slash));
    const types = allowed ?? (await typesOf(invocation));
    if (first !== undefined) return types.map((type) => `${type}/`);
    const before = partial.slice(0, partial.lastIndexOf(",") + 1);
    return types.map((type) => before + type);
  };

const namesAfter = async (invocation: Invocation, type: string): Promise<readonly string[]> =>
  (await namesOf(invocation, type)).map((name) => `${type}/${name}`);

async function names(invocation: Invocation, type: string): Promise<readonly string[]> {
  const given = invocation.args.slice(1);
  return (await namesOf(invocation, type)).filter((name) => !given.includes(name));
}

const firstName = (invocation: Invocation): Promise<readonly string[]> | readonly string[] =>
  invocation.args.length === 1 ? namesOf(invocation, invocation.args[0] ?? "") : [];

/** The names of one type as the first argument. */
const namesOfType =
  (type: string): Complete =>
  (invocation) =>
    invocation.args.length === 0 ? namesOf(invocation, type) : [];

const podTypes = "daemonsets deployments pods jobs replicasets replicationcontrollers services statefulsets"
  .split(" ")
  .map((type) => `${type}/`);

/** Pods, and types of objects that have pods (completion.PodResourceNameCompletionFunc). */
const pods: Complete = async (invocation, partial) => {
  if (invocation.args.length > 0) return [];
  const slash = partial.indexOf("/");
  if (slash >= 0) return namesAfter(invocation, partial.slice(0, slash));
  return [...(await namesOf(invocation, "pods")), ...podTypes];
};

const fromConfig =
  (list: string): Complete =>
  ({ session, args }) =>
    args.length === 0 ? configNames(session, list) : [];

const anything = typesAndNames();
const rollouts = typesAndNames(["deployment", "daemonset", "statefulset"]);
const scaled = ["deployment", "replicaset", "replicationcontroller", "statefulset"];

/** How the arguments of each command are completed. */
// oxfmt-ignore
export const argumentRows: Readonly<Record<string, Complete>> = {
  annotate: anything, delete: anything, describe: anything, edit: anything, get: anything, label: anything,
  patch: anything, wait: anything, "set image": anything, "set env": anything, "set resources": anything,
  "set selector": anything, "set serviceaccount": anything, "set subject": anything,
  "apply edit-last-applied": anything, "apply view-last-applied": anything,
  debug: anything,
  explain: async (invocation) => (invocation.args.length > 0 ? [] : typesOf(invocation)),
  "rollout history": rollouts, "rollout status": rollouts, "rollout undo": rollouts, "rollout restart": rollouts,
  "rollout pause": typesAndNames(["deployment"]),
  "rollout resume": typesAndNames(["deployment"]),
  scale: typesAndNames(scaled), autoscale: typesAndNames(scaled),
  expose: typesAndNames(["pod", "service", "replicationcontroller", "deployment", "replicaset"], false),
  taint: typesAndNames(["node"]),
  attach: pods, exec: pods, logs: pods, "port-forward": pods,
  cordon: namesOfType("nodes"), uncordon: namesOfType("nodes"), drain: namesOfType("nodes"),
  "top node": namesOfType("nodes"), "top pod": namesOfType("pods"),
  "certificate approve": namesOfType("certificatesigningrequests"),
  "certificate deny": namesOfType("certificatesigningrequests"),
  "create token": namesOfType("serviceaccounts"),
  "config use-context": fromConfig("contexts"), "config delete-context": fromConfig("contexts"),
  "config rename-context": fromConfig("contexts"), "config get-contexts": fromConfig("contexts"),
  "config set-context": fromConfig("contexts"), "config delete-cluster": fromConfig("clusters"),
  "config set-cluster": fromConfig("clusters"), "config get-clusters": fromConfig("clusters"),
  "config delete-user": fromConfig("users"), "config set-credentials": fromConfig("users"),
  completion: ({ args }) => (args.length > 0 ? [] : ["bash", "zsh", "fish", "powershell"]),
  kustomize: ({ session }, partial) => completePath(session.files, partial),
};
