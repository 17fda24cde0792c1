import type { ChannelOptions, MessageStream } from "./grpc-channel.ts";
import type { GrpcError } from "./grpc-error.ts";
import { GrpcChannel } from "./grpc-channel.ts";
import * as messages from "./etcd-messages.ts";

/** Receives the answers of a watch. */
export interface WatchReader {
  answer(response: messages.WatchResponse): void;
  /** Called once, when the stream is over. */
  end(error: GrpcError): void;
}

/** Ends a watch of a member that is cut off from the others (clientv3.WithRequireLeader). */
const requireLeader = { hasleader: "true" };

/** The calls of etcd's API that the storage needs. Every failure is a GrpcError. */
export class EtcdClient {
  readonly #channel: GrpcChannel;

  constructor(options: ChannelOptions) {
    this.#channel = new GrpcChannel(options);
  }

  async range(request: messages.RangeRequest, timeoutMs?: number): Promise<messages.RangeResponse> {
    const answer = await this.#channel.call("/etcdserverpb.KV/Range", messages.encodeRange(request), timeoutMs);
    return messages.decodeRange(answer);
  }

  async swap(request: messages.SwapRequest): Promise<messages.SwapResponse> {
    return messages.decodeSwap(await this.#channel.call("/etcdserverpb.KV/Txn", messages.encodeSwap(request)));
  }

  async compact(revision: number): Promise<void> {
    await this.#channel.call("/etcdserverpb.KV/Compact", messages.encodeCompaction(revision));
  }

  /** Grants a lease and returns its ID. */
  async grantLease(seconds: number): Promise<bigint> {
    const answer = await this.#channel.call("/etcdserverpb.Lease/LeaseGrant", messages.encodeLeaseGrant(seconds));
    return messages.decodeLeaseGrant(answer);
  }

  async status(timeoutMs?: number): Promise<messages.MemberStatus> {
    const answer = await this.#channel.call("/etcdserverpb.Maintenance/Status", new Uint8Array(), timeoutMs);
    return messages.decodeStatus(answer);
  }

  /** Opens a watch of a member as long as that has a leader. */
  watch(request: messages.WatchRequest, reader: WatchReader): MessageStream {
    const answers = {
      message: (bytes: Uint8Array) => reader.answer(messages.decodeWatch(bytes)),
      end: (error: GrpcError) => reader.end(error),
    };
    const stream = this.#channel.stream("/etcdserverpb.Watch/Watch", answers, requireLeader);
    stream.send(messages.encodeWatchCreate(request));
    return stream;
  }

  close(): void {
    this.#channel.close();
  }
}
