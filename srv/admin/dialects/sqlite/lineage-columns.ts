/** Which columns each column of a view is made of, by what SQLite reads for it. */
import { quoteIdentifier } from '../../core/identifiers.ts'
import type { AccessProbe, StatementAccess, StepAccess } from '../../database/session.ts'
import type { StoredObject } from '../lineage.ts'
import { sameName, selectAll } from './lineage-questions.ts'
import { type Arm, isPartName, type Part, viewParts } from './view-parts.ts'

type Step = AccessProbe['steps'][number]

export interface Origin {
  readonly schema: string
  readonly table: string
  readonly column: string
  /** It only decides which rows of a query within the expression count. */
  readonly isCondition?: boolean
}

/** A view with the queries that it is made of, its own one last; null when it cannot be taken apart. */
export interface TakenView {
  readonly view: StoredObject
  readonly parts: readonly Part[] | null
}

export const takeViewsApart = (objects: readonly StoredObject[]): TakenView[] =>
  objects.filter(({ type }) => type === 'view').map((view) => ({ view, parts: viewParts(view.sql, view.name) }))

/** Parts that others read from, with the schema of their view. */
const innerParts = (taken: readonly TakenView[]): { part: Part; view: StoredObject }[] =>
  taken.flatMap(({ view, parts }) => (parts ?? []).slice(0, -1).map((part) => ({ part, view })))

const asObject = ({ schema }: StoredObject, name: string, columns: readonly string[] = []): StoredObject => ({
  schema,
  name,
  columns,
  ...{ type: 'view', subject: null, sql: '' },
})

const createView = ({ schema }: StoredObject, name: string, columns: string, sql: string): string =>
  `CREATE VIEW ${quoteIdentifier(schema)}.${quoteIdentifier(name)} ${columns} AS ${sql}`

/** Asks for the columns of the inner parts. The first arm names them, and reads from no part that reads from itself. */
export const columnQuestions = (taken: readonly TakenView[]): Step[] => {
  const inner = innerParts(taken)
  return [
    ...inner.map(({ part, view }) => ({
      before: [createView(view, part.name, part.columns ?? '', part.arms[0]?.sql ?? '')],
      statements: [],
      after: [],
    })),
    ...inner.map(({ part, view }) => ({ before: [], statements: [selectAll(asObject(view, part.name))], after: [] })),
  ]
}

/** The inner parts as tables. @param answers to `columnQuestions`. */
export const partTables = (taken: readonly TakenView[], answers: readonly StepAccess[]): StoredObject[] => {
  const inner = innerParts(taken)
  return inner.flatMap(({ part, view }, index) => {
    const columns = answers[inner.length + index]?.statements[0]?.columns.map(({ name }) => name) ?? []
    return columns.length > 0 ? [asObject(view, part.name, columns)] : []
  })
}

const ARM = '\uE001'

/** Asks what each arm reads, and what it reads more when it computes one of its columns twice, with all conditions and without. */
export const armQuestions = (taken: readonly TakenView[]): Step[] =>
  taken.flatMap(({ view, parts }) => (parts ?? []).flatMap(({ arms }) => arms.map((arm) => askArm(view, arm))))

const askArm = (view: StoredObject, { sql, items }: Arm): Step => {
  const texts = [sql, ...items.flatMap(({ again, unconditional }) => [again, unconditional])].filter(
    (text) => text !== null,
  )
  // Bare names mean the main schema first; elsewhere only a view looks for them in its own schema.
  if (view.schema === 'main') return { before: [], statements: texts, after: [] }
  const name = (index: number): string => `${ARM}${index}`
  return {
    before: texts.map((text, index) => createView(view, name(index), '', text)),
    statements: texts.map((_, index) => selectAll(asObject(view, name(index)))),
    after: texts.map((_, index) => `DROP VIEW ${quoteIdentifier(view.schema)}.${quoteIdentifier(name(index))}`),
  }
}

type Sources = readonly (readonly Origin[])[]

