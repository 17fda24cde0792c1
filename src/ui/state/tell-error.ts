import { messageOf } from "../../apimachinery/message-of.ts";
import { RefusedError } from "../data/send.ts";
import type { Page } from "./page.ts";
import { navigate } from "./route.ts";

/** Says why something failed, in a message that stays longer; after a refused request it leads to the log. */
export function tellError(page: Pick<Page, "toasts" | "embed">, error: unknown): void {
  const isInLog = error instanceof RefusedError && page.embed === undefined;
  const showRequests = (): void => {
    page.toasts.close(id);
    navigate("#/log");
  };
  const id = page.toasts.add({
    description: messageOf(error),
    timeout: 20_000,
    ...(isInLog && { actionProps: { children: "Show the requests", onClick: showRequests } }),
  });
}
