const part = "[a-z0-9]+(?:(?:[._]|__|[-]+)[a-z0-9]+)*";
const label = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const domain = `(?:${label}(?:\\.${label})*|\\[(?:[a-fA-F0-9:]+)\\])(?::[0-9]+)?`;
const digest = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";
const pattern = new RegExp(`^(?:${domain}/)?${part}(?:/${part})*(?::\\w[\\w.-]{0,127})?(?:@${digest})?$`);

/** Reports whether a text is the reference of an image (distribution/reference.ReferenceRegexp). */
export const isImageReference = (text: string): boolean => pattern.test(text);
