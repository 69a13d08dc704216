import type { Spot } from '../protocol/errors.ts'
import type { Cursor } from './cursor.ts'
import { readExpression, readList, readMethod, readName, readPath, readRest } from './expression.ts'
import { readComputed, readOrderItem, readSearch } from './item.ts'
import type { Aggregate, Expression, Path, Transformation } from './nodes.ts'

/**
 * Reads a sequence of transformations.
 *
 * @see OData Extension for Data Aggregation 4.0
 */
export function readApply(cursor: Cursor): Transformation[] {
  const steps: Transformation[] = []
  do steps.push(cursor.nested(() => readTransformation(cursor)))
  while (cursor.sign('/'))
  return steps
}

type Reader = (cursor: Cursor, at: Spot, name: string) => Transformation

const INTEGER = /\d+(?![\w.])/y
const readRows = (cursor: Cursor): number => Number(cursor.take(INTEGER) ?? cursor.fail())

const rows =
  (kind: 'top' | 'skip'): Reader =>
  (cursor, at) => ({ kind, rows: readRows(cursor), at })

/** `topcount(3,x)` and the like: how much, and of what. */
const best: Reader = (cursor, at, name) => {
  const measure = readExpression(cursor)
  cursor.expect(',')
  return { kind: 'best', name, measure, by: readExpression(cursor), at }
}

const named: Reader = (cursor, at, name) => {
  const isJoin = name === 'join' || name === 'outerjoin'
  const path = isJoin || name === 'addnested' ? readPath(cursor) : undefined
  const parts: { of: readonly Transformation[]; name: string }[] = []
  if (isJoin) {
    const alias = readAlias(cursor)
    parts.push({ of: cursor.sign(',') ? readApply(cursor) : [], name: alias })
  } else {
    if (path) cursor.expect(',')
    do {
      const of = readApply(cursor)
      parts.push({ of, name: readAlias(cursor) })
    } while (cursor.sign(','))
  }
  return { kind: 'nested', name: name as 'join', ...(path && { path }), parts, at }
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['filter', (cursor, at) => ({ kind: 'filter', of: readExpression(cursor), at })],
  ['search', (cursor, at) => ({ kind: 'search', of: readSearch(cursor), at })],
  ['orderby', (cursor, at) => ({ kind: 'orderby', items: readItems(cursor, readOrderItem), at })],
  ['compute', (cursor, at) => ({ kind: 'compute', items: readItems(cursor, readComputed), at })],
  ['aggregate', (cursor, at) => ({ kind: 'aggregate', items: readItems(cursor, readAggregate), at })],
  ['concat', (cursor, at) => ({ kind: 'concat', of: readItems(cursor, readApply), at })],
  ['groupby', (cursor, at) => readGroupBy(cursor, at)],
  ['top', rows('top')],
  ['skip', rows('skip')],
  ...['topcount', 'topsum', 'toppercent', 'bottomcount', 'bottomsum', 'bottompercent'].map((name): [string, Reader] => [
    name,
    best,
  ]),
  ...['join', 'outerjoin', 'nest', 'addnested'].map((name): [string, Reader] => [name, named]),
])

function readItems<T>(cursor: Cursor, read: (cursor: Cursor) => T): T[] {
  const all: T[] = []
  do all.push(cursor.nested(() => read(cursor)))
  while (cursor.sign(','))
  return all
}

function readTransformation(cursor: Cursor): Transformation {
  cursor.take(/\s*/y)
  const { at } = cursor
  const written = readName(cursor)
  const name = written.toLowerCase()
  if (name === 'identity' && !cursor.sees('(')) return { kind: 'identity', at }
  const read = READERS.get(name)
  if (!read) return readCustom(cursor, written, at)
  cursor.expect('(')
  const step = read(cursor, at, name)
  cursor.expect(')')
  return step
}

const AS = /\s+as\s+/iy
const readAlias = (cursor: Cursor): string => {
  if (cursor.take(AS) === undefined) throw cursor.problem('a name is needed behind as')
  return readName(cursor)
}

function readGroupBy(cursor: Cursor, at: Spot): Transformation {
  cursor.expect('(')
  const by: Path[] = []
  const rollups: Path[][] = []
  for (const item of readRest(cursor, readGrouped)) {
    if (Array.isArray(item)) rollups.push(item)
    else by.push(item)
  }
  return { kind: 'groupby', by, rollups, then: cursor.sign(',') ? readApply(cursor) : [], at }
}

const ROLLUP = /\s*rollup\s*\(/iy
const ALL = /\$all(?!\w)/y

/** A path, or those of `rollup`; `$all` is the path of nothing. */
function readGrouped(cursor: Cursor): Path | Path[] {
  if (cursor.take(ROLLUP) === undefined) return readPath(cursor)
  return readRest(cursor, (within) => {
    const { at } = within
    return within.take(ALL) === undefined ? readPath(within) : { kind: 'path', segments: [], at }
  })
}

const FROM = /\s+from\s+/iy
const isCount = (of: Expression): of is Path => of.kind === 'path' && of.segments.at(-1)?.kind === 'count'
const COUNT = /\$count(?![\w/])/y

function readAggregate(cursor: Cursor): Aggregate {
  cursor.take(/\s*/y)
  const { at } = cursor
  if (cursor.take(COUNT) !== undefined) return { method: 'count', from: readFrom(cursor), name: readAlias(cursor), at }
  const of = readExpression(cursor)
  if (isCount(of)) return { of, method: 'count', from: readFrom(cursor), name: readAlias(cursor), at }
  const method = readMethod(cursor)
  const from = readFrom(cursor)
  const name = cursor.take(AS) === undefined ? undefined : readName(cursor)
  if (method !== undefined && name === undefined) throw cursor.problem('a name is needed behind as')
  // A property that the service has made for being aggregated.
  return { of, method: method ?? '', from, name: name ?? '', at }
}

function readFrom(cursor: Cursor): Aggregate['from'] {
  const from: { paths: Path[]; method?: string }[] = []
  while (cursor.take(FROM) !== undefined) {
    const paths = readList(cursor, readPath)
    const method = readMethod(cursor)
    from.push({ paths, ...(method !== undefined && { method }) })
  }
  return from
}

const WORD = /'(?:[^']|'')*'|[()]|[^'()]+/y

/** A transformation that is not of the standard's set: it is passed on as it was written. */
function readCustom(cursor: Cursor, name: string, at: Spot): Transformation {
  if (!cursor.sees('(')) cursor.fail()
  const start = cursor.index
  let open = 0
  do {
    const word = cursor.take(WORD)?.trim() ?? cursor.fail()
    if (word === '(') open++
    if (word === ')') open--
  } while (open > 0)
  return { kind: 'custom', name, text: cursor.text.slice(start, cursor.index), at }
}
