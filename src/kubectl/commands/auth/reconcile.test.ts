import { describe, expect, test } from "vitest";
import { reconciledBinding, reconciledRole } from "./reconcile.ts";

const role = (...rules: readonly { readonly [name: string]: readonly string[] }[]) => ({ kind: "Role", rules });
const get = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
const list = { apiGroups: [""], resources: ["pods"], verbs: ["list"] };

describe("reconciliation", () => {
  test("adds rules that are missing, and says which", () => {
    const { operation, object, notes } = reconciledRole(role(get), role(get, list), false);
    expect([operation, object]).toEqual(["update", role(get, list)]);
    expect(notes.join("")).toBe(
      "\tmissing rules added:\n\t\t{Verbs:[list] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}\n",
    );
  });

  test("leaves a role alone that allows all, unless extra rules are removed", () => {
    expect(reconciledRole(role(get, list), role(get), false).operation).toBe("none");
    expect(reconciledRole(role(get, list), role(get), true).object).toEqual(role(get));
  });

  test("makes a binding of another role anew", () => {
    const binding = (name: string) => ({ roleRef: { name }, subjects: [] });
    expect(reconciledBinding(binding("a"), binding("b"), false).operation).toBe("recreate");
  });

  test("adds subjects once", () => {
    const binding = (...names: readonly string[]) => ({ roleRef: {}, subjects: names.map((name) => ({ name })) });
    expect(reconciledBinding(binding("a", "b"), binding("c", "a", "c"), false).object).toEqual(binding("a", "b", "c"));
    expect(reconciledBinding(binding("a", "b"), binding("a"), true).object).toEqual(binding("a"));
  });
});
