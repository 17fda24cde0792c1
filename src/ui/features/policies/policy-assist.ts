import { isRecord } from "../../../apimachinery/is-record.ts";
import type { CelCompletionItem, CelKind, CelRequest } from "../../../client/cel.ts";
import type { AssistItem, EditorAssist } from "../../../assist/editor-assist.ts";
import { apiVersionOf } from "../../kube/resource.ts";
import { catalog } from "../../state/catalog.ts";
import type { Page } from "../../state/page.ts";
import { expressionAt, type ExpressionAt } from "./model/expression-at.ts";
import { celPolicyOf, matchedResources } from "./model/policy-text.ts";

/** Completes expressions within the manifest of a policy by the types that they see, and fields by the schema. */
export function policyAssist(page: Page, manifest: EditorAssist): EditorAssist {
  const find = async (text: string, offset: number): Promise<ExpressionAt | undefined> =>
    expressionAt(await import("yaml"), text, offset);
  return {
    async complete(text, language, offset) {
      const found = await find(text, offset);
      if (found === undefined) return manifest.complete(text, language, offset);
      const { before } = found;
      const { start, items } = await page.inspect.celComplete(requestFor(page, found, before), before.length);
      return { start: offset - (before.length - start), end: offset, items: items.map(itemOf) };
    },
    async hover(text, language, offset) {
      const found = await find(text, offset);
      if (found === undefined) return manifest.hover(text, language, offset);
      const { before, after } = found;
      const told = await page.inspect.celHover(requestFor(page, found, before + after), before.length);
      if (told === undefined) return undefined;
      const begin = offset - before.length;
      return { start: begin + told.start, end: begin + told.end, title: told.code.join("\n"), words: told.words };
    },
    check: (text, language) => manifest.check(text, language),
  };
}

function requestFor(page: Page, { policy, place }: ExpressionAt, expression: string): CelRequest {
  const index = /^spec\.variables\[(\d+)\]/.exec(place)?.[1];
  const spec = isRecord(policy) && isRecord(policy["spec"]) ? policy["spec"] : {};
  const all = Array.isArray(spec["variables"]) ? spec["variables"].length : 0;
  const variables = index === undefined ? all : Number(index);
  const patches = place.startsWith("spec.mutations");
  return {
    expression,
    scope: { kind: "admission", policy: celPolicyOf(policy, matchedKind(page, policy), { variables, patches }) },
    stored: true,
  };
}

/** The first kind that the rules of a policy name. */
function matchedKind(page: Page, policy: unknown): CelKind | undefined {
  const { find } = catalog.of(page).getState();
  for (const matched of matchedResources(policy)) {
    const resource = find(matched.group, matched.resource);
    if (resource !== undefined) return { apiVersion: apiVersionOf(matched), kind: resource.kind };
  }
  return undefined;
}

const itemOf = ({ label, kind, detail, documentation = "", insert }: CelCompletionItem): AssistItem => ({
  label,
  kind: kind === "field" || kind === "variable" ? "field" : "value",
  detail,
  documentation,
  insert: insert.replace(/\$\d/g, ""),
});
