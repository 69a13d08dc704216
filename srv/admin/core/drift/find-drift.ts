import { compareStructures } from '../schema-differences/compare-structures.ts'
import {
  byName,
  type ObjectChange,
  type SchemaStructure,
  type TableDifference,
} from '../schema-differences/structure.ts'
import { type Difference, type Severity, severityOf } from './severity.ts'

/** A difference, where it is, and which side has changed. */
export interface Drift extends Difference {
  /** The table that it belongs to; null for a table or view itself. */
  readonly table: string | null
  /** Null for a constraint without a name. */
  readonly name: string | null
  /** As it was deployed last; null where that is not known, or it was not there. */
  readonly recorded: string | null
  /** Which side has changed since the last deployment; null where nothing is recorded. */
  readonly movedBy: 'model' | 'database' | 'both' | null
  readonly severity: Severity
}

/** What was deployed last. */
export interface Recorded {
  /** Its tables with their columns and primary keys; null where they are not known. */
  readonly structure: SchemaStructure | null
  /** The statements by which the model has changed since; null where they are not known. */
  readonly delta: readonly string[] | null
}

type Side = Drift['movedBy']

/**
 * How a database differs from its model, and which of the two has changed since the last deployment. Orders of columns and names of constraints count for nothing.
 *
 * @param expected the model as it would be deployed.
 */
export const findDrift = (expected: SchemaStructure, actual: SchemaStructure, recorded: Recorded | null): Drift[] => {
  const { tables, constraints, views, indexes } = compareStructures(expected, actual, {
    ignoreColumnOrder: true,
    compareComments: false,
    ignoreConstraintNames: true,
  })
  const past = pastOf(recorded)
  const whole = (change: Drift['change'], name: string): Drift =>
    finding({
      ...{ change, kind: 'table', table: null, name },
      ...{ attribute: null, expected: null, recorded: null, actual: null },
      movedBy: past.side(
        past.table(name),
        change === 'missing' ? 'there' : null,
        change === 'missing' ? null : 'there',
        name,
      ),
    })
  return [
    ...tables.onlyLeft.map((name) => whole('missing', name)),
    ...tables.onlyRight.map((name) => whole('additional', name)),
    ...tables.different.flatMap(({ table, differences }) =>
      differences.map((difference) => columnDrift(table, difference, actual, past)),
    ),
    ...constraints.map((change) => objectDrift(change.kind as Drift['kind'], change, past)),
    ...views.map((change) => objectDrift('view', change, past)),
    ...indexes.map((change) => objectDrift('index', change, past)),
  ].sort((a, b) => byName(a.table ?? a.name, b.table ?? b.name))
}

const finding = (drift: Omit<Drift, 'severity'>, mustBeGiven = false): Drift => ({
  ...drift,
  severity: severityOf(drift, mustBeGiven),
})

const CHANGES = { missing: 'missing', extra: 'additional', changed: 'changed' } as const

const columnDrift = (
  table: string,
  { kind, column, attribute, value1: expected, value2: actual }: TableDifference,
  { columns }: SchemaStructure,
  past: Past,
): Drift => {
  const change = kind === 'columnMissing' ? 'missing' : kind === 'columnExtra' ? 'additional' : 'changed'
  const before = column === null ? undefined : past.column(table, column, attribute ?? 'type')
  const own = columns.find((each) => each.table === table && each.name === column)
  const mustBeGiven = own !== undefined && !own.nullable && own.defaultValue === null && own.identity === null
  return finding(
    {
      ...{ change, kind: column === null ? 'table' : 'column', table: column === null ? null : table },
      ...{ name: column ?? table, attribute, expected, recorded: before ?? null, actual },
      movedBy: past.side(before, expected, actual, column ?? table),
    },
    mustBeGiven,
  )
}

const objectDrift = (
  kind: Drift['kind'],
  { change, name, value1: expected, value2: actual, ...object }: ObjectChange,
  past: Past,
): Drift => {
  const table = object.table ?? null
  const before = kind === 'primaryKey' && table !== null ? past.primaryKey(table) : undefined
  return finding({
    ...{ change: CHANGES[change], kind, table, name, attribute: null, expected, recorded: before ?? null, actual },
    movedBy:
      kind === 'primaryKey' ? past.side(before, expected, actual, table ?? '') : past.mentioned(name ?? table ?? ''),
  })
}

/** What is known of the last deployment: values are undefined where nothing is. */
interface Past {
  table(name: string): string | null | undefined
  column(table: string, column: string, attribute: string): string | null | undefined
  primaryKey(table: string): string | null | undefined
  /** Which side differs from what was recorded; by the statements alone where that is not known. */
  side(before: string | null | undefined, expected: string | null, actual: string | null, name: string): Side
  mentioned(name: string): Side
}

const pastOf = (recorded: Recorded | null): Past => {
  const { structure = null, delta = null } = recorded ?? {}
  const words = new Set(delta?.flatMap((statement) => statement.toLowerCase().match(WORDS) ?? []))
  const mentioned = (name: string): Side => {
    if (delta === null) return null
    return words.has(name.toLowerCase()) ? 'model' : 'database'
  }
  const tables = new Set(structure?.tables.map(({ name }) => name))
  const columns = new Map(structure?.columns.map((column) => [key(column.table, column.name), column]))
  const keys = new Map(
    structure?.constraints.flatMap(({ table, kind, definition }) =>
      kind === 'primaryKey' ? [[table, definition] as const] : [],
    ),
  )
  return {
    table: (name) => (structure ? (tables.has(name) ? 'there' : null) : undefined),
    column: (table, name, attribute) => {
      if (!structure) return undefined
      const column = columns.get(key(table, name)) as
        Readonly<Record<string, string | number | boolean | null>> | undefined
      const value = column?.[attribute] ?? null
      return value === null ? null : String(value)
    },
    primaryKey: (table) => (structure ? (keys.get(table) ?? null) : undefined),
    side: (before, expected, actual, name) => {
      if (before === undefined) return mentioned(name)
      if (before === expected) return 'database'
      return before === actual ? 'model' : 'both'
    },
    mentioned,
  }
}

const key = (table: string, name: string): string => JSON.stringify([table, name])

const WORDS = /[\p{L}\p{N}_$.]+/gu
