import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import type { Rebuild } from '../../structure.ts'
import { rewriteNames } from './rewrite-names.ts'
import { rewriteTable } from './rewrite-table.ts'
import { isSameName } from './same-name.ts'

/** Names have no schema: they mean the one that the statement makes something in. Functions that come with SQLite only compute. */
export const rebuild: Rebuild = {
  spelling: { isName: ({ value }, name) => isSameName(value, name), isQualified: false },
  inSchema: ({ sql, type, table, name }, _, to) =>
    type === 'index'
      ? rewriteNames(sql, { name: `${quote(to)}.${quote(name)}`, table: quote(table ?? '') })
      : rewriteTable(sql, { schema: quote(to), name: quote(name), parent: quote }).sql,
}
