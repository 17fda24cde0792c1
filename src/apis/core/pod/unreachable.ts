import { newServiceUnavailable } from "../../../apimachinery/errors.ts";

/** Error of a server that cannot reach a node or an address; there are no kubelets here. */
export const unreachable = (host: string): Error =>
  newServiceUnavailable(`error trying to reach service: dial tcp: lookup ${host}: no such host`);
