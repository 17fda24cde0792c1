import { useStore } from "zustand";
import { Tooltip } from "@base-ui/react/tooltip";
import { EmptyState, Skeleton } from "../design/feedback.tsx";
import { Toasts } from "../design/toasts.tsx";
import { PageProvider, type Page } from "../state/page.ts";
import { EmbedShell, type EmbedShellProps } from "./embed-shell.tsx";
import "../page-styles.ts";

/** The root component of an embed whose server is ready. */
export function EmbedApp({ page, ...props }: EmbedShellProps & { readonly page: Page }) {
  const view = useStore(page.route, ({ parts }) => parts[0] ?? "");
  return (
    <PageProvider value={page}>
      <Tooltip.Provider delay={400}>
        <Toasts manager={page.toasts} view={view} clock={page.clock}>
          <EmbedShell {...props} />
        </Toasts>
      </Tooltip.Provider>
    </PageProvider>
  );
}

/** What an embed shows before its server is ready. */
export function StartingEmbed() {
  return (
    <main className="kp-embed">
      <Skeleton lines={8} />
    </main>
  );
}

/** What an embed shows that cannot be read, or whose server cannot be started. */
export function FailedEmbed({ problem, message }: { readonly problem: string; readonly message: string }) {
  return (
    <main className="kp-embed" role="alert">
      <EmptyState icon="warning" title={problem}>
        {message}
      </EmptyState>
    </main>
  );
}
