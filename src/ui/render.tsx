import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { createPage } from "./create-page.ts";
import type { Connection } from "./state/page.ts";

/** Renders the page for a server connection. */
export function renderPage(connection: Connection): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("the document has no #root");
  createRoot(root).render(<App page={createPage(connection)} />);
}
