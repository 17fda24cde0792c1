import { createStore } from "zustand/vanilla";
import { createServedSchemas, type ServedSchemas } from "../../client/openapi/served-schemas.ts";
import { pageAgent, sendJson } from "../data/send.ts";
import { defineSlice } from "./page.ts";

/** The schemas of the page's server. */
export const openApi = defineSlice<ServedSchemas>((page) => {
  const served = createServedSchemas((target) => sendJson(page.handle, pageAgent, { method: "GET", target }));
  return createStore<ServedSchemas>(() => served);
});
