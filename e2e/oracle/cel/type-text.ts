import { parseTypeText } from "../../../src/apiserver/inspection/type-text.ts";
import { nullType, structOf, typeType, type Type } from "../../../src/cel/types/type.ts";

const named: Readonly<Record<string, Type>> = { null_type: nullType, type: typeType };

/** Parses a type in the notation of the records: that of the CEL lab, with two names and those of structs beside it. */
export const parseType = (text: string): Type => parseTypeText(text) ?? named[text] ?? structOf(text);
