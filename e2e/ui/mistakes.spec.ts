import { expect, test } from "@playwright/test";
import { paste } from "./bench-page.ts";
import { openApp } from "./open-page.ts";

interface Mistaken {
  readonly kind: string;
  readonly address: string;
  readonly manifest: string;
  /** The problems in their order: the line, the field, and what the server says. */
  readonly problems: readonly (readonly [line: number, field: string, message: string])[];
}

const manifests: readonly Mistaken[] = [
  {
    kind: "Pod",
    address: "#/objects/core/v1/pods?create=1",
    manifest: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  restartPolicy: Sometimes
  containers:
  - name: Web_1
    image: nginx
    ports:
    - containerPort: 99999
`,
    problems: [
      [6, "spec.restartPolicy", 'Unsupported value: "Sometimes"'],
      [8, "spec.containers[0].name", 'Invalid value: "Web_1"'],
      [11, "spec.containers[0].ports[0].containerPort", "Invalid value: 99999"],
    ],
  },
  {
    kind: "Service",
    address: "#/objects/core/v1/services?create=1",
    manifest: `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: Balanced
  selector: {app: web}
  ports:
  - name: http
    port: 0
    targetPort: 8080
  - name: http
    port: 81
`,
    problems: [
      [6, "spec.type", 'Unsupported value: "Balanced"'],
      [10, "spec.ports[0].port", "Invalid value: 0"],
      [12, "spec.ports[1].name", 'Duplicate value: "http"'],
    ],
  },
  {
    kind: "Ingress",
    address: "#/objects/networking.k8s.io/v1/ingresses?create=1",
    manifest: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
spec:
  rules:
  - host: web_site.example.com
    http:
      paths:
      - path: shop
        pathType: Prefix
        backend:
          service: {name: shop, port: {number: 80}}
      - path: /blog
        backend:
          service: {name: blog, port: {number: 80}}
`,
    problems: [
      [7, "spec.rules[0].host", 'Invalid value: "web_site.example.com"'],
      [10, "spec.rules[0].http.paths[0].path", 'Invalid value: "shop"'],
      [14, "spec.rules[0].http.paths[1].pathType", "Required value"],
    ],
  },
];

for (const { kind, address, manifest, problems } of manifests) {
  test(`three mistakes of a ${kind} stand at their lines, in the words of the server`, async ({ page }) => {
    await openApp(page, address);
    const editor = page.locator(".kp-editor", { has: page.locator(".monaco-editor") });
    await expect(page.locator(".kp-monaco").first()).toBeVisible();
    await paste(page, "New object", manifest);
    const list = page.getByRole("list", { name: "Problems that the server reports" });
    await expect(list.getByRole("listitem")).toHaveCount(problems.length);
    for (const [index, [line, field, message]] of problems.entries()) {
      const item = list.getByRole("listitem").nth(index);
      await expect(item).toContainText(`Line ${line}`);
      await expect(item).toContainText(field);
      await expect(item).toContainText(message);
    }
    await expect(editor.locator(".kp-line-error")).toHaveCount(problems.length);
    await list.getByRole("button").last().click();
    await expect(editor.locator(".monaco-editor").first()).toHaveClass(/focused/);
  });
}
