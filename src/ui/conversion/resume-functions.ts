import { isRecord } from "../../apimachinery/is-record.ts";
import { readSetting } from "../platform/storage.ts";
import type { Page } from "../state/page.ts";
import { functionsSetting } from "./functions-setting.ts";

/** Registers persisted conversion functions again. The code for this is loaded only if there are any. */
export async function resumeFunctions(page: Page): Promise<void> {
  if (readSetting(functionsSetting, isRecord) === undefined) return;
  const { conversionFunctions } = await import("./functions.ts");
  conversionFunctions.of(page);
}
