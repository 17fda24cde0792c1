import { Client } from "../../client/client.ts";
import { discover } from "../../client/discovery.ts";
import type { Invocation } from "../invocation.ts";
import { ResourceMapper } from "./mapper.ts";

/** The mapper of a session; discovery is asked once, and again with `fresh`. */
export async function mapperOf({ session, rest, signal }: Invocation, fresh = false): Promise<ResourceMapper> {
  if (session.mapper !== undefined && !fresh) return session.mapper;
  const client = new Client({ handle: session.handle, userAgent: "kubectl", headers: rest.headers });
  session.mapper = new ResourceMapper((await discover(client, signal)).resources);
  return session.mapper;
}
