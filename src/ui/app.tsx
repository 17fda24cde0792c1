import { Tooltip } from "@base-ui/react/tooltip";
import { Toasts } from "./design/toasts.tsx";
import { Shell } from "./shell/shell.tsx";
import { PageProvider, type Page } from "./state/page.ts";
import "./design/tokens.css";
import "./design/base.css";
import "./design/controls.css";
import "./design/floating.css";
import "./design/panes.css";
import "./design/virtual-table.css";
import "./code/code.css";
import "./stream/stream.css";

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
