import { expect, test } from "vitest";
import { readAllowed } from "./reviews.ts";

test("rules for the same things become one line, groups and resources apart", () => {
  const { resources, paths, incomplete } = readAllowed({
    resourceRules: [
      { verbs: ["get"], apiGroups: ["apps", ""], resources: ["things"] },
      { verbs: ["list", "get"], apiGroups: ["apps"], resources: ["things"] },
      { verbs: ["get"], apiGroups: ["apps"], resources: ["things"], resourceNames: ["one"] },
    ],
    nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/version", "/api"] }],
    incomplete: false,
  });
  expect(resources).toEqual([
    { what: "things", group: "", names: "", verbs: ["get"] },
    { what: "things", group: "apps", names: "", verbs: ["get", "list"] },
    { what: "things", group: "apps", names: "one", verbs: ["get"] },
  ]);
  expect(paths.map(({ what }) => what)).toEqual(["/api", "/version"]);
  expect(incomplete).toBeUndefined();
});

test("what the server could not find out is told", () => {
  expect(readAllowed({ incomplete: true, evaluationError: "no such role" }).incomplete).toBe("no such role");
});
