import { nearestWord } from "../../apimachinery/edit-distance.ts";
import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import { byCondition, conclude, field, missing } from "../conclude.ts";
import { conditionWith } from "../conditions.ts";
import type { ObjectId } from "../diagnosis.ts";
import { itemsAt, textAt, textsAt } from "../fields.ts";
import { knownKinds } from "../known-kinds.ts";
import { named, objectId } from "../object-id.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { counted, firstLine, listed } from "../words.ts";
import { elsewhere } from "./elsewhere.ts";
import { misnamedResource } from "./named-resources.ts";
import { unfitType } from "./pull-secrets.ts";

const group = "rbac.authorization.k8s.io";

/** Verbs of requests, with those that only some resources know. */
const verbs =
  "get list watch create update patch delete deletecollection proxy use bind escalate impersonate approve sign attest connect".split(
    " ",
  );
/** Verbs of other tools that stand for one of these. */
const meant: Readonly<Record<string, string>> = {
  read: "get",
  write: "update",
  edit: "update",
  remove: "delete",
  post: "create",
  put: "update",
};

const subresources =
  "status scale log exec attach portforward proxy eviction binding ephemeralcontainers resize token approval finalize finalizers stats metrics configz".split(
    " ",
  );

/** What a rule of a role says that no request asks for: a verb, a subresource, or a name where there is none yet. */
function idleRule(rule: unknown): { readonly words: string; readonly path: string } | undefined {
  const [names, asked] = [textsAt(rule, "resourceNames"), textsAt(rule, "verbs")];
  const ofPaths = textsAt(rule, "nonResourceURLs").length > 0;
  for (const verb of asked) {
    const near = ofPaths || verbs.includes(verb) ? undefined : (meant[verb] ?? nearestWord(verb.toLowerCase(), verbs));
    const isCapital = verb !== verb.toLowerCase() && verbs.includes(verb.toLowerCase());
    if (near !== undefined || isCapital)
      return {
        words: `names the verb ${verb}, which no request has; did you mean ${isCapital ? verb.toLowerCase() : (near ?? "")}?`,
        path: "verbs",
      };
  }
  const path = textsAt(rule, "nonResourceURLs").find((url) => url !== "*" && !url.startsWith("/"));
  if (path !== undefined)
    return {
      words: `names the path ${path}, and paths begin with /, so it grants nothing there`,
      path: "nonResourceURLs",
    };
  for (const named of textsAt(rule, "resources")) {
    const [resource = "", sub] = named.split("/");
    const near = sub === undefined || subresources.includes(sub) ? undefined : nearestWord(sub, subresources);
    if (near !== undefined)
      return { words: `names ${named}, which is not served; did you mean ${resource}/${near}?`, path: "resources" };
  }
  if (names.length > 0 && asked.includes("create") && !textsAt(rule, "resources").some((one) => one.includes("/")))
    return {
      words:
        "limits the verb create by resourceNames, and a request to create is authorized without a name, so it grants nothing there",
      path: "resourceNames",
    };
  return undefined;
}

const unknowns: Readonly<Record<string, string>> = {
  verbs: "verb",
  resources: "subresource",
  nonResourceURLs: "path",
};

/** What is said of the ClusterRoles that an aggregated one takes its rules from. */
async function sourceless(selectors: readonly object[], { reading }: RuleContext): Promise<string> {
  const wanted = selectors.map((selector) => labelSelectorAsSelector(selector).toString());
  const lists = wanted.map((labelSelector) => reading.list({ group, resource: "clusterroles" }, { labelSelector }));
  const isNone = (await Promise.all(lists)).every((list) => list?.length === 0);
  return `it takes its rules from the ClusterRoles with ${listed(wanted)}, ${isNone ? "of which there are none" : "and none of them has rules"}`;
}

