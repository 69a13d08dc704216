/**
 * Records have their properties in the order of the query, as on other databases. CAP makes `jsonb` of them, which sorts names and takes
 * longer: `json` is a text that is written once.
 */
const asJson = (operand: string): string => `(${operand})::json`

/** How records and lists within records are written. */
export const IN_ORDER = { Association: asJson, struct: asJson, array: asJson }

const RECORD = /^SELECT to_jsonb\(/
const RECORDS = /^SELECT coalesce\(jsonb_agg \(to_jsonb\(((?:[^()"]|"[^"]*")+)\)\),'\[\]'::jsonb\)/

/** @param sql of a query whose records are JSON, as CAP writes it. */
export const inOrder = (sql: string): string =>
  sql.replace(RECORD, 'SELECT to_json(').replace(RECORDS, "SELECT coalesce(json_agg (to_json($1)),'[]'::json)")
