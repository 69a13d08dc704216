/** What stands on the tables of a clone: keys, views, indexes, statistics, triggers. */
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { inDependencyOrder } from '../../../core/structure/dependency-order.ts'
import type { ClonePlan } from './clone-plan.ts'
import * as statements from './statements.ts'

export const addConstraints = (plan: ClonePlan): void => {
  for (const constraint of plan.source.constraints) {
    const { name, table, definition, comment, isCheck, isUnchecked } = constraint
    if ((isCheck && !isUnchecked) || !plan.present.has(table) || plan.comesWithParent(constraint)) continue
    plan.step('making constraints', `ALTER TABLE ${plan.target(table)} ADD CONSTRAINT ${quote(name)} ${definition}`)
    plan.comment(`CONSTRAINT ${quote(name)} ON ${plan.target(table)}`, comment)
    plan.make('constraint', name)
  }
}

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
    plan.step('making constraints', sql)
    plan.comment(`CONSTRAINT ${quote(key.name)} ON ${table}`, key.comment)
    plan.make('foreignKey', key.name)
  }
}

export const addViews = (plan: ClonePlan): void => {
  const ordered = inDependencyOrder(plan.source.views, ({ needs }) => needs)
  for (const view of ordered) {
    if (plan.input.excluded.includes(view.name)) continue
    const missing = view.needs.find((name) => !plan.present.has(name))
    if (missing !== undefined) {
      plan.skip('view', view.name, `The clone has no '${missing}'`)
      continue
    }
    const name = plan.target(view.name)
    const kind = view.isMaterialized ? 'MATERIALIZED VIEW' : 'VIEW'
    const options = view.options === null ? '' : ` WITH (${view.options})`
    const data = view.isMaterialized ? ` WITH ${view.isPopulated ? '' : 'NO '}DATA` : ''
    plan.step('making views', `CREATE ${kind} ${name}${options} AS ${view.definition}${data}`)
    plan.comment(`${kind} ${name}`, view.comment)
    plan.present.add(view.name)
    plan.make('view', view.name)
  }
  for (const { table, column, comment } of plan.source.columnComments)
    if (plan.present.has(table)) plan.comment(`COLUMN ${plan.target(table)}.${quote(column)}`, comment)
}

export const addIndexes = (plan: ClonePlan): void => {
  for (const index of plan.source.indexes) {
    const { name, table, definition, comment } = index
    if (!plan.present.has(table) || plan.comesWithParent(index)) continue
    plan.step('making indexes', statements.onAllPartitions(definition))
    plan.comment(`INDEX ${plan.target(name)}`, comment)
    plan.make('index', name)
  }
}

export const addStatistics = (plan: ClonePlan): void => {
  for (const { name, table, definition, comment } of plan.source.statistics) {
    if (!plan.present.has(table)) continue
    plan.step('making indexes', `CREATE STATISTICS ${plan.target(name)}${definition}`)
    plan.comment(`STATISTICS ${plan.target(name)}`, comment)
  }
}

export const addTriggers = (plan: ClonePlan): void => {
  for (const trigger of plan.source.triggers) {
    if (!plan.present.has(trigger.table) || plan.comesWithParent(trigger)) continue
    const table = plan.target(trigger.table)
    plan.step('making triggers', statements.createTrigger(trigger, table))
    const state = statements.setTriggerState(trigger, table)
    if (state !== null) plan.step('making triggers', state)
    plan.comment(`TRIGGER ${quote(trigger.name)} ON ${table}`, trigger.comment)
    plan.make('trigger', trigger.name)
  }
}
