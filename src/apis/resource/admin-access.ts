import { fieldPath, forbidden, internal, type FieldError, type FieldPath } from "../../apimachinery/field-error.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { recordAt, recordsAt, type JsonRecord } from "../record.ts";

const adminLabel = "resource.kubernetes.io/admin-access";
/** The path upstream names for requests of claims, and for those of templates too. */
const requests = fieldPath("spec", "devices", "requests");
const results = fieldPath("status", "allocation", "devices", "results");

/** Requests for the devices of others are for namespaces with a label (resourceutils.AuthorizedForAdmin). */
export function adminRequestErrors(claimSpec: JsonRecord, ctx: StrategyContext): readonly FieldError[] {
  const index = recordsAt(recordAt(claimSpec, "devices"), "requests").findIndex(
    ({ exactly }) => isRecord(exactly) && exactly["adminAccess"] === true,
  );
  return index < 0 ? [] : namespaceErrors(ctx, requests.index(index).child("adminAccess"));
}

const grantIn = (claim: KubeObject): number =>
  recordsAt(recordAt(recordAt(recordAt(claim, "status"), "allocation"), "devices"), "results").findIndex(
    ({ adminAccess }) => adminAccess === true,
  );

/** The same for new allocations (resourceutils.AuthorizedForAdminStatus). */
export function adminGrantErrors(claim: KubeObject, old: KubeObject, ctx: StrategyContext): readonly FieldError[] {
  const index = grantIn(claim);
  return index < 0 || grantIn(old) >= 0 ? [] : namespaceErrors(ctx, results.index(index).child("adminAccess"));
}

function namespaceErrors(ctx: StrategyContext, path: FieldPath): readonly FieldError[] {
  const namespace = ctx.find?.("namespaces", "", ctx.namespace);
  if (namespace === undefined)
    return [
      internal(path, `could not retrieve namespace to verify admin access: namespaces "${ctx.namespace}" not found`),
    ];
  return namespace.metadata.labels?.[adminLabel] === "true"
    ? []
    : [
        forbidden(
          path,
          `admin access to devices requires the \`${adminLabel}: true\` label on the containing namespace`,
        ),
      ];
}
