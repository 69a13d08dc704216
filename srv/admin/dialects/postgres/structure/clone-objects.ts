/** What stands on the tables of a clone: keys, views, indexes, statistics, settings. */
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { plain } from '../../../core/values.ts'
import type { ClonePlan } from './clone-plan.ts'
import * as statements from './statements.ts'

/** Keys of partitions are made as such, so that their names stay, and become parts of those above afterwards. */
export const addConstraints = (plan: ClonePlan): void => {
  for (const constraint of plan.source.constraints) {
    const { name, table, definition, comment, isCheck, isUnchecked } = constraint
    if ((isCheck && !isUnchecked) || !plan.present.has(table)) continue
    const place = `TABLE ${isCheck ? '' : 'ONLY '}${plan.target(table)}`
    plan.about('table', table, () => {
      plan.step('making constraints', `ALTER ${place} ADD CONSTRAINT ${quote(name)} ${definition}`)
      plan.comment(`CONSTRAINT ${quote(name)} ON ${plan.target(table)}`, comment)
    })
    if (!plan.comesWithParent(constraint)) plan.make('constraint', name)
  }
}

/** @param of tables and views that are there by now. */
export const addIndexes = (plan: ClonePlan, of: ReadonlySet<string>): void => {
  for (const index of plan.source.indexes) {
    const { name, table, definition, comment } = index
    if (!of.has(table) || !plan.present.has(table)) continue
    plan.about('table', table, () => {
      plan.about('index', name, () => {
        plan.step('making indexes', statements.createIndex(definition, plan.target(table)))
        plan.comment(`INDEX ${plan.target(name)}`, comment)
      })
    })
    if (!plan.comesWithParent(index)) plan.make('index', name)
  }
}

export const attachIndexes = (plan: ClonePlan): void => {
  for (const { name, table, parent, parentTable } of plan.source.attachments)
    if (plan.present.has(table) && plan.present.has(parentTable))
      plan.about('table', table, () => {
        plan.step('making indexes', `ALTER INDEX ${plan.target(parent)} ATTACH PARTITION ${plan.target(name)}`)
      })
}

const UNCHECKED = 'Rows refer to none: it is made NOT VALID, and holds for rows that are written from now on'
const UNKEPT = 'Rows refer to none, and the server cannot leave them unchecked'

export const addForeignKeys = (plan: ClonePlan): void => {
  for (const key of plan.source.foreignKeys) {
    if (!plan.present.has(key.table) || plan.comesWithParent(key)) continue
    const isOwn = key.parentSchema === plan.input.source
    if (isOwn && !plan.present.has(key.parent)) {
      plan.skip('foreignKey', key.name, `The clone has no table '${key.parent}'`)
      continue
    }
    const table = plan.target(key.table)
    const parent = isOwn ? plan.target(key.parent) : `${quote(key.parentSchema)}.${quote(key.parent)}`
    const sql = statements.addForeignKey(key, table, parent)
    if (sql === null) {
      plan.skip('foreignKey', key.name, 'Its form is not known')
      continue
    }
    const isChecked = !/ NOT (?:VALID|ENFORCED)$/.test(sql)
    const object = { type: 'foreignKey', name: key.name } as const
    const unchecked = { statement: plain(`${sql} NOT VALID`), note: UNCHECKED }
    const ways = [...(isChecked ? [unchecked] : []), { statement: null, note: UNKEPT }]
    plan.about('table', key.table, () => {
      plan.step('making constraints', sql, { otherwise: { object, refusals: ['CONSTRAINT_VIOLATION'], ways } })
      plan.comment(`CONSTRAINT ${quote(key.name)} ON ${table}`, key.comment, { of: object })
    })
    plan.make('foreignKey', key.name)
  }
}

