import { message } from "../etcd-messages.ts";
import { type ChannelOptions, GrpcChannel } from "../grpc-channel.ts";

/** The permission to read and write a key, or those up to an end. */
const readWrite = 2;

/**
 * Enables the authentication of an etcd that knows its clients by the common names of their certificates. `asRoot`
 * reaches it as the user `root`.
 */
export async function enableAuthentication(asRoot: ChannelOptions): Promise<EtcdAuthentication> {
  const channel = new GrpcChannel(asRoot);
  const call = (method: string, write: Parameters<typeof message>[0] = () => undefined): Promise<Uint8Array> =>
    channel.call(`/etcdserverpb.Auth/${method}`, message(write));
  const addUser = async (name: string): Promise<void> => {
    await call("RoleAdd", (role) => role.text(1, name));
    await call("UserAdd", (user) => user.message(3, (options) => options.bool(1, true)).text(1, name));
    await call("UserGrantRole", (grant) => grant.text(2, name).text(1, name));
  };
  await addUser("root");
  await call("AuthEnable");
  return {
    addUser,
    async allow(name, key, end) {
      await call("RoleGrantPermission", (grant) =>
        grant.message(2, (permission) => permission.text(3, end).text(2, key).int(1, readWrite)).text(1, name),
      );
    },
    close: () => channel.close(),
  };
}

/** The users of an etcd. */
export interface EtcdAuthentication {
  /** Adds a user that may do nothing. */
  addUser(name: string): Promise<void>;
  /** Lets a user read and write the keys from one up to an end. */
  allow(name: string, key: string, end: string): Promise<void>;
  close(): void;
}
