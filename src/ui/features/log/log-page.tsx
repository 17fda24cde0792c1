import { logAddress, type Route } from "../../state/route.ts";
import { LogView } from "./log-view.tsx";

/** The page of the request log, `#/log/ID`: the list, and the request beside it. */
export function LogPage({ route }: { readonly route: Route }) {
  return <LogView chosen={route.parts[1]} hrefOf={logAddress} />;
}
