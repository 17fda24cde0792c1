import { loadSerializers } from "../../codec/load-serializers.ts";
import type { Filter } from "../handler.ts";

/** Loads the serializers of the media types in the request headers before the request is handled. */
export const withSerializers: Filter = (next) => (ctx) => {
  const { headers } = ctx.exchange;
  const accept = loadSerializers(headers.get("Accept") ?? "");
  const contentType = loadSerializers(headers.get("Content-Type") ?? "");
  if (accept === undefined && contentType === undefined) return next(ctx);
  return Promise.all([accept, contentType]).then(() => next(ctx));
};
