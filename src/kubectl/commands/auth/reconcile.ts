import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { isAlreadyExists, isForbidden, isNotFound } from "../../../apimachinery/errors.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, kindOf, objectAt, textAt, valueAt, withValueAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { createTypedPrinter, type Print } from "../../output/printer.ts";
import { build } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { withZeroValues } from "../../typed/typed-object.ts";
import { dryRunOf } from "../write/write-options.ts";
import { policyRuleOf, type PolicyRule, ruleText, uncoveredRules } from "./policy-rules.ts";

/** What reconciliation comes to: the object as it shall be, and how it differs from the one that is there. */
interface Reconciliation {
  readonly operation: "none" | "create" | "update" | "recreate";
  readonly object: JsonObject;
  /** The object opted out of changes. */
  readonly isProtected: boolean;
  /** Lines about what was missing and what is too much. */
  readonly notes: readonly string[];
}

const group = "rbac.authorization.k8s.io";

/** `kubectl auth reconcile`. */
export async function reconcile(invocation: Invocation): Promise<void> {
  const { args, flags } = invocation;
  if (flags.list("filename").length === 0 && flags.text("kustomize") === "")
    throw new KubectlError("must specify one of -f and -k");
  if (args.length > 0) throw new KubectlError("no arguments are allowed");
  checkDryRun(invocation);
  const found = await build(invocation, { args: [], local: true });
  const print = await createTypedPrinter(invocation);
  const errors: unknown[] = [...found.errors];
  for (const info of found.infos) {
    try {
      if (info.resource.group === group) await reconcileOne(invocation, info, print);
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

function checkDryRun({ flags }: Invocation): void {
  try {
    dryRunOf(flags);
  } catch (error) {
    throw new KubectlError(`error accessing --dry-run flag for command reconcile: ${messageOf(error)}`);
  }
  if (dryRunOf(flags) === "server")
    throw new KubectlError("--dry-run=server for command reconcile is not supported yet");
}

async function reconcileOne(invocation: Invocation, info: Info, print: Print): Promise<void> {
  const { rest, flags, err } = invocation;
  const isRole = kindOf(info.object).endsWith("Role");
  const wanted = withZeroValues(info.object);
  const path = pathOf(info.resource, info.namespace, info.name);
  const existing = await rest.object({ method: "GET", path }).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  const result =
    existing === undefined
      ? creation(wanted, isRole)
      : isRole
        ? reconciledRole(existing, wanted, flags.bool("remove-extra-permissions"))
        : reconciledBinding(existing, wanted, flags.bool("remove-extra-subjects"));
  const dryRun = dryRunOf(flags) === "client";
  const object = dryRun || result.isProtected ? result.object : await written(invocation, info, result, existing ?? {});
  print(object, `reconciled${dryRun ? " (dry run)" : ""}`);
  if (result.operation === "none") return;
  const caveat = result.isProtected
    ? `, but object opted out (rbac.authorization.kubernetes.io/autoupdate: false)`
    : "";
  err(`\treconciliation required ${result.operation}${caveat}\n${result.notes.join("")}`);
}

async function written(
  { rest }: Invocation,
  { resource, namespace, name }: Info,
  { operation, object }: Reconciliation,
  existing: JsonObject,
): Promise<JsonObject> {
  const path = pathOf(resource, namespace, name);
  if (operation === "none") return object;
  const body = asSent(object);
  if (operation === "update") return rest.object({ method: "PUT", path, body });
  if (operation === "recreate") {
    const options = { preconditions: { uid: textAt(existing, "metadata", "uid") } };
    await rest.object({ method: "DELETE", path, body: options }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
  if (resource.namespaced) await ensureNamespace(rest, namespace);
  return rest.object({ method: "POST", path: pathOf(resource, namespace), body });
}

/** An object as protobuf carries it, which knows no empty lists. */
const asSent = (object: JsonObject): JsonObject =>
  withZeroValues(
    Object.fromEntries(Object.entries(object).filter(([, value]) => !(isList(value) && value.length === 0))),
  );

/** Creates a namespace that is not there; a user may not be allowed to (reconciliation.tryEnsureNamespace). */
async function ensureNamespace(rest: Invocation["rest"], name: string): Promise<void> {
  if (name === "") throw new KubectlError("resource name may not be empty");
  try {
    await rest.object({ method: "GET", path: `/api/v1/namespaces/${name}` });
    return;
  } catch (error) {
    if (!isNotFound(error) && !isForbidden(error)) throw error;
  }
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name }, spec: {}, status: {} };
  try {
    await rest.object({ method: "POST", path: "/api/v1/namespaces", body });
  } catch (error) {
    if (!isAlreadyExists(error) && !isForbidden(error)) throw error;
  }
}

const rulesOf = (object: JsonObject): readonly PolicyRule[] => itemsAt(object, "rules").map(policyRuleOf);
const noted = (title: string, texts: readonly string[]): readonly string[] =>
  texts.length === 0 ? [] : [`\t${title}:\n`, ...texts.map((text) => `\t\t${text}\n`)];

/** A subject as Go prints the struct. */
const subjectText = (subject: JsonValue): string =>
  `{Kind:${textAt(subject, "kind")} APIGroup:${textAt(subject, "apiGroup")} Name:${textAt(subject, "name")} Namespace:${textAt(subject, "namespace")}}`;

const creation = (object: JsonObject, isRole: boolean): Reconciliation => ({
  operation: "create",
  object,
  isProtected: false,
  notes: isRole
    ? noted(
        "missing rules added",
        rulesOf(object).map((rule) => ruleText(rule)),
      )
    : noted("missing subjects added", itemsAt(object, "subjects").map(subjectText)),
});

const isProtected = (object: JsonObject): boolean =>
  textAt(object, "metadata", "annotations", "rbac.authorization.kubernetes.io/autoupdate") === "false";

/** The existing object with the labels and annotations of the wanted one where it has none of those names. */
function withMetadata(existing: JsonObject, wanted: JsonObject): JsonObject {
  return ["annotations", "labels"].reduce((object, member) => {
    const merged = { ...objectAt(wanted, "metadata", member), ...objectAt(existing, "metadata", member) };
    return Object.keys(merged).length === 0 ? object : withValueAt(object, ["metadata", member], merged);
  }, existing);
}

/** A role with what the wanted one has (reconciliation.computeReconciledRole). */
export function reconciledRole(existing: JsonObject, wanted: JsonObject, removes: boolean): Reconciliation {
  const aggregates = (object: JsonObject): JsonObject | undefined => {
    const rule = valueAt(object, "aggregationRule");
    return isObject(rule) ? rule : undefined;
  };
  const [had, wants] = [aggregates(existing), aggregates(wanted)];
  const extra = wants !== undefined && had !== undefined ? [] : uncoveredRules(rulesOf(wanted), rulesOf(existing));
  const missing = uncoveredRules(rulesOf(existing), rulesOf(wanted));
  let object = withMetadata(existing, wanted);
  if (removes && missing.length + extra.length > 0) object = { ...object, rules: itemsAt(wanted, "rules") };
  else if (missing.length > 0) object = { ...object, rules: [...itemsAt(existing, "rules"), ...missing.map(ruleJson)] };
  const selectors = (rule: JsonObject | undefined): readonly JsonValue[] => itemsAt(rule, "clusterRoleSelectors");
  const lacks = (a: readonly JsonValue[], b: readonly JsonValue[]): readonly JsonValue[] =>
    b.filter((each) => !a.some((other) => encodeJson(other) === encodeJson(each)));
  const [more, less] = [lacks(selectors(had), selectors(wants)), lacks(selectors(wants), selectors(had))];
  if (wants === undefined && had !== undefined) object = withValueAt(object, ["aggregationRule"], undefined);
  else if (removes && more.length + less.length > 0) object = { ...object, aggregationRule: wants ?? null };
  else if (more.length > 0)
    object = { ...object, aggregationRule: { ...had, clusterRoleSelectors: [...selectors(had), ...more] } };
  return {
    operation: encodeJson(object) === encodeJson(existing) ? "none" : "update",
    object,
    isProtected: isProtected(existing),
    notes: [
      ...noted(
        "missing rules added",
        missing.map((rule) => ruleText(rule)),
      ),
      ...(removes
        ? noted(
            "extra rules removed",
            extra.map((rule) => ruleText(rule)),
          )
        : []),
    ],
  };
}

/** A rule as JSON, without empty lists. */
const ruleJson = (rule: PolicyRule): JsonObject =>
  Object.fromEntries(Object.entries(rule).filter(([name, texts]) => name === "verbs" || texts.length > 0));

/** A binding with the subjects of the wanted one (reconciliation.computeReconciledRoleBinding). */
export function reconciledBinding(existing: JsonObject, wanted: JsonObject, removes: boolean): Reconciliation {
  const base = { isProtected: isProtected(existing), notes: [] };
  if (encodeJson(objectAt(existing, "roleRef")) !== encodeJson(objectAt(wanted, "roleRef")))
    return { ...base, operation: "recreate", object: wanted };
  const lacks = (a: readonly JsonValue[], b: readonly JsonValue[]): readonly JsonValue[] =>
    b.filter((each, i) => [...a, ...b.slice(0, i)].every((other) => encodeJson(other) !== encodeJson(each)));
  const [has, wants] = [itemsAt(existing, "subjects"), itemsAt(wanted, "subjects")];
  const [missing, extra] = [lacks(has, wants), lacks(wants, has)];
  let object = withMetadata(existing, wanted);
  if (removes && missing.length + extra.length > 0) object = { ...object, subjects: wants };
  else if (missing.length > 0) object = { ...object, subjects: [...has, ...missing] };
  return {
    ...base,
    operation: encodeJson(object) === encodeJson(existing) ? "none" : "update",
    object,
    notes: [
      ...noted("missing subjects added", missing.map(subjectText)),
      ...(removes ? noted("extra subjects removed", extra.map(subjectText)) : []),
    ],
  };
}
