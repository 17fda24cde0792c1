import { useEffect } from "react";
import { useStore } from "zustand";
import { createRoot, type Root } from "react-dom/client";
import { createOwnPage } from "./create-page.ts";
import { type OwnConnection, PageProvider, type Page } from "./state/page.ts";
import { lostWorldKey, tabMemory } from "./platform/tab-memory.ts";
import { Tooltip } from "@base-ui/react/tooltip";
import { Toasts } from "./design/toasts.tsx";
import { Shell } from "./shell/shell.tsx";
import "./page-styles.ts";

/** Renders the page for the connection to the tab's own server. */
export function renderPage(connection: OwnConnection): void {
  const element = document.getElementById("root");
  if (element === null) throw new Error("the document has no #root");
  let root: Root | undefined;
  let isSecond = false;
  createOwnPage(connection, {
    clear() {
      root?.unmount();
      isSecond = true;
      root = undefined;
    },
    show(page) {
      root ??= createRoot(element);
      root.render(<App page={page} isSecond={isSecond} />);
    },
  });
}

/**
 * The root component of the page. One that takes the place of another has the focus that went with that: it begins in
 * the view.
 */
function App({ page, isSecond }: { readonly page: Page; readonly isSecond: boolean }) {
  useEffect(() => {
    if (isSecond && document.activeElement === document.body) document.getElementById("main")?.focus();
  }, [isSecond]);
  useEffect(() => tellOfLostWorld(page), [page]);
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

/** Says once that the address which was opened named a world that is not there. */
function tellOfLostWorld({ toasts }: Page): void {
  if (tabMemory.read(lostWorldKey) !== true) return;
  tabMemory.write(lostWorldKey, false);
  toasts.add({
    description: "The world of this address is not in this browser. This is your first one.",
    timeout: 20_000,
  });
}
