import { addressOf, readTarget } from "../../kube/resource.ts";
import type { RequestChange } from "../../shared/request-change.ts";
import { navigate } from "../../state/route.ts";

/** Shows what a request would read that is offered in place of one for a kind or an object that is not there. */
export function openTarget({ target = "" }: RequestChange): void {
  const meant = readTarget(target);
  if (meant !== undefined) navigate(addressOf(meant), true);
}
