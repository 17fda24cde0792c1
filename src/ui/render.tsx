import { useStore } from "zustand";
import { createRoot, type Root } from "react-dom/client";
import { createOwnPage } from "./create-page.ts";
import { type OwnConnection, PageProvider, type Page } from "./state/page.ts";
import { Tooltip } from "@base-ui/react/tooltip";
import { Toasts } from "./design/toasts.tsx";
import { Shell } from "./shell/shell.tsx";
import "./page-styles.ts";

/** Renders the page for the connection to the tab's own server. */
export function renderPage(connection: OwnConnection): void {
  const element = document.getElementById("root");
  if (element === null) throw new Error("the document has no #root");
  let root: Root | undefined;
  createOwnPage(connection, {
    clear() {
      root?.unmount();
      root = undefined;
    },
    show(page) {
      root ??= createRoot(element);
      root.render(<App page={page} />);
    },
  });
}

/** The root component of the page. */
function App({ page }: { readonly page: Page }) {
  const view = useStore(page.route, ({ parts }) => parts[0] ?? "");
  return (
    <PageProvider value={page}>
      <Tooltip.Provider delay={400}>
        <Toasts manager={page.toasts} view={view} clock={page.clock}>
          <Shell />
        </Toasts>
      </Tooltip.Provider>
    </PageProvider>
  );
}
