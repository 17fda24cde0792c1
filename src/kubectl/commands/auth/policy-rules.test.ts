import { describe, expect, test } from "vitest";
import { breakdownRule, compactRules, policyRuleOf, ruleResource, ruleText, uncoveredRules } from "./policy-rules.ts";

const rule = policyRuleOf({ apiGroups: ["", "apps"], resources: ["pods/log"], verbs: ["get", "list"] });

describe("rules of RBAC", () => {
  test("are printed as Go prints them", () => {
    expect(ruleText(rule)).toBe(
      "{Verbs:[get list] APIGroups:[ apps] Resources:[pods/log] ResourceNames:[] NonResourceURLs:[]}",
    );
  });

  test("are broken down and joined by resource", () => {
    const parts = breakdownRule(rule);
    expect(parts).toHaveLength(4);
    expect(compactRules(parts).map((each) => `${ruleResource(each)} ${each.verbs.join()}`)).toEqual([
      "pods/log get,list",
      "pods.apps/log get,list",
    ]);
  });

  test.each([
    [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }, 0],
    [{ apiGroups: ["", "apps"], resources: ["*/log"], verbs: ["get"] }, 2],
    [{ apiGroups: ["", "apps"], resources: ["pods"], verbs: ["*"] }, 4],
    [{ apiGroups: ["*"], resources: ["*"], resourceNames: ["a"], verbs: ["*"] }, 4],
  ])("%j leave %i parts that they do not allow", (owner, count) => {
    expect(uncoveredRules([policyRuleOf(owner)], [rule])).toHaveLength(count);
  });

  test("of URLs cover those that begin so", () => {
    const owner = policyRuleOf({ nonResourceURLs: ["/api/*"], verbs: ["get"] });
    const url = (text: string) => policyRuleOf({ nonResourceURLs: [text], verbs: ["get"] });
    expect([uncoveredRules([owner], [url("/api/v1")]), uncoveredRules([owner], [url("/apis")])]).toEqual([
      [],
      [url("/apis")],
    ]);
  });
});
