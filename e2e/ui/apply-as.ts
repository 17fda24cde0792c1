import { expect, type Page } from "@playwright/test";
import { ask } from "./open-page.ts";

/** Applies an object through the server as a field manager. */
export async function applyAs(
  page: Page,
  manager: string,
  target: string,
  manifest: unknown,
  force = false,
): Promise<void> {
  const { status, text } = await ask(
    page,
    "PATCH",
    `${target}?fieldManager=${manager}${force ? "&force=true" : ""}`,
    manifest,
    "application/apply-patch+yaml",
  );
  expect(status, text).toBeLessThan(300);
}

/** Returns the owners of a top-level member of an object's data, as reported by the server. */
export async function ownersOfData(page: Page, target: string, key: string): Promise<readonly string[]> {
  const { text } = await ask(page, "GET", target);
  const {
    metadata,
  }: {
    readonly metadata: {
      readonly managedFields?: readonly {
        readonly manager: string;
        readonly fieldsV1: { readonly "f:data"?: Readonly<Record<string, unknown>> };
      }[];
    };
  } = JSON.parse(text);
  return (metadata.managedFields ?? [])
    .filter(({ fieldsV1 }) => `f:${key}` in (fieldsV1["f:data"] ?? {}))
    .map(({ manager }) => manager)
    .toSorted();
}
