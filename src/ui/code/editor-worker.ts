// The editor's web worker. It is a script of its own, so that it starts like the page's other workers.
import { importModule } from "../../worker/held-messages.ts";

void importModule(self, () => import("monaco-editor/editor/editor.worker"));
