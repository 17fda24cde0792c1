import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, kindOf, withValueAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import type { Info } from "../../resource/info.ts";
import { withPodSpec } from "../pods/pod-spec.ts";
import { dryRunOf } from "../write/write-options.ts";
import { checkLocal, checkSelection, localArguments, patchInfos, setInfos } from "./patch-infos.ts";

/** `kubectl set serviceaccount`. */
export async function setServiceAccount(invocation: Invocation): Promise<void> {
  const { args, flags } = invocation;
  dryRunOf(flags);
  checkLocal(invocation);
  if (args.length === 0) throw new KubectlError("serviceaccount is required");
  const serviceAccountName = args.at(-1) ?? "";
  const infos = await setInfos(invocation, args.slice(0, -1));
  const change = (object: JsonObject): JsonObject =>
    withPodSpec(object, (spec) => withValueAt(spec, ["serviceAccountName"], serviceAccountName || undefined));
  const failure = "failed to patch ServiceAccountName ";
  throwAll(await patchInfos(invocation, infos, { change, done: "serviceaccount updated", failure, always: true }));
}

/** `kubectl set subject`: adds subjects to bindings. */
export async function setSubject(invocation: Invocation): Promise<void> {
  const { args, flags } = invocation;
  dryRunOf(flags);
  if (flags.bool("local") && args.length > 0) throw new KubectlError(localArguments);
  const infos = await setInfos(invocation, args);
  checkLocal(invocation);
  checkSelection(invocation);
  const wanted = subjects(invocation, infos);
  const change = (object: JsonObject): JsonObject | undefined => {
    if (!["RoleBinding", "ClusterRoleBinding"].includes(kindOf(object)))
      throw new KubectlError("setting subjects is only supported for RoleBinding/ClusterRoleBinding");
    const existing = itemsAt(object, "subjects");
    const there = new Set(existing.map(encodeJson));
    const added = wanted.filter((subject) => !there.has(encodeJson(subject)));
    return added.length === 0 ? undefined : { ...object, subjects: [...existing, ...added] };
  };
  const failure = "failed to patch subjects to rolebinding: ";
  throwAll(await patchInfos(invocation, infos, { change, done: "subjects updated", failure }));
}

function subjects({ flags, namespace }: Invocation, infos: readonly Info[]): readonly JsonValue[] {
  const sorted = (name: string): readonly string[] => [...new Set(flags.list(name))].sort(compareUtf8);
  const [users, groups, accounts] = [sorted("user"), sorted("group"), sorted("serviceaccount")];
  if (users.length + groups.length + accounts.length === 0)
    throw new KubectlError("you must specify at least one value of user, group or serviceaccount");
  const ofCluster = infos.some(({ object }) => kindOf(object) === "ClusterRoleBinding");
  for (const account of flags.list("serviceaccount")) {
    const [place = "", name = "", ...more] = account.split(":");
    if (name === "" || more.length > 0) throw new KubectlError("serviceaccount must be <namespace>:<name>");
    if (place === "" && ofCluster)
      throw new KubectlError("serviceaccount must be <namespace>:<name>, namespace must be specified");
  }
  const apiGroup = "rbac.authorization.k8s.io";
  return [
    ...users.map((name) => ({ apiGroup, kind: "User", name })),
    ...groups.map((name) => ({ apiGroup, kind: "Group", name })),
    ...accounts.map((account) => {
      const [place = "", name = ""] = account.split(":");
      return { kind: "ServiceAccount", name, namespace: place || namespace };
    }),
  ];
}
