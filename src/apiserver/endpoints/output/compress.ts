const gzipAccepted = /(?:^|,)\s*gzip\s*(?:,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|$)/;

/** Whether an Accept-Encoding header accepts gzip with a quality other than 0. */
export const acceptsGzip = (header: string | null): boolean => header !== null && gzipAccepted.test(header);

/** Compresses a body with gzip. */
export async function gzip(body: string | Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([body as string | Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Compresses the parts of a body with gzip as they are read. */
export async function* gzipParts(parts: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(bytesOf(encoder, next.value));
      },
    },
    { highWaterMark: 0 },
  );
  const reader = source.pipeThrough(new CompressionStream("gzip")).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}

const bytesOf = (encoder: TextEncoder, part: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof part === "string" ? encoder.encode(part) : (part as Uint8Array<ArrayBuffer>);
