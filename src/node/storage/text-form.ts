import { textForm } from "../../apiserver/storage/backend/backend.ts";

/** What a record says of its texts, or a checkpoint's end of those before it: that codecs wrote all, in which form. */
export interface OfForm {
  readonly form?: number | undefined;
}

/** Returns what a record says of texts that codecs of this program have written; nothing of others. */
export const formOf = (isOwn: boolean): OfForm => (isOwn ? { form: textForm } : {});

/** Whether codecs of this program have written the texts in the form in which they write now. */
export const isOfOwnForm = ({ form }: OfForm): boolean => form === textForm;
