import type { Run } from "../invocation.ts";
import { setLastApplied, viewLastApplied } from "./apply/apply-last-applied.ts";
import { apply } from "./apply/apply.ts";
import { canI } from "./auth/can-i.ts";
import { whoAmI } from "./auth/whoami.ts";
import { autoscale } from "./rollout/autoscale.ts";
import { approve, deny } from "./auth/certificate.ts";
import { createGenerated } from "./create/create-generators.ts";
import { createToken } from "./create/create-token.ts";
import { create } from "./create/create.ts";
import { deleteObjects } from "./write/delete.ts";
import { edit, editLastApplied } from "./write/edit.ts";
import { events } from "./get/events.ts";
import { explain } from "./explain/explain.ts";
import { expose } from "./create/expose.ts";
import { get } from "./get/get.ts";
import { annotate, label } from "./write/label.ts";
import { cordon, uncordon } from "./nodes/cordon.ts";
import { drain } from "./nodes/drain.ts";
import { patch } from "./write/patch.ts";
import { attach, exec } from "./pods/exec.ts";
import { logs } from "./pods/logs.ts";
import { replace } from "./write/replace.ts";
import { rolloutPause, rolloutRestart, rolloutResume } from "./rollout/change-rollout.ts";
import { rolloutHistory } from "./rollout/rollout-history.ts";
import { rolloutStatus } from "./rollout/rollout-status.ts";
import { rolloutUndo } from "./rollout/rollout-undo.ts";
import { run } from "./pods/run.ts";
import { scale } from "./rollout/scale.ts";
import { apiResources, apiVersions, clusterInfo, version } from "./cluster/server-info.ts";
import { setEnv } from "./set/set-env.ts";
import { setImage } from "./set/set-image.ts";
import { setResources } from "./set/set-resources.ts";
import { setSelector } from "./set/set-selector.ts";
import { setServiceAccount, setSubject } from "./set/set-subjects.ts";
import { taint } from "./nodes/taint.ts";
import { topNode, topPod } from "./cluster/top.ts";
import { wait } from "./get/wait.ts";

/** The commands. What few need is loaded when it is first run. */
// oxfmt-ignore
export const commands: Readonly<Record<string, Run>> = {
  annotate,
  apply,
  "apply view-last-applied": viewLastApplied,
  "apply set-last-applied": setLastApplied,
  "apply edit-last-applied": editLastApplied,
  diff: async (invocation) => (await import("./apply/diff.ts")).diff(invocation),
  edit,
  completion: async (invocation) => (await import("./settings/completion.ts")).completion(invocation),
  create,
  "api-resources": apiResources,
  "api-versions": apiVersions,
  "auth can-i": canI,
  "auth reconcile": async (invocation) => (await import("./auth/reconcile.ts")).reconcile(invocation),
  "auth whoami": whoAmI,
  "cluster-info": clusterInfo,
  "cluster-info dump": async (invocation) => (await import("./cluster/cluster-info-dump.ts")).clusterInfoDump(invocation),
  "create token": createToken,
  "create deployment": createGenerated,
  "create job": createGenerated,
  "create cronjob": createGenerated,
  "create configmap": createGenerated,
  "create secret generic": createGenerated,
  "create secret tls": createGenerated,
  "create secret docker-registry": createGenerated,
  "create namespace": createGenerated,
  "create serviceaccount": createGenerated,
  "create role": createGenerated,
  "create clusterrole": createGenerated,
  "create rolebinding": createGenerated,
  "create clusterrolebinding": createGenerated,
  "create quota": createGenerated,
  "create poddisruptionbudget": createGenerated,
  "create priorityclass": createGenerated,
  "create ingress": createGenerated,
  "create service clusterip": createGenerated,
  "create service nodeport": createGenerated,
  "create service loadbalancer": createGenerated,
  "create service externalname": createGenerated,
  delete: deleteObjects,
  "config current-context": async (invocation) => (await import("./config/config.ts")).currentContext(invocation),
  "config delete-cluster": async (invocation) => (await import("./config/config-entries.ts")).deleteEntry(invocation),
  "config delete-context": async (invocation) => (await import("./config/config-entries.ts")).deleteEntry(invocation),
  "config delete-user": async (invocation) => (await import("./config/config-entries.ts")).deleteEntry(invocation),
  "config rename-context": async (invocation) => (await import("./config/config-entries.ts")).renameContext(invocation),
  "config set": async (invocation) => (await import("./config/config-properties.ts")).setProperty(invocation),
  "config unset": async (invocation) => (await import("./config/config-properties.ts")).unsetProperty(invocation),
  "config get-clusters": async (invocation) => (await import("./config/config.ts")).getNames(invocation),
  "config get-contexts": async (invocation) => (await import("./config/config.ts")).getContexts(invocation),
  "config get-users": async (invocation) => (await import("./config/config.ts")).getNames(invocation),
  "config set-cluster": async (invocation) => (await import("./config/config-entries.ts")).setCluster(invocation),
  "config set-context": async (invocation) => (await import("./config/config-entries.ts")).setContext(invocation),
  "config set-credentials": async (invocation) => (await import("./config/config-entries.ts")).setCredentials(invocation),
  "config use-context": async (invocation) => (await import("./config/config.ts")).useContext(invocation),
  "config view": async (invocation) => (await import("./config/config.ts")).viewConfig(invocation),
  "certificate approve": approve,
  "certificate deny": deny,
  autoscale,
  cordon,
  debug: async (invocation) => (await import("./pods/debug.ts")).debug(invocation),
  describe: async (invocation) => (await import("./describe/describe.ts")).describe(invocation),
  drain,
  events,
  explain,
  expose,
  get,
  kustomize: async (invocation) => (await import("../kustomize/kustomize.ts")).kustomize(invocation),
  options: async (invocation) => (await import("./settings/options.ts")).printOptions(invocation),
  label,
  patch,
  replace,
  attach,
  cp: async (invocation) => (await import("./pods/cp.ts")).cp(invocation),
  exec,
  logs,
  "port-forward": async (invocation) => (await import("./pods/port-forward.ts")).portForward(invocation),
  "plugin list": async (invocation) => (await import("./settings/plugin.ts")).pluginList(invocation),
  proxy: async (invocation) => (await import("./cluster/proxy.ts")).proxy(invocation),
  "rollout history": rolloutHistory,
  "rollout pause": rolloutPause,
  "rollout restart": rolloutRestart,
  "rollout resume": rolloutResume,
  "rollout status": rolloutStatus,
  "rollout undo": rolloutUndo,
  run,
  scale,
  "set env": setEnv,
  "set image": setImage,
  "set resources": setResources,
  "set selector": setSelector,
  "set serviceaccount": setServiceAccount,
  "set subject": setSubject,
  taint,
  "top node": topNode,
  "top pod": topPod,
  uncordon,
  wait,
  version,
};
