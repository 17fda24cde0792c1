import type { Status } from "../apimachinery/meta.ts";

/** Reports whether a resourceVersion is too old: what was asked for is compacted (client-go isExpiredError). */
export const isExpired = ({ code, reason }: Pick<Status, "code" | "reason">): boolean =>
  code === 410 || reason === "Expired" || reason === "Gone";
