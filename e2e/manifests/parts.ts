import type { JsonObject } from "../../src/apimachinery/json/value.ts";

export const container = (name: string, image: string, more: JsonObject = {}): JsonObject => ({ name, image, ...more });
export const nginx = container("nginx", "nginx:1.14.2", { ports: [{ containerPort: 80 }] });

/** Returns the selector and the template of pods with a label. */
export const podsOf = (app: string, spec: JsonObject): JsonObject => ({
  selector: { matchLabels: { app } },
  template: { metadata: { labels: { app } }, spec },
});