/** @returns whether the clone has it. */
export const addView = (plan: ClonePlan, view: ClonePlan['source']['views'][number]): boolean => {
  if (plan.input.excluded.includes(view.name)) return false
  const missing = view.needs.find((name) => !plan.present.has(name))
  if (missing !== undefined) {
    plan.skip('view', view.name, `The clone has no '${missing}'`)
    return false
  }
  const taker = plan.includes('functions') ? undefined : takerOfRows(plan, view.name)
  if (taker !== undefined) {
    plan.skip('view', view.name, `It gives rows to the function '${taker}' of the source, which takes no others`)
    return false
  }
  const name = plan.target(view.name)
  const kind = view.isMaterialized ? 'MATERIALIZED VIEW' : 'VIEW'
  const options = view.options === null ? '' : ` WITH (${view.options})`
  plan.about('view', view.name, () => {
    plan.step(
      'making views',
      `CREATE ${kind} ${name}${options} AS ${view.definition}${view.isMaterialized ? ' WITH NO DATA' : ''}`,
    )
    plan.comment(`${kind} ${name}`, view.comment)
  })
  plan.present.add(view.name)
  plan.make('view', view.name)
  return true
}

/** A function that a view calls with rows of a table or view: it is for those of the source. */
const takerOfRows = ({ source }: ClonePlan, view: string): string | undefined => {
  const needsOf = (key: string): readonly string[] => (source.needs.get(key) ?? []).map(({ needs }) => needs)
  const takesRows = ({ id }: { readonly id: string }): boolean =>
    needsOf(`routine ${id}`).some((key) => key.startsWith('relation '))
  const called = new Set(needsOf(`relation ${view}`))
  return source.routines.find((routine) => called.has(`routine ${routine.id}`) && takesRows(routine))?.name
}

const STALE = 'It has no rows: those that its query finds in the clone break a unique index, or what it reads has none'

/** Those with rows get them when their indexes are there, which tells whether they still fit. */
export const fillViews = (plan: ClonePlan, views: readonly ClonePlan['source']['views'][number][]): void => {
  for (const { name, isMaterialized, isPopulated } of views)
    if (isMaterialized && isPopulated && plan.present.has(name))
      plan.about('view', name, () => {
        const refresh = `REFRESH MATERIALIZED VIEW ${plan.target(name)}`
        plan.step('making views', refresh, {
          otherwise: {
            object: { type: 'view', name },
            refusals: ['CONSTRAINT_VIOLATION', 'NOT_SUPPORTED', 'INVALID_PARAMETER'],
            ways: [{ statement: plain(`${refresh} WITH NO DATA`), note: STALE }],
          },
        })
      })
}

export const addColumnComments = (plan: ClonePlan): void => {
  for (const { table, column, comment } of plan.source.columnComments)
    if (plan.present.has(table))
      plan.about('table', table, () => {
        plan.comment(`COLUMN ${plan.target(table)}.${quote(column)}`, comment)
      })
}

export const addStatistics = (plan: ClonePlan): void => {
  for (const { name, table, definition, target, comment } of plan.source.statistics) {
    if (!plan.present.has(table)) continue
    plan.about('table', table, () => {
      plan.about('statistics', name, () => {
        plan.step(
          'making indexes',
          `CREATE STATISTICS ${plan.target(name)}${statements.onTable(definition, plan.target(table))}`,
        )
        if (target !== null)
          plan.step('making indexes', `ALTER STATISTICS ${plan.target(name)} SET STATISTICS ${target}`)
        plan.comment(`STATISTICS ${plan.target(name)}`, comment)
      })
    })
    plan.make('statistics', name)
  }
}

/** Storage, compression, statistics targets, replica identity, clustering, defaults of views. */
export const addSettings = (plan: ClonePlan): void => {
  for (const { table, object, kind, action } of plan.source.settings)
    if (plan.present.has(table))
      plan.about('table', table, () => {
        plan.step('making indexes', `ALTER ${kind} ${plan.target(object)} ${action}`)
      })
}