/** The rules of Roles and ClusterRoles: those that grant nothing. */
export const roleRules: readonly Rule[] = [
  async (role, context) => {
    const rules = itemsAt(role, "rules");
    const count = rules.length;
    const [misnamed] = rules.flatMap((rule, i) => {
      const found = misnamedResource({ apiGroups: textsAt(rule, "apiGroups"), resources: textsAt(rule, "resources") });
      return found === undefined ? [] : [{ ...found, i }];
    });
    if (misnamed !== undefined)
      return conclude(role, {
        situation: "role-of-unknown-resource",
        state: "Grants less",
        level: "warning",
        because: `its rule ${misnamed.i + 1} ${misnamed.words}, so it grants nothing there`,
        evidence: [field(role, `rules[${misnamed.i}].resources`, textsAt(rules[misnamed.i], "resources").join(", "))],
      });
    const idle = rules.map((rule, i) => ({ found: idleRule(rule), i })).find(({ found }) => found !== undefined);
    if (idle?.found !== undefined)
      return conclude(role, {
        situation: `role-of-unknown-${unknowns[idle.found.path] ?? "name"}`,
        state: "Grants less",
        level: "warning",
        because: `its rule ${idle.i + 1} ${idle.found.words}`,
        evidence: [
          field(role, `rules[${idle.i}].${idle.found.path}`, textsAt(rules[idle.i], idle.found.path).join(", ")),
        ],
      });
    const selectors = itemsAt(role, "aggregationRule.clusterRoleSelectors");
    if (count > 0)
      return conclude(role, {
        situation: "role-has-rules",
        state: "Exists",
        level: "ok",
        because: counted(count, "rule"),
        evidence: [field(role, "rules", String(count))],
      });
    const wanted = listed(selectors.map((selector) => labelSelectorAsSelector(selector).toString()));
    return conclude(role, {
      situation: selectors.length === 0 ? "role-without-rules" : "role-aggregates-nothing",
      state: "Grants nothing",
      level: "warning",
      because: selectors.length === 0 ? "it has no rules" : await sourceless(selectors, context),
      evidence: [
        field(role, "rules", ""),
        ...(selectors.length === 0 ? [] : [field(role, "aggregationRule.clusterRoleSelectors", wanted)]),
      ],
    });
  },
];

const roleMissing: Rule = async (binding, { reading }) => {
  const kind = textAt(binding, "roleRef.kind");
  const namespace = kind === "Role" ? (binding.metadata.namespace ?? "") : "";
  const id = objectId(group, kind, namespace, textAt(binding, "roleRef.name"));
  if (!(await reading.isMissing(id))) return undefined;
  const other = await elsewhere(id, reading);
  const otherKind = kind === "Role" ? "ClusterRole" : "Role";
  const twin = await reading.get(objectId(group, otherKind, binding.metadata.namespace ?? "", id.name));
  const hint =
    twin === undefined ? other.text : `; there is a ${otherKind} of that name, which roleRef.kind would have to say`;
  return conclude(binding, {
    situation: "binding-role-missing",
    state: "Without effect",
    level: "error",
    because: `it binds the ${named(id)}, which does not exist, so it grants nothing${hint}`,
    evidence: [field(binding, "roleRef.name"), missing(id), ...other.evidence],
  });
};

/** The service account that a subject names, also as a user; the namespace of a group of service accounts. */
function accountOf(subject: unknown, namespace: string): readonly ObjectId[] {
  const [kind, name] = [textAt(subject, "kind"), textAt(subject, "name")];
  if (kind === "ServiceAccount")
    return [objectId("", "ServiceAccount", textAt(subject, "namespace") || namespace, name)];
  const [, ofUser = "", account = ""] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name) ?? [];
  if (kind === "User" && account !== "") return [objectId("", "ServiceAccount", ofUser, account)];
  const ofGroup = kind === "Group" ? /^system:serviceaccounts:([^:]+)$/.exec(name)?.[1] : undefined;
  return ofGroup === undefined ? [] : [objectId("", "Namespace", "", ofGroup)];
}

async function missingAccounts(subjects: readonly ObjectId[], { reading }: RuleContext): Promise<readonly ObjectId[]> {
  const found: ObjectId[] = [];
  for (const id of subjects) if (await reading.isMissing(id)) found.push(id);
  return found;
}

