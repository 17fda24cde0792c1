import { expect } from "@playwright/test";
import { test } from "../browser-test.ts";
import { openApp } from "./open-page.ts";

const budget =
  "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  minAvailable: 1\n";

test("a request for a removed version is led to the new one, and one for a deprecated version is told of it", async ({
  page,
}) => {
  await openApp(
    page,
    `#/requests/new?m=POST&t=${encodeURIComponent("/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets")}&b=${encodeURIComponent(budget)}`,
  );
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  const send = page.getByRole("button", { name: "Send", exact: true });
  const note = page.getByRole("region", { name: "Moving to a newer version" });
  await send.click();
  await expect(answer).toContainText("404 Not Found");
  await expect(note).toContainText("This version is no longer served");
  await expect(note.getByRole("listitem")).toContainText([
    /v1\.21.*added/,
    /v1\.21.*deprecated/,
    /v1\.25.*removed/,
    /v1\.34/,
    /spec\.selector/,
  ]);
  await expect(answer.getByText("was removed in v1.25")).toHaveCount(0);
  await note.getByRole("button", { name: "Rewrite the request for policy/v1" }).click();
  await expect(page.getByRole("combobox", { name: "Path" })).toHaveValue(
    "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
  );
  await expect(note).toContainText("The request now uses policy/v1");
  await send.click();
  await expect(answer).toContainText("201 Created");
  await expect(note).toHaveCount(0);

  await page.getByRole("combobox", { name: "Method" }).selectOption("GET");
  const path = page.getByRole("combobox", { name: "Path" });
  await path.fill("/api/v1/namespaces/default/endpoints/web");
  await send.click();
  await expect(note).toContainText("This version is deprecated");
  await note.getByRole("button", { name: /^Rewrite/ }).click();
  await expect(path).toHaveValue(
    "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=kubernetes.io/service-name=web",
  );
  await send.click();
  await expect(answer).toContainText("200 OK");
});
