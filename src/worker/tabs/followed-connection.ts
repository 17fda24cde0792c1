import type { Connection } from "./connection.ts";
import { createInspectorClient } from "../host/inspector-client.ts";
import { createLinkClient } from "../link/link-client.ts";
import { createChannelEndpoint } from "../link/channel-endpoint.ts";
import { createBroadcastLink } from "../link/links.ts";
import { ownServer } from "../link/protocol.ts";
import { exchangesChannel, inspectorChannel } from "./tab-channel.ts";

/** Opens a follower's connection to the leading worker, over two BroadcastChannels that only this pair uses. */
export function openFollowedConnection(
  openChannel: (name: string) => BroadcastChannel,
  database: string,
  leaderId: string,
  tabId: string,
): Connection {
  const link = createLinkClient(createBroadcastLink(openChannel(exchangesChannel(database, leaderId, tabId))));
  const { handle } = link.connect(ownServer);
  const channel = createChannelEndpoint(openChannel(inspectorChannel(database, leaderId, tabId)));
  const inspector = createInspectorClient(channel);
  const close = (reason: string): void => {
    link.lose(reason);
    inspector.lose(reason);
    channel.close();
  };
  return { handle, inspector: inspector.service, close };
}
