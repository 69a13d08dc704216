import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import type { ValueKind } from '../../../core/values.ts'
import type { Rebuild } from '../../structure.ts'
import { rewriteNames } from './rewrite-names.ts'
import { rewriteTable } from './rewrite-table.ts'
import { isSameName } from './same-name.ts'

/** Words by which their kinds are known again. */
const TYPES: Readonly<Record<ValueKind, string>> = {
  boolean: 'BOOLEAN',
  integer: 'BIGINT',
  decimal: 'DECIMAL',
  float: 'DOUBLE',
  text: 'TEXT',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  binary: 'BLOB',
  json: 'JSON',
  other: 'TEXT',
}

/** Names have no schema: they mean the one that the statement makes something in. Functions that come with SQLite only compute. */
export const rebuild: Rebuild = {
  spelling: { isName: ({ value }, name) => isSameName(value, name), brackets: 'names', isQualified: false },
  foreign: {
    typeOf: ({ kind, length, precision, scale }) =>
      kind === 'text' && length !== null
        ? `VARCHAR(${length})`
        : kind === 'decimal' && precision !== null
          ? `DECIMAL(${precision}, ${scale ?? 0})`
          : TYPES[kind],
    numbering: null,
    hasKeysInTables: true,
  },
  inSchema: ({ sql, type, table, name }, _, to) =>
    type === 'index'
      ? rewriteNames(sql, { name: `${quote(to)}.${quote(name)}`, table: quote(table ?? '') })
      : rewriteTable(sql, { schema: quote(to), name: quote(name), parent: quote }).sql,
}
