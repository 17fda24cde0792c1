import { fieldPath, forbidden, invalid, type FieldError, addError, addErrors } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableColumn, TableLayout } from "../../apiserver/registry/table-column.ts";
import { defaulter, type Defaults, type Fill } from "../defaulting.ts";
import { goMembers, goStruct, pointerTo, structOf } from "../go-print.ts";
import { recordAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { ageColumn, at, nameColumn, stringIn, text } from "../table-cells.ts";
import { supported } from "../validation/checks.ts";
import {
  addForbidden,
  addInvalid,
  addRequired,
  collectErrors,
  inside,
  integerAt,
  isSet,
  textAt,
  within,
  type Fields,
} from "../validation/fields.ts";
import { mandatoryPriorityLevels } from "./bootstrap.ts";
import { validateConditions } from "./conditions.ts";
import { keepsZero } from "./earlier-version.ts";

const limited = (name: string, description: string, ...path: readonly string[]): TableColumn =>
  text(name, description, (object) => {
    const value = at(object, "spec", "limited", ...path);
    return typeof value === "number" ? value : "<none>";
  });

export const priorityLevelTable: TableLayout = {
  columns: [
    nameColumn,
    text("Type", "Whether it is limited.", (object) => stringIn("", object, "spec", "type")),
    limited("NominalConcurrencyShares", "Its share of the server.", "nominalConcurrencyShares"),
    limited("Queues", "How many queues it has.", "limitResponse", "queuing", "queues"),
    limited("HandSize", "Among how many of them a flow is dealt.", "limitResponse", "queuing", "handSize"),
    limited("QueueLengthLimit", "How long they may be.", "limitResponse", "queuing", "queueLengthLimit"),
    ageColumn,
  ],
};

const queuingDefaults = { queues: 64, handSize: 8, queueLengthLimit: 50 } as const;

/** Defaults the numbers of queuing; zero counts as unset. */
const fillQueuing: Fill = (queuing) => ({
  ...queuing,
  queues: queuing["queues"] || queuingDefaults.queues,
  handSize: queuing["handSize"] || queuingDefaults.handSize,
  queueLengthLimit: queuing["queueLengthLimit"] || queuingDefaults.queueLengthLimit,
});

/** flowcontrol/v1 defaults of limited and exempt priority levels. */
const priorityLevelDefaults: Defaults = {
  inside: {
    spec: {
      inside: {
        limited: {
          setPointers: { nominalConcurrencyShares: 30, lendablePercent: 0 },
          inside: { limitResponse: { inside: { queuing: { rules: [fillQueuing] } } } },
        },
        exempt: { setPointers: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
      },
    },
  },
};

export const defaultPriorityLevel = defaulter(priorityLevelDefaults);

/** The most bits that dealing a hand may take of a hash (shufflesharding.MaxHashBits). */
const maxHashBits = 60;
const maxQueues = 10_000_000;

/** Validates queues and how a hand is dealt from them (ValidatePriorityLevelQueuingConfiguration). */
function validateQueuing(queuing: Fields): void {
  const [queues = 0, handSize = 0] = [integerAt(queuing, "queues"), integerAt(queuing, "handSize")];
  mustBePositive(queuing, "queueLengthLimit");
  if (mustBePositive(queuing, "queues") && queues > maxQueues)
    addInvalid(queuing, "queues", `must not be greater than ${maxQueues}`);
  if (!mustBePositive(queuing, "handSize")) return;
  if (handSize > queues) return addInvalid(queuing, "handSize", `should not be greater than queues (${queues})`);
  if (Math.ceil(Math.log2(Number(queues)) * Number(handSize)) > maxHashBits)
    addInvalid(
      queuing,
      "handSize",
      `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${maxHashBits}`,
    );
}

/** An absent number counts as zero. */
function mustBePositive(fields: Fields, member: string): boolean {
  const value = integerAt(fields, member) ?? 0;
  if (value > 0) return true;
  addError(fields.errors, invalid(fields.path.child(member), value, "must be positive"));
  return false;
}

function validateResponse(response: Fields): void {
  const queuing = inside(response, "queuing");
  switch (textAt(response, "type")) {
    case "Reject":
      if (queuing !== undefined)
        addForbidden(response, "queuing", "must be nil if limited.limitResponse.type is not Limited");
      break;
    case "Queue":
      if (queuing === undefined)
        addRequired(response, "queuing", "must not be empty if limited.limitResponse.type is Limited");
      else validateQueuing(queuing);
      break;
    default:
      supported(response, "type", ["Queue", "Reject"]);
  }
}

function percentage(fields: Fields, member: string): void {
  const value = integerAt(fields, member);
  if (value !== undefined && (value < 0 || value > 100))
    addInvalid(fields, member, "must be between 0 and 100, inclusive");
}

function notNegative(fields: Fields, member: string, detail: string): void {
  if ((integerAt(fields, member) ?? 0) < 0) addInvalid(fields, member, detail);
}

/** Validates a limited level (ValidateLimitedPriorityLevelConfiguration). */
function validateLimited(level: Fields): void {
  notNegative(level, "nominalConcurrencyShares", "must be a non-negative integer");
  validateResponse(within(level, "limitResponse"));
  percentage(level, "lendablePercent");
  notNegative(level, "borrowingLimitPercent", "if specified, must be a non-negative integer");
}

/** Validates an exempt level (ValidateExemptPriorityLevelConfiguration). */
function validateExempt(level: Fields): void {
  notNegative(level, "nominalConcurrencyShares", "must be a non-negative integer");
  percentage(level, "lendablePercent");
}

/** Validates the spec of a level (ValidatePriorityLevelConfigurationSpec). */
function validateSpec(spec: Fields, name: string): void {
  const type = textAt(spec, "type");
  if ((name === "exempt") !== (type === "Exempt"))
    addError(spec.errors, invalid(spec.path.child("type"), type, "must be 'Exempt' if and only if `name` is 'exempt'"));
  const level = inside(spec, "limited");
  const exempt = inside(spec, "exempt");
  switch (type) {
    case "Exempt":
      if (level !== undefined) addForbidden(spec, "limited", "must be nil if the type is not Limited");
      if (exempt !== undefined) validateExempt(exempt);
      break;
    case "Limited":
      if (isSet(spec, "exempt")) addForbidden(spec, "exempt", "must be nil if the type is Limited");
      if (level === undefined) addRequired(spec, "limited", "must not be empty when type is Limited");
      else validateLimited(level);
      break;
    default:
      supported(spec, "type", ["Exempt", "Limited"]);
  }
}

/** How Go prints the spec. */
const specMembers = goMembers("Type:s Limited Exempt", {
  Limited: pointerTo(
    goMembers("NominalConcurrencyShares:n LimitResponse LendablePercent BorrowingLimitPercent", {
      LimitResponse: structOf(
        goMembers("Type:s Queuing", { Queuing: pointerTo(goMembers("Queues:n HandSize:n QueueLengthLimit:n")) }),
      ),
    }),
  ),
  Exempt: pointerTo(goMembers("NominalConcurrencyShares LendablePercent")),
});

/** The spec of a mandatory level is fixed, except the shares of the exempt one. */
function validateMandatory(spec: Fields, name: string): void {
  const fixed = mandatoryPriorityLevels.find((mandatory) => mandatory.name === name);
  if (fixed === undefined) return;
  const isExempt = name === "exempt";
  const { exempt } = fixed.spec;
  if (semanticEqual(isExempt ? { ...spec.record, exempt } : spec.record, fixed.spec)) return;
  const what = isExempt ? `'${name}' except the 'spec.exempt' field` : `'${name}'`;
  addError(
    spec.errors,
    invalid(spec.path, goStruct(spec.record, specMembers), `spec of ${what} must equal the fixed value`),
  );
}

/**
 * Validates a PriorityLevelConfiguration, also on update (ValidatePriorityLevelConfiguration). The annotation of
 * v1beta3, whose conversion removes it, must not be there.
 */
function validatePriorityLevel(object: KubeObject): readonly FieldError[] {
  const { name = "", annotations } = object.metadata;
  const errors: FieldError[] = [];
  if (annotations?.[keepsZero] !== undefined)
    addError(errors, forbidden(fieldPath("metadata", "annotations"), `annotation '${keepsZero}' is forbidden`));
  const inSpec = collectErrors(recordAt(object, "spec"), fieldPath("spec"), (spec) => {
    validateSpec(spec, name);
    validateMandatory(spec, name);
  });
  addErrors(errors, inSpec);
  addErrors(errors, validateConditions(object));
  return errors;
}

export const priorityLevelStrategy = objectStrategy({
  status: {},
  generation: ["spec"],
  validatesMetadata: true,
  validate: validatePriorityLevel,
  validateUpdate: validatePriorityLevel,
});
