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
 * cluster: answers of another one than the first are refused, since its keys and revisions are others. For the same
 * reason, nothing is asked any more of an etcd that was restored to an earlier state.
 */
export class EtcdClient {
  readonly #channel: GrpcChannel;
  readonly #watches = new Set<(problem: GrpcError) => void>();
  #cluster: messages.AnsweredBy["cluster"] | undefined;
  /** The newest revision that was told of. */
  #newest = 0;
  #restored: GrpcError | undefined;

  constructor(options: ChannelOptions) {
    this.#channel = new GrpcChannel(options);
  }

  async range(request: messages.RangeRequest, timeoutMs?: number): Promise<messages.RangeResponse> {
    const bytes = messages.encodeRange(request);
    return this.#asked("/etcdserverpb.KV/Range", bytes, messages.decodeRange, timeoutMs);
  }

  async swap(request: messages.SwapRequest): Promise<messages.SwapResponse> {
    return this.#asked("/etcdserverpb.KV/Txn", messages.encodeSwap(request), messages.decodeSwap);
  }

  async compact(revision: number): Promise<void> {
    await this.#call("/etcdserverpb.KV/Compact", messages.encodeCompaction(revision));
  }

  /** Grants a lease and returns its ID. */
  async grantLease(seconds: number): Promise<bigint> {
    return messages.decodeLeaseGrant(
      await this.#call("/etcdserverpb.Lease/LeaseGrant", messages.encodeLeaseGrant(seconds)),
    );
  }

  async status(timeoutMs?: number): Promise<messages.MemberStatus> {
    return messages.decodeStatus(await this.#call("/etcdserverpb.Maintenance/Status", new Uint8Array(), timeoutMs));
  }

  /** Opens a watch of a member as long as that has a leader. */
  watch(request: messages.WatchRequest, reader: WatchReader): MessageStream {
    let problem: GrpcError | undefined;
    const fail = (why: GrpcError): void => {
      problem ??= why;
      stream.close();
    };
    const answers = {
      message: (bytes: Uint8Array) => {
        const response = messages.decodeWatch(bytes);
        const refusal = problem ?? this.#strangerOf(response) ?? refusalOf(response);
        if (refusal !== undefined) return fail(refusal);
        this.#newest = Math.max(this.#newest, response.revision);
        reader.answer(response);
      },
      end: (error: GrpcError) => {
        this.#watches.delete(fail);
        reader.end(problem ?? error);
      },
    };
    const stream = this.#channel.stream("/etcdserverpb.Watch/Watch", answers, requireLeader);
    this.#watches.add(fail);
    if (this.#restored !== undefined) fail(this.#restored);
    else stream.send(messages.encodeWatchCreate(request));
    return stream;
  }

  /**
   * Notes that a revision is not what it was: the etcd was restored to an earlier state while it was used.
   * kube-apiserver does not notice that, and has to be restarted (Kubernetes' documentation, "Restoring an etcd
   * cluster"); here, whatever is asked is refused until then.
   */
  noteRestored(what: string): GrpcError {
    const description = `${what}: it was restored to an earlier state, and this server must be restarted`;
    this.#restored ??= new GrpcError(status.DATA_LOSS, description);
    for (const fail of this.#watches) fail(this.#restored);
    return this.#restored;
  }

  close(): void {
    this.#channel.close();
  }

  /**
   * Asks the cluster. Ranges and transactions are linearizable, so the answer's revision is not before any that was
   * told of when the question was sent.
   */
  async #asked<T extends messages.AnsweredBy>(
    path: string,
    request: Uint8Array,
    decode: (answer: Uint8Array) => T,
    timeoutMs?: number,
  ): Promise<T> {
    const newest = this.#newest;
    const answer = decode(await this.#call(path, request, timeoutMs));
    const problem = this.#strangerOf(answer);
    if (problem !== undefined) throw problem;
    if (answer.revision < newest)
      throw this.noteRestored(`etcd went back from revision ${newest} to ${answer.revision}`);
    this.#newest = Math.max(this.#newest, answer.revision);
    return answer;
  }

  async #call(path: string, request: Uint8Array, timeoutMs?: number): Promise<Uint8Array> {
    if (this.#restored !== undefined) throw this.#restored;
    return this.#channel.call(path, request, timeoutMs);
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
