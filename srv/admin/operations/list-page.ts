import * as t from '../core/json-schema.ts'
import type { AdminConfig } from '../config.ts'
import type { Session } from '../database/session.ts'
import { ask, type CatalogQuery } from '../dialects/rows.ts'
import { AdminError } from '../core/errors.ts'

/** @throws AdminError `LIMIT_TOO_LARGE` when a request asks for more than the configuration allows. */
export const refuseMore = (field: string, wanted: number | undefined, most: number): void => {
  if (wanted !== undefined && wanted > most) throw new AdminError('LIMIT_TOO_LARGE', `'${field}' is at most ${most}`)
}

/**
 * Turns a name pattern into a LIKE pattern with `\` as escape: `*` and `%` stand for any run, `?` for one character,
 * and everything else, `_` included, for itself.
 */
export const likePattern = (pattern: string): string =>
  pattern.replace(/[*%?_\\]/g, (char) => ({ '*': '%', '%': '%', '?': '_' })[char] ?? `\\${char}`)

/** Fields of every listing. All of them are ours: the contract knows `pattern` of tables only. */
export const PAGE_FIELDS = t.optionals({
  pattern: t.string('Pattern of names, without regard to letter case: * or % for any run, ? for one character', {
    maxLength: 256,
  }),
  limit: t.integer('Names listed at most', { minimum: 0 }),
  offset: t.integer('Names passed over', { minimum: 0 }),
})

/** The part of a listing that is asked for. */
export interface Page {
  readonly pattern: string
  readonly limit: number
  readonly offset: number
}

/** @throws AdminError `LIMIT_TOO_LARGE` */
export const readPage = (
  { pattern = '*', limit, offset = 0 }: { pattern?: string; limit?: number; offset?: number },
  { limits }: AdminConfig,
): Page => {
  refuseMore('limit', limit, limits.listLengthMax)
  return { pattern: likePattern(pattern), limit: limit ?? limits.listLength, offset }
}

export interface Listed<Item> {
  readonly items: readonly Item[]
  /** How many there are without `limit` and `offset`. */
  readonly total: number
  readonly truncated: boolean
}

/** Asks the catalog for one page. */
export const listPage = async <Input extends Page, Item>(
  session: Session,
  query: CatalogQuery<Input, Item>,
  input: Input,
): Promise<Listed<Item>> => {
  if (query.isShown) return listShown(session, query, input)
  const rows = await session.query(query.statement(input))
  const total = rows[0] ? Number(rows[0]['total']) : await countAll(session, query, input)
  return { items: rows.map((row) => query.item(row)), total, truncated: input.offset + rows.length < total }
}

/** The engine's total counts what is not shown as well. */
const listShown = async <Input extends Page, Item>(
  session: Session,
  query: CatalogQuery<Input, Item>,
  input: Input,
): Promise<Listed<Item>> => {
  const shown = await ask(session, query, { ...input, limit: ALL, offset: 0 })
  const items = shown.slice(input.offset, input.offset + input.limit)
  return { items, total: shown.length, truncated: input.offset + items.length < shown.length }
}

/** The largest number that all engines take there. */
const ALL = 2_147_483_647

/** Rows carry the total, so an empty page tells none. */
const countAll = async <Input extends Page, Item>(
  session: Session,
  query: CatalogQuery<Input, Item>,
  input: Input,
): Promise<number> => {
  if (input.offset === 0 && input.limit > 0) return 0
  const [first] = await session.query(query.statement({ ...input, limit: 1, offset: 0 }))
  return first ? Number(first['total']) : 0
}