const subjectsMissing: Rule = async (binding, context) => {
  // Those that every server makes for itself name accounts of controllers that need not run.
  if (binding.metadata.labels?.["kubernetes.io/bootstrapping"] === "rbac-defaults") return undefined;
  const subjects = itemsAt(binding, "subjects");
  const accounts = subjects.flatMap((subject) => accountOf(subject, binding.metadata.namespace ?? ""));
  if (subjects.length === 0)
    return conclude(binding, {
      situation: "binding-without-subjects",
      state: "Without effect",
      level: "warning",
      because: "it has no subjects, so it grants nothing to anybody",
      evidence: [field(binding, "subjects", "")],
    });
  const lost = await missingAccounts(accounts.slice(0, 20), context);
  const [first] = lost;
  if (first === undefined) return undefined;
  const names = lost.map(({ namespace, name }) => `${namespace}/${name}`);
  const other = await elsewhere(first, context.reading);
  const plural = lost.length === 1 ? "" : "s";
  const what =
    first.kind === "Namespace"
      ? `namespace ${first.name} whose ServiceAccounts it grants to`
      : `ServiceAccount${plural} ${listed(names)} that it grants to`;
  return conclude(binding, {
    situation: "binding-account-missing",
    state: "Subject missing",
    level: "warning",
    because: `the ${what} ${lost.length === 1 || first.kind === "Namespace" ? "does" : "do"} not exist${other.text}`,
    evidence: [...lost.map(missing), ...other.evidence],
  });
};

/** Reports whether nothing that a rule grants is in a namespace: paths, and resources of the cluster. */
const isOfCluster = (rule: unknown): boolean => {
  const [groups, resources] = [textsAt(rule, "apiGroups"), textsAt(rule, "resources")];
  // A request for a namespace itself is authorized as one in it.
  const isCluster = (resource: string): boolean =>
    resource !== "namespaces" &&
    groups.every((one) => knownKinds.some((row) => row.group === one && row.resource === resource && !row.namespaced));
  return groups.length === 0 || resources.every((resource) => isCluster(resource.split("/")[0] ?? ""));
};

/** A binding whose role has nothing to grant, or nothing in a namespace. */
const roleGrantsNothing: Rule = async (binding, { reading, causeOf }) => {
  const kind = textAt(binding, "roleRef.kind");
  const id = objectId(
    group,
    kind,
    kind === "Role" ? (binding.metadata.namespace ?? "") : "",
    textAt(binding, "roleRef.name"),
  );
  const role = await reading.get(id);
  const cause = await causeOf(role);
  const rules = itemsAt(role, "rules");
  const about = { state: "Without effect", level: "warning" } as const;
  const evidence = [field(binding, "roleRef.name")];
  if (cause?.state === "Grants nothing")
    return conclude(binding, {
      ...about,
      situation: "binding-of-empty-role",
      because: `its ${named(id)} grants nothing: ${cause.sentence.slice(cause.state.length + 2)}`,
      evidence,
      causes: [cause],
    });
  if (binding.kind !== "RoleBinding" || rules.length === 0 || !rules.every(isOfCluster)) return undefined;
  const what = rules.flatMap((rule) => [...textsAt(rule, "nonResourceURLs"), ...textsAt(rule, "resources")]);
  return conclude(binding, {
    ...about,
    situation: "binding-of-cluster-rules",
    because: `a RoleBinding grants what is in its namespace, and the ${named(id)} is about ${listed(what)}, which no namespace has: a ClusterRoleBinding grants that`,
    evidence,
  });
};

