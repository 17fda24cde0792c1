import { Tooltip } from "@base-ui/react/tooltip";
import { Toasts } from "./design/toasts.tsx";
import { Shell } from "./shell/shell.tsx";
import { PageProvider, type Page } from "./state/page.ts";
import "./page-styles.ts";

/** The root component of the page. */
export function App({ page }: { readonly page: Page }) {
  return (
    <PageProvider value={page}>
      <Tooltip.Provider delay={400}>
        <Toasts manager={page.toasts}>
          <Shell />
        </Toasts>
      </Tooltip.Provider>
    </PageProvider>
  );
}
