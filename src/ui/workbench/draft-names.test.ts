import { expect, test } from "vitest";
import { draftAddress, freePlace, namedDrafts, nameOfTypes } from "./draft-names.ts";

test("drafts are named by their texts, and say where they began", () => {
  const drafts = {
    own: "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: lamps.example.com\n",
    "own/2": "kind: CustomResourceDefinition\nspec:\n  names: { plural: lamps }\n",
    "own/3": '{"metadata": {"name": "doors.example.com"}}',
    "own/4": " \n",
    "gallery/certificate example v1": "metadata:\n  name: example\n",
    "gallery/certificate": "metadata:\n  labels: { a: b }\n  name: 'certificates.example.com'\n",
    "installed/ValidatingAdmissionPolicy/replicas": "spec: {}\n",
  };
  expect(namedDrafts(drafts).map(({ place, name, words }) => [place, name, words])).toEqual([
    ["own", "lamps.example.com", "written here"],
    ["own/2", "2", "written here"],
    ["own/3", "doors.example.com", "written here"],
    ["gallery/certificate", "certificates.example.com", "from the gallery, changed"],
    ["installed/ValidatingAdmissionPolicy/replicas", "replicas", "from the server, changed"],
  ]);
});

test("drafts of Go types are named by their first struct", () => {
  const drafts = { own: "package v1\n\ntype Kind string\n\ntype Lamp struct {\n}\n", "tag/minimum": "- { name: a }\n" };
  expect(namedDrafts(drafts, nameOfTypes).map(({ name, words }) => [name, words])).toEqual([
    ["Lamp", "written here"],
    ["minimum", "from a tag, changed"],
  ]);
});

test("a new text has a place of its own", () => {
  expect(freePlace({})).toBe("own");
  expect(freePlace({ own: "a", "gallery/x": "b" })).toBe("own/2");
  expect(freePlace({ own: "a", "own/2": "b", "own/3": "" })).toBe("own/3");
  expect(draftAddress("#/policies", "installed/Kind/a b")).toBe("#/policies/installed/Kind/a%20b");
});
