import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { isForbidden, isNotFound } from "../../../apimachinery/errors.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, objectAt, textAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { createTypedPrinter, type Print } from "../../output/printer.ts";
import { alignTabs, tableWidths } from "../../output/tab-writer.ts";

/** `kubectl auth whoami`. */
export async function whoAmI(invocation: Invocation): Promise<void> {
  const { flags, out } = invocation;
  const formatted = flags.text("output") !== "" || flags.text("template") !== "";
  const print: Print = formatted ? await createTypedPrinter(invocation) : (review) => out(tableOf(review));
  print(await selfReview(invocation));
}

async function selfReview({ rest }: Invocation): Promise<JsonObject> {
  try {
    for (const version of ["v1", "v1beta1"]) {
      const body = { apiVersion: `authentication.k8s.io/${version}`, kind: "SelfSubjectReview" };
      const path = `/apis/authentication.k8s.io/${version}/selfsubjectreviews`;
      const review = await rest.object({ method: "POST", path, body }).catch((error: unknown) => {
        if (isNotFound(error)) return undefined;
        throw error;
      });
      if (review !== undefined) return review;
    }
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new KubectlError(
      "the selfsubjectreviews API is not enabled in the cluster or you do not have permission to call it",
    );
  }
  throw new KubectlError(
    "the selfsubjectreviews API is not enabled in the cluster\nenable APISelfSubjectReview feature gate and authentication.k8s.io/v1alpha1 or authentication.k8s.io/v1beta1 API",
  );
}

function tableOf(review: JsonObject): string {
  const info = objectAt(review, "status", "userInfo");
  const list = (values: readonly unknown[]): string => `[${values.map(String).join(" ")}]`;
  const rows = [["ATTRIBUTE", "VALUE"]];
  if (textAt(info, "username") !== "") rows.push(["Username", textAt(info, "username")]);
  if (textAt(info, "uid") !== "") rows.push(["UID", textAt(info, "uid")]);
  if (itemsAt(info, "groups").length > 0) rows.push(["Groups", list(itemsAt(info, "groups"))]);
  for (const key of Object.keys(objectAt(info, "extra")).sort(compareUtf8))
    rows.push([`Extra: ${key}`, list(itemsAt(info, "extra", key))]);
  return alignTabs(rows.map((cells) => `${cells.join("\t")}\n`).join(""), tableWidths);
}
