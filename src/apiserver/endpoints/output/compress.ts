const gzipAccepted = /(?:^|,)\s*gzip\s*(?:,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|$)/;

/** Whether an Accept-Encoding header takes gzip, with any quality but none. */
export const acceptsGzip = (header: string | null): boolean => header !== null && gzipAccepted.test(header);

/** A body in gzip's form. */
export async function gzip(body: string | Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([body as string | Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
