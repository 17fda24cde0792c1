import { conversionHunts } from "./conversion-cases.ts";
import { customSubresourceHunts } from "./custom-subresource-cases.ts";
import type { HuntCase } from "./hunt-case.ts";
import { kindHunts } from "./kind-cases.ts";
import { oddHunts } from "./odd-cases.ts";
import { outputHunts } from "./output-cases.ts";
import { patchHunts } from "./patch-cases.ts";
import { livelyHunts } from "./lively-cases.ts";
import { scaleHunts } from "./scale-cases.ts";
import { schemaHunts } from "./schema-cases.ts";
import { selectorHunts } from "./selector-cases.ts";
import { subresourceHunts } from "./subresource-cases.ts";
import { taskHunts } from "./task-cases.ts";
import { updateHunts } from "./update-cases.ts";
import { webhookHunts } from "./webhook-cases.ts";
import { worldHunts } from "./world-cases.ts";

/** Returns all cases, the named ones first, then every field of every kind with a size, by default the largest. */
export const hunts = async (bytes?: number): Promise<readonly HuntCase[]> => [
  ...schemaHunts(),
  ...selectorHunts(),
  ...patchHunts(),
  ...taskHunts(),
  ...updateHunts(),
  ...conversionHunts(),
  ...customSubresourceHunts(),
  ...webhookHunts(),
  ...worldHunts(),
  ...oddHunts(),
  ...scaleHunts(),
  ...livelyHunts(),
  ...(await outputHunts()),
  ...(await subresourceHunts()),
  ...(await kindHunts(bytes)),
];
