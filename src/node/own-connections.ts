import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** A connection of this process, how much it has carried, and whether it keeps the process alive. */
interface Connection {
  bytes: number;
  isReleased: boolean;
}

const channel = "net.client.socket";

/**
 * Lets connections of this process to a server keep the process alive only while they carry something: a test that
 * failed may have left a watch open. Looks at them at an interval until the returned function is called.
 */
export function releaseIdleConnections(url: string, intervalMs: number): () => void {
  const { hostname, port } = new URL(url);
  const connections = new Map<Socket, Connection>();
  const follow = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    connections.set(socket, { bytes: 0, isReleased: false });
    socket.once("close", () => connections.delete(socket));
  };
  const look = (): void => {
    for (const [socket, connection] of connections) {
      if (socket.remoteAddress === hostname && String(socket.remotePort) === port) releaseIfIdle(socket, connection);
    }
  };
  subscribe(channel, follow);
  const timer = setInterval(look, intervalMs).unref();
  return () => {
    clearInterval(timer);
    unsubscribe(channel, follow);
  };
}

function releaseIfIdle(socket: Socket, connection: Connection): void {
  const bytes = socket.bytesRead + socket.bytesWritten;
  const isIdle = bytes === connection.bytes;
  if (isIdle) socket.unref();
  else if (connection.isReleased) socket.ref();
  connection.bytes = bytes;
  connection.isReleased = isIdle;
}
