import type { OracleRecord } from "./record.ts";

/** Holds one record against the component it belongs to: undefined when it matches, else what is different, in words. */
export interface OracleComponent {
  check(record: OracleRecord): string | undefined | Promise<string | undefined>;
}

/** Suites whose component is built: a row a file of records, without its ending. */
export const components: Readonly<Record<string, () => Promise<OracleComponent>>> = {};
