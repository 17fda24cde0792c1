import {
  fieldPath,
  forbidden,
  invalid,
  required,
  rootPath,
  type FieldError,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { inclusiveRangeError, isDns1123Subdomain } from "../../apimachinery/validation/names.ts";
import { fieldImmutableMessage } from "../../apimachinery/validation/object-meta.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { internalVolumeSpec } from "../core/internal-volumes.ts";
import { validateInlineVolumeSpec } from "../core/persistent-volume-spec.ts";
import { amounts, sourceDefaults } from "../core/pod/defaults.ts";
import { csiDriverName } from "../core/pod/volume-sources.ts";
import type { Defaults } from "../defaulting.ts";
import { goMembers, goStruct, structOf } from "../go-print.ts";
import { recordAt } from "../record.ts";
import { utf8Length } from "../strategies/byte-size.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { conforms, requireMember } from "../validation/checks.ts";
import {
  addInvalid,
  addTooLong,
  collectErrors,
  inside,
  integerAt,
  isSet,
  textAt,
  within,
  type Fields,
} from "../validation/fields.ts";
import { mapSize } from "./parameters.ts";

/** Defaults of a volume in place: those of its sources and amounts, but not those of the volume itself, as upstream. */
export const volumeAttachmentDefaults: Defaults = {
  inside: {
    spec: {
      inside: {
        source: { inside: { inlineVolumeSpec: { inside: { capacity: amounts, ...sourceDefaults } } } },
      },
    },
  },
};

const maxMetadataBytes = 256 * 1024;
const maxMessageBytes = 1024;

/** An attachment is of one volume (validateVolumeAttachmentSource). */
function validateSource(source: Fields): void {
  const inline = inside(source, "inlineVolumeSpec");
  const named = isSet(source, "persistentVolumeName");
  const message = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
  if (inline === undefined && !named) addError(source.errors, required(source.path, message));
  else if (inline !== undefined && named) addError(source.errors, forbidden(source.path, message));
  else if (inline !== undefined) validateInlineVolumeSpec(inline);
  else requireMember(source, "persistentVolumeName", "must specify non empty persistentVolumeName");
}

/** Validates the error of an attachment; what is told of a long message is the limit of metadata, as upstream. */
function validateVolumeError(error: Fields | undefined): void {
  if (error === undefined) return;
  if (utf8Length(textAt(error, "message")) > maxMessageBytes) addTooLong(error, "message", maxMetadataBytes);
  const code = integerAt(error, "errorCode");
  if (code !== undefined && code < 0) addInvalid(error, "errorCode", inclusiveRangeError(0, 2147483647));
}

/** Validates a VolumeAttachment (ValidateVolumeAttachment). */
function validate(attachment: Fields): void {
  const [spec, status] = [within(attachment, "spec"), within(attachment, "status")];
  requireMember(spec, "attacher");
  validateSource(within(spec, "source"));
  conforms(spec, "nodeName", isDns1123Subdomain);
  if (mapSize(recordAt(status.record, "attachmentMetadata")) > maxMetadataBytes)
    addTooLong(status, "attachmentMetadata", maxMetadataBytes);
  validateVolumeError(inside(status, "attachError"));
  validateVolumeError(inside(status, "detachError"));
}

/** Validates what only new attachments must have (ValidateVolumeAttachmentV1). */
function validateNew(attachment: Fields): void {
  const spec = within(attachment, "spec");
  csiDriverName(spec, "attacher");
  const source = within(spec, "source");
  if (isSet(source, "persistentVolumeName")) conforms(source, "persistentVolumeName", isDns1123Subdomain);
}

const specStruct = goMembers("Attacher:s Source NodeName:s", {
  Source: structOf(goMembers("PersistentVolumeName InlineVolumeSpec", { InlineVolumeSpec: internalVolumeSpec })),
});

/** Validates an update, which may not change the spec (ValidateVolumeAttachmentUpdate). */
const validateUpdate = (attachment: KubeObject, old: KubeObject): readonly FieldError[] =>
  collectErrors(attachment, rootPath, (fields) => {
    validate(fields);
    addErrors(fields.errors, fields.errors); // the strategy and ValidateVolumeAttachmentUpdate both validate it
    const spec = recordAt(attachment, "spec");
    if (!semanticEqual(spec, old["spec"]))
      addError(fields.errors, invalid(fieldPath("spec"), goStruct(spec, specStruct), fieldImmutableMessage));
  });

/** Strategy of VolumeAttachments, whose spec is fixed. */
export const volumeAttachmentStrategy: Strategy = objectStrategy({
  status: { attached: false },
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
  validate: (attachment) =>
    collectErrors(attachment, rootPath, (fields) => {
      validate(fields);
      validateNew(fields);
    }),
  validateUpdate,
});

/** Strategy of `/status` of VolumeAttachments. */
export const volumeAttachmentStatusStrategy: UpdateStrategy = statusStrategy(
  volumeAttachmentStrategy,
  "kept",
  validateUpdate,
);
