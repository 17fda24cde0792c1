import { expect, it } from "vitest";
import { commonStart, take, takeCommon } from "./completion.ts";

const at = (text: string) => ({ text: text.replace("|", ""), cursor: text.indexOf("|") });
const shown = ({ text, cursor }: { text: string; cursor: number }) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

it.each([
  ["kubectl ge|", "get", "kubectl get |"],
  ["kubectl ge| pods", "get", "kubectl get| pods"],
  ["kubectl get pods -n|", "--namespace=", "kubectl get pods --namespace=|"],
  ["kubectl get deployment/|", "deployment/web", "kubectl get deployment/web |"],
  ["kubectl get pods\nkubectl ap|", "apply", "kubectl get pods\nkubectl apply |"],
])("%s with %s is %s", (before, word, after) => {
  expect(shown(take(at(before), word))).toBe(after);
});

it("what all words have in common is written at once", () => {
  expect(commonStart(["rollout", "rollback", "role"])).toBe("rol");
  expect(shown(takeCommon(at("kubectl ro|"), ["rollout", "rollback"]))).toBe("kubectl roll|");
  expect(shown(takeCommon(at("kubectl get po| -w"), ["pods", "podtemplates"]))).toBe("kubectl get pod| -w");
});

it("a word of a million letters before the cursor's is walked past once", () => {
  const word = "x".repeat(1_000_000);
  expect(take({ text: `${word} ge`, cursor: word.length + 3 }, "get").text).toBe(`${word} get `);
});
