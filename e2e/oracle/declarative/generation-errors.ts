import { generateValidators } from "../../../src/declarative-validation/generate.ts";
import { GenerationError } from "../../../src/declarative-validation/generator/generation-error.ts";
import { difference, input, type OracleRecord } from "../record.ts";

function outcome(record: OracleRecord): object {
  try {
    const { warning } = generateValidators(input(record, "goSource"), input(record, "release"));
    return { stage: "accepted", warning };
  } catch (error) {
    if (!(error instanceof GenerationError)) throw error;
    return { stage: error.stage, error: error.message };
  }
}

/** Of code that Go does not build, only that it is refused is compared: the text is that of Go's compiler. */
export function check(record: OracleRecord): string | undefined {
  const found = outcome(record);
  const { stage, error, warning } = record;
  const expected = { stage, error, warning };
  return stage === "compile" ? difference({ stage }, { ...found, error: undefined }) : difference(expected, found);
}
