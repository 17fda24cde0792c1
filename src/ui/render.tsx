import { createRoot, type Root } from "react-dom/client";
import { App } from "./app.tsx";
import { createOwnPage } from "./create-page.ts";
import type { OwnConnection } from "./state/page.ts";

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
