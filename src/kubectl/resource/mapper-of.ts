import { Client } from "../../client/client.ts";
import { discover } from "../../client/discovery.ts";
import type { Invocation } from "../invocation.ts";
import { KubectlError } from "../kubectl-error.ts";
import { ResourceMapper } from "./mapper.ts";

/** What discovery needs of a run of a command. */
export type Discovering = Pick<Invocation, "session" | "rest" | "signal">;

/** The mapper of a session; discovery is asked once, and again with `fresh`. Use `lookUp` to find a resource in it. */
export async function mapperOf({ session, rest, signal }: Discovering, fresh = false): Promise<ResourceMapper> {
  if (session.mapper !== undefined && !fresh) return session.mapper;
  const client = new Client({ handle: session.handle, userAgent: "kubectl", headers: rest.headers });
  session.mapper = new ResourceMapper((await discover(client, signal)).resources);
  return session.mapper;
}

/**
 * Looks something up in the mapper of a session. What an earlier command's discovery does not know, as undefined or a
 * KubectlError tells, is looked up again in a fresh one (restmapper.DeferredDiscoveryRESTMapper).
 */
export async function lookUp<T>(invocation: Discovering, find: (mapper: ResourceMapper) => T): Promise<T> {
  const isKnown = invocation.session.mapper !== undefined;
  const mapper = await mapperOf(invocation);
  try {
    const found = find(mapper);
    if (found !== undefined || !isKnown) return found;
  } catch (error) {
    if (!isKnown || !(error instanceof KubectlError)) throw error;
  }
  return find(await mapperOf(invocation, true));
}
