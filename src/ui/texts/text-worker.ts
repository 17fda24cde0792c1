// Large texts are parsed in a worker, so that parsing does not block typing.
import { importModule } from "../../worker/held-messages.ts";

void importModule(self, () => import("./expose-texts.ts"));
