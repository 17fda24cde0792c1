// The script of the server's worker.
import { importModule } from "./held-messages.ts";

void importModule(self, () => import("./server-entry.ts"));
