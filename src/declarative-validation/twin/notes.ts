import type { TagSource } from "../generator/validations.ts";

/** What a definition's rule does otherwise than the tag that it stands for. */
export interface TwinNote {
  /** The field's path in the schema; "" for the object. */
  readonly field: string;
  readonly source: TagSource | undefined;
  readonly words: string;
}

/** The differences of tags from their rules in a definition, by the tag's name. */
export const differences: Readonly<Record<string, string>> = {
  "k8s:required":
    "Zero is not set for the tag. A definition takes an empty text, 0 or false as set, so the schema also asks for more than zero.",
  "k8s:optional":
    "The other rules of the field are skipped while it is zero; in the definition, each rule has to say so.",
  "k8s:forbidden": "The tag tells the field; the rule stands on what holds the field, and its error does too.",
  "k8s:immutable":
    "A transition rule runs only if there was a value and still is one. The tag also refuses to set the field later and to take it away.",
  "k8s:maxLength": "The tag counts bytes, the schema counts characters.",
  "k8s:maxItems": "With the tag, nothing else is looked at in a list that is too long. The schema reports every error.",
  "k8s:listType":
    "The server also uses the list type for server-side apply. Of a map, it refuses items with the same keys, which the tag does not.",
  "k8s:eachVal":
    "CEL costs something for each item, and the definition is refused if that may exceed the budget: limit the list's or map's size. Tags have no budget. An update of the list runs the rule on all items; tags skip items that were there.",
  "k8s:eachKey": "An update of the map runs the rule on all keys; the tag skips keys that were there.",
  "k8s:item": "An update of the list runs the rule again; the tag skips an item that is unchanged.",
  "k8s:unionMember":
    "After an update the tag looks again only if other members are set than before. The rule runs whenever the object changes.",
  "k8s:zeroOrOneOfMember":
    "After an update the tag looks again only if other members are set than before. The rule runs whenever the object changes.",
  "k8s:opaqueType": "The rules of the field's type are left out of the schema here.",
  "k8s:subfield": "The rule stands on the struct, and its error does too; the tag's error is of the field.",
};

const impossible = "This cannot be said in a definition: ";

/** What cannot be said at all, by the tag's name. */
export const unsaid: Readonly<Record<string, string>> = {
  "k8s:ifEnabled": `${impossible}the rules of a definition do not know options of the server.`,
  "k8s:ifDisabled": `${impossible}the rules of a definition do not know options of the server.`,
  "k8s:isSubresource": `${impossible}its rules apply to every subresource that writes the object.`,
  "k8s:supportsSubresource": `${impossible}its rules apply to every subresource that writes the object.`,
  "k8s:validateTrue": `${impossible}the tag is for tests of the generator.`,
  "k8s:validateFalse": `${impossible}the tag is for tests of the generator.`,
};

/** Said of a tag whose payload has no counterpart. */
export const noCounterpart = `${impossible}the inner tag has no counterpart at this place.`;
