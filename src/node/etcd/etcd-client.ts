import type { ChannelOptions, MessageStream } from "./grpc-channel.ts";
import { status } from "@grpc/grpc-js";
import { GrpcError } from "./grpc-error.ts";
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

/**
 * The calls of etcd's API that the storage needs. Every failure is a GrpcError. All servers must be members of one
 * cluster: answers of another one than the first are refused, since its keys and revisions are others.
 */
export class EtcdClient {
  readonly #channel: GrpcChannel;
  #cluster: messages.AnsweredBy["cluster"] | undefined;

  constructor(options: ChannelOptions) {
    this.#channel = new GrpcChannel(options);
  }

  async range(request: messages.RangeRequest, timeoutMs?: number): Promise<messages.RangeResponse> {
    const answer = await this.#channel.call("/etcdserverpb.KV/Range", messages.encodeRange(request), timeoutMs);
    return this.#ofCluster(messages.decodeRange(answer));
  }

  async swap(request: messages.SwapRequest): Promise<messages.SwapResponse> {
    const answer = await this.#channel.call("/etcdserverpb.KV/Txn", messages.encodeSwap(request));
    return this.#ofCluster(messages.decodeSwap(answer));
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
    let problem: GrpcError | undefined;
    const answers = {
      message: (bytes: Uint8Array) => {
        const response = messages.decodeWatch(bytes);
        problem ??= this.#strangerOf(response) ?? refusalOf(response);
        if (problem === undefined) reader.answer(response);
        else stream.close();
      },
      end: (error: GrpcError) => reader.end(problem ?? error),
    };
    const stream = this.#channel.stream("/etcdserverpb.Watch/Watch", answers, requireLeader);
    stream.send(messages.encodeWatchCreate(request));
    return stream;
  }

  close(): void {
    this.#channel.close();
  }

  #ofCluster<T extends messages.AnsweredBy>(answer: T): T {
    const problem = this.#strangerOf(answer);
    if (problem !== undefined) throw problem;
    return answer;
  }

  /** Returns what is wrong if an answer is of another cluster; the next server is asked then. */
  #strangerOf({ cluster }: messages.AnsweredBy): GrpcError | undefined {
    this.#cluster ??= cluster;
    if (cluster === this.#cluster) return undefined;
    this.#channel.leave();
    const [found, expected] = [cluster, this.#cluster].map((id) => BigInt.asUintN(64, BigInt(id)).toString(16));
    return new GrpcError(status.FAILED_PRECONDITION, `etcd cluster ID mismatch: ${found} instead of ${expected}`);
  }
}

/** Returns the error by which a watch was refused or ended; none if its revision is compacted. */
const refusalOf = ({ canceled, cancelReason, compactRevision }: messages.WatchResponse): GrpcError | undefined =>
  canceled && compactRevision === 0 && cancelReason !== ""
    ? new GrpcError(status.UNKNOWN, cancelReason.replace(/^rpc error: code = \w+ desc = /, ""))
    : undefined;