/** Subjects that look like ServiceAccounts and name none (serviceaccount.MakeUsername, MakeNamespaceGroupName). */
const subjectMisnamed: Rule = (binding) => {
  for (const [i, subject] of itemsAt(binding, "subjects").entries()) {
    const [kind, name] = [textAt(subject, "kind"), textAt(subject, "name")];
    const wanted = kind === "User" ? /^system:serviceaccount:[^:]+:[^:]+$/ : /^system:serviceaccounts(?::[^:]+)?$/;
    if (!name.startsWith("system:serviceaccount") || wanted.test(name)) continue;
    const form = kind === "User" ? "system:serviceaccount:NAMESPACE:NAME" : "system:serviceaccounts:NAMESPACE";
    return conclude(binding, {
      situation: "binding-subject-misnamed",
      state: "Without effect",
      level: "warning",
      because: `no ${kind} is called ${name}: those of ServiceAccounts are called ${form}`,
      evidence: [field(binding, `subjects[${i}].name`, name)],
    });
  }
  return undefined;
};

const grants: Rule = (binding) => {
  const subjects = itemsAt(binding, "subjects").map(
    (subject) => `${textAt(subject, "kind")} ${textAt(subject, "name")}`,
  );
  const because = `the ${textAt(binding, "roleRef.kind")} ${textAt(binding, "roleRef.name")} to ${listed(subjects)}`;
  return conclude(binding, {
    situation: "binding-in-effect",
    state: "Grants",
    level: "ok",
    because,
    evidence: [field(binding, "roleRef.name")],
  });
};

/** The rules of RoleBindings and ClusterRoleBindings. */
export const bindingRules: readonly Rule[] = [roleMissing, subjectsMissing, subjectMisnamed, roleGrantsNothing, grants];

/** The rules of CertificateSigningRequests. */
export const certificateRules: readonly Rule[] = [
  (request) => {
    const signer = textAt(request, "spec.signerName");
    const [denied, failed, approved] = ["Denied", "Failed", "Approved"].map((type) =>
      conditionWith(request, type, "True"),
    );
    if (denied !== undefined)
      return conclude(request, {
        situation: "certificate-denied",
        state: "Denied",
        level: "error",
        because: firstLine(denied.message) || denied.reason,
        evidence: byCondition(request, denied),
      });
    if (failed !== undefined)
      return conclude(request, {
        situation: "certificate-failed",
        state: "Failed",
        level: "error",
        because: firstLine(failed.message) || failed.reason,
        evidence: byCondition(request, failed),
      });
    if (approved === undefined)
      return conclude(request, {
        situation: "certificate-pending",
        state: "Pending",
        level: "progressing",
        because: `nobody has approved or denied it for the signer ${signer}`,
        evidence: [field(request, "spec.signerName"), field(request, "spec.username")],
      });
    if (textAt(request, "status.certificate") !== "")
      return conclude(request, {
        situation: "certificate-issued",
        state: "Issued",
        level: "ok",
        because: `signed by ${signer}`,
        evidence: byCondition(request, approved),
      });
    return conclude(request, {
      situation: "certificate-not-signed",
      state: "Approved",
      level: "progressing",
      because: `the signer ${signer} has not signed it${signer.startsWith("kubernetes.io/") ? " yet" : ": it is not one of Kubernetes' own"}`,
      evidence: byCondition(request, approved),
    });
  },
];

/** ServiceAccounts, and what they lack. */
export const accountRules: readonly Rule[] = [
  async (account, { reading }) => {
    const { namespace = "" } = account.metadata;
    for (const [i, secret] of itemsAt(account, "imagePullSecrets").entries()) {
      const id = objectId("", "Secret", namespace, textAt(secret, "name"));
      const about = { level: "warning", evidence: [field(account, `imagePullSecrets[${i}].name`, id.name)] } as const;
      if (await reading.isMissing(id))
        return conclude(account, {
          ...about,
          situation: "account-pull-secret-missing",
          state: "Pull secret missing",
          because: `its imagePullSecret ${id.name} does not exist, so private images cannot be pulled${(await elsewhere(id, reading)).text}`,
          evidence: [...about.evidence, missing(id)],
        });
      const why = unfitType(await reading.get(id));
      if (why === undefined) continue;
      return conclude(account, {
        ...about,
        situation: "account-pull-secret-unfit",
        state: "Pull secret unfit",
        because: `${why}, so private images cannot be pulled`,
      });
    }
    return undefined;
  },
];
