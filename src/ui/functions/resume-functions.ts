import { isRecord } from "../../apimachinery/is-record.ts";
import type { Page } from "../state/page.ts";
import { conversionsSetting, webhooksSetting } from "./functions-setting.ts";

/** Registers persisted functions again. The code for this is loaded only if there are any. */
export async function resumeFunctions(page: Page): Promise<void> {
  const has = (setting: string): boolean => page.memory.read(setting, isRecord) !== undefined;
  if (has(conversionsSetting)) (await import("./conversion-functions.ts")).conversionFunctions.of(page);
  if (has(webhooksSetting)) (await import("./webhook-functions.ts")).webhookFunctions.of(page);
}
