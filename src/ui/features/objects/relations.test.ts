import { expect, it } from "vitest";
import { selectorOf } from "./relations.ts";

it.each([
  [{ kind: "Service", metadata: {}, spec: { selector: { app: "web", tier: "front" } } }, "app=web,tier=front"],
  [{ kind: "Deployment", metadata: {}, spec: { selector: { matchLabels: { app: "web" } } } }, "app=web"],
  [{ kind: "Deployment", metadata: {}, spec: { selector: {} } }, undefined],
  [{ kind: "ConfigMap", metadata: {} }, undefined],
])("%j selects %s", (object, expected) => expect(selectorOf(object)).toBe(expected));