/** For each view the origins of its columns, in their order; none for a view of which that is not known. */
export const readOrigins = (
  taken: readonly TakenView[],
  tables: readonly StoredObject[],
  answers: readonly StepAccess[],
): ReadonlyMap<StoredObject, Sources> => {
  const origins = new Map<StoredObject, Sources>()
  let next = 0
  for (const { view, parts } of taken) {
    const read = (parts ?? []).map((part) => ({
      part,
      arms: part.arms.map((arm) => armSources(arm, answers[next++]?.statements ?? [])),
    }))
    const known = read.map(({ part, arms }) => ({ part, sources: merged(arms) }))
    const own = known.at(-1)?.sources
    const ofParts = new Map(known.map(({ part, sources }) => [part.name, sources]))
    if (!own || known.some(({ sources }) => sources === null) || own.length !== view.columns.length) continue
    const columnsOf = (name: string): readonly string[] => tables.find((each) => each.name === name)?.columns ?? []
    origins.set(
      view,
      own.map((column) => throughParts(column, ofParts, columnsOf)),
    )
  }
  return origins
}

/** Where each column of an arm comes from; null when SQLite could not tell. */
const armSources = ({ items }: Arm, [base, ...others]: readonly (StatementAccess | null)[]): Sources | null => {
  if (!base) return null
  if (items.length === 0) return base.columns.map(() => [])
  const sources: (readonly Origin[])[] = []
  for (const { again, unconditional } of items) {
    const more = again === null ? null : others.shift()
    const valuesOnly = unconditional === null ? null : others.shift()
    if (more === undefined || (more === null && again !== null)) return null
    const width = more ? more.columns.length - base.columns.length : 1
    for (let index = 0; index < width; index++) {
      const origin = base.columns[sources.length]?.origin
      sources.push(
        origin ? [origin] : more ? marked(difference(more, base), valuesOnly && difference(valuesOnly, base)) : [],
      )
    }
  }
  return sources.length === base.columns.length ? sources : null
}

/** Which of the origins are in conditions only. @param values what is read without these; null where there are none. */
const marked = (all: readonly Origin[], values: readonly Origin[] | null | undefined): readonly Origin[] => {
  if (!values) return all
  const areValues = new Set(values.map(keyOf))
  return all.map((origin) => (areValues.has(keyOf(origin)) ? origin : { ...origin, isCondition: true }))
}

/** What one statement reads more often than another. */
const difference = (more: StatementAccess, base: StatementAccess): Origin[] => {
  const left = new Map<string, number>()
  for (const origin of readsOf(base)) left.set(keyOf(origin), (left.get(keyOf(origin)) ?? 0) + 1)
  return readsOf(more).filter((origin) => {
    const rest = left.get(keyOf(origin)) ?? 0
    left.set(keyOf(origin), rest - 1)
    return rest <= 0
  })
}

const readsOf = ({ accesses }: StatementAccess): Origin[] =>
  accesses.flatMap(({ action, schema, table, column }) =>
    action === 'read' && column !== null && !table.startsWith(ARM) ? [{ schema, table, column }] : [],
  )

const keyOf = ({ schema, table, column }: Origin): string => JSON.stringify([schema, table, column])

const merged = (arms: readonly (Sources | null)[]): Sources | null => {
  const [first] = arms
  if (!first || arms.some((arm) => arm?.length !== first.length)) return null
  return first.map((_, index) => arms.flatMap((arm) => arm?.[index] ?? []))
}

/** Columns of parts replaced by what those are made of; what is a value somewhere is no mere condition. */
const throughParts = (
  column: readonly Origin[],
  parts: ReadonlyMap<string, Sources | null>,
  columnsOf: (part: string) => readonly string[],
): Origin[] => {
  const found = new Map<string, Origin>()
  const follow = (start: readonly Origin[], areConditions: boolean): void => {
    const seen = new Set<string>()
    const open = [...start]
    for (let origin = open.pop(); origin; origin = open.pop()) {
      const { table, column: name } = origin
      const key = keyOf(origin)
      if (seen.has(key) || (!areConditions && origin.isCondition)) continue
      seen.add(key)
      if (isPartName(table))
        open.push(...(parts.get(table)?.[columnsOf(table).findIndex((each) => sameName(each, name))] ?? []))
      else if (!found.has(key)) found.set(key, areConditions ? { ...origin, isCondition: true } : origin)
    }
  }
  follow(column, false)
  follow(column, true)
  return [...found.values()]
}
