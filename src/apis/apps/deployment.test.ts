import { expect, it } from "vitest";
import { deploymentBehavior } from "./deployment.ts";

it("defaults do not copy the annotations of a Deployment that goes back to no revision", () => {
  let copies = 0;
  const target = { a: "b" };
  const annotations = new Proxy(target, {
    ownKeys(map) {
      copies++;
      return Reflect.ownKeys(map);
    },
  });
  deploymentBehavior.default?.({ metadata: { name: "a", annotations }, spec: {} });
  expect(copies).toBe(0);
});
