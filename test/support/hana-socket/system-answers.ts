import type { SQLOutputValue } from 'node:sqlite'
import { SqlError } from '../hana/sql-error.ts'
import type { HanaSystem, Result } from '../hana/hana-system.ts'
import type { Answer, Answering } from './answers.ts'
import type { Typed, TypeName } from './types.ts'

/** What the protocol calls the types of SQL. */
const TYPES: Readonly<Record<string, TypeName>> = {
  ...{
    TINYINT: 'TINYINT',
    SMALLINT: 'SMALLINT',
    INTEGER: 'INT',
    BIGINT: 'BIGINT',
    DOUBLE: 'DOUBLE',
    BOOLEAN: 'BOOLEAN',
  },
  ...{ NVARCHAR: 'NVARCHAR', VARCHAR: 'NVARCHAR', VARBINARY: 'VARBINARY', NCLOB: 'NCLOB', CLOB: 'NCLOB', BLOB: 'BLOB' },
  ...{ DATE: 'DAYDATE', TIME: 'SECONDTIME', SECONDDATE: 'SECONDDATE', TIMESTAMP: 'LONGDATE', DECIMAL: 'DECIMAL' },
}
/** The scale of decimals that have none. */
const FLOATING = 32_767

/** Answers of a server with a small HANA behind it, which all connections share: one transaction at a time. */
export const systemAnswers =
  (system: HanaSystem): Answering =>
  (sql, rows) => {
    try {
      if (rows === null) {
        system.check(sql)
        return { columns: [], parameters: parametersOf(system, sql) }
      }
      return run(system, sql, rows)
    } catch (error) {
      if (!(error instanceof SqlError)) throw error
      return { error: { code: error.code ?? 2, message: error.message }, at: rows === null ? 'prepare' : 'execute' }
    }
  }

const run = (system: HanaSystem, sql: string, rows: readonly (readonly unknown[])[]): Answer => {
  if (sql === 'COMMIT') system.commit()
  if (sql === 'ROLLBACK') system.rollback()
  if (sql === 'COMMIT' || sql === 'ROLLBACK') return {}
  if (sql.startsWith('ALTER SYSTEM')) {
    system.check(sql)
    return {}
  }
  if (INSERT.test(sql)) return { changed: system.insert(sql, rows) }
  const result = system.run(sql, rows[0] ?? [])
  return typeof result === 'number' ? { changed: result } : resultOf(result)
}

const INSERT = /^INSERT INTO (?:"([^"]+)"\.)?"([^"]+)" \(([^)]*)\) VALUES \(/

/** Those of an insert have the types of its columns, numbers of rows are integers, and all others are texts. */
const parametersOf = (system: HanaSystem, sql: string): Typed[] => {
  const [, schema = system.session.schema, table = '', list = ''] = INSERT.exec(sql) ?? []
  if (list === '')
    return [...sql.replace(/'[^']*'|"[^"]*"/g, '').matchAll(/(LIMIT |OFFSET )?\?/g)].map(([, count]) => ({
      name: '',
      type: count === undefined ? 'NVARCHAR' : 'INT',
    }))
  const columns = system.rows('SYS.TABLE_COLUMNS', { SCHEMA_NAME: schema, TABLE_NAME: table })
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => {
    const { DATA_TYPE_NAME: type, SCALE: scale } = columns.find((each) => each['COLUMN_NAME'] === name) ?? {}
    const known = TYPES[String(type)] ?? 'NVARCHAR'
    return known === 'DECIMAL' ? { name, type: 'FIXED16', scale: Number(scale ?? 0) } : { name, type: known }
  })
}

const resultOf = ({ columns, rows }: Result): Answer => {
  const typed = columns.map(({ name, type }, index): Typed => {
    const known = TYPES[type] ?? typeOf(rows.map((row) => row[index] ?? null))
    return known === 'DECIMAL' ? { name, type: known, scale: FLOATING } : { name, type: known }
  })
  return { columns: typed, rows: rows.map((row) => row.map((value, index) => sent(value, typed[index]))) }
}

/** The type of an expression, by its values. */
const typeOf = (values: readonly SQLOutputValue[]): TypeName => {
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value))
  if (kinds.size === 1 && kinds.has('bigint')) return 'BIGINT'
  if (kinds.size > 0 && [...kinds].every((kind) => kind === 'bigint' || kind === 'number')) return 'DOUBLE'
  return kinds.size === 1 && kinds.has('object') ? 'VARBINARY' : 'NVARCHAR'
}

const sent = (value: SQLOutputValue, typed: Typed | undefined): unknown => {
  if (value === null) return null
  switch (typed?.type) {
    case 'DOUBLE':
      return Number(value)
    case 'BOOLEAN':
      return Number(value) !== 0
    case 'BLOB':
    case 'VARBINARY':
      return typeof value === 'string' ? Buffer.from(value) : Buffer.from(value as Uint8Array)
    default:
      return value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)
  }
}
