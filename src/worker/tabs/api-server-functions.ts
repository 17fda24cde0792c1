import { messageOf } from "../../apimachinery/message-of.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { ignore } from "../../component-base/ignore.ts";
import { createLinkServer } from "../link/link-server.ts";
import { noAnswer, type Frame } from "../link/protocol.ts";

/** The functions of this page that are API servers, as the server's worker asks them. */
export interface FunctionServers {
  /** Handles a frame of the worker. */
  receive(frame: Frame): void;
  /** Ends the exchanges with one function. */
  end(name: string, reason: string): void;
  /** Ends all exchanges. */
  close(reason: string): void;
}

/**
 * Serves functions of this page as API servers over frames: `send` sends one to the worker, and `find` returns the
 * function for an APIService. A function is told that it is called by a front proxy, whose headers name the user. What
 * it throws is answered with the status `noAnswer`, and so is what it has not answered when it ends.
 */
export function serveApiServers(
  send: (frame: Frame) => void,
  find: (name: string) => Handle | undefined,
): FunctionServers {
  let receiver: (frame: Frame) => void = ignore;
  let ended: string | undefined;
  const sendOne = (frame: Frame): void =>
    send(ended !== undefined && frame[0] === "answer" ? ["answer", frame[1], noAnswer, [], ended, "nothing"] : frame);
  const server = createLinkServer(
    { send: sendOne, receive: (receive) => (receiver = receive), close: () => (receiver = ignore) },
    (name) => throughProxy(find(name)),
  );
  return {
    receive: (frame) => receiver(frame),
    end: (name, reason) => {
      ended = reason;
      server.end(name, reason);
      ended = undefined;
    },
    close: (reason) => server.close(reason),
  };
}

const throughProxy =
  (handle: Handle | undefined): Handle =>
  async (exchange) => {
    try {
      if (handle === undefined) throw new Error("the function was taken away");
      return await handle({ ...exchange, viaFrontProxy: true });
    } catch (error) {
      return { status: noAnswer, headers: [], body: messageOf(error) };
    }
  };
