import { inDependencyOrder } from '../../../core/structure/dependency-order.ts'
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { PlanWriter } from '../../plan-writer.ts'
import type { CloneInput, Planner } from '../../structure.ts'
import { mayMakeSchema, refuseUnlessGranted } from './privileges.ts'
import { structureQuestions } from './questions.ts'
import { readAnswers, type Structure } from './read-answers.ts'
import { addForeignKey, insertRows, makeTable, moveNames, qualified } from './statements.ts'

/** Builds in a schema of its own. */
export const clone: Planner<CloneInput> = {
  questions: ({ source }) => ({ granted: mayMakeSchema, ...structureQuestions(source, null) }),
  plan: (input, answers) => {
    refuseUnlessGranted(answers, 'CREATE SCHEMA')
    return write(input, readAnswers(input.source, answers))
  },
}

const write = ({ source, target, includeData, excluded }: CloneInput, structure: Structure): PlanWriter => {
  const plan = new PlanWriter()
  const tables = structure.tables.filter(({ name, isVirtual }) => !isVirtual && !excluded.includes(name))
  const present = new Set(tables.map(({ name }) => name))
  for (const { name } of structure.tables.filter(({ isVirtual }) => isVirtual))
    plan.skip('virtualTable', name, 'Its rows are on another server')
  for (const name of structure.triggers) plan.skip('trigger', name, 'SAP HANA triggers are not copied')
  for (const { type, name } of structure.others) plan.skip(type, name, `A ${type} is not copied`)
  plan.skip('grants', source, 'Privileges are not copied')

  plan.step('making the schema', `CREATE SCHEMA ${quote(target)}`)
  for (const { name, options } of structure.sequences) {
    plan.step('making sequences', `CREATE SEQUENCE ${qualified(target, name)} ${options}`)
    plan.make('sequence', name)
  }
  for (const table of tables) {
    plan.steps.push({ phase: 'making tables', ...makeTable(table, source, { schema: target, name: table.name }) })
    plan.make('table', table.name)
    plan.make('constraint', ...table.constraints)
  }
  for (const { table, name } of structure.indexes) if (present.has(table)) plan.make('index', name)
  if (includeData)
    for (const table of tables)
      plan.rows(table.name, insertRows(table, qualified(source, table.name), qualified(target, table.name)))
  for (const key of structure.foreignKeys) {
    if (!present.has(key.table)) continue
    const isOwn = key.parentSchema === source
    if (isOwn && !present.has(key.parent)) {
      plan.skip('foreignKey', key.name, `The clone has no table '${key.parent}'`)
      continue
    }
    const parent = qualified(isOwn ? target : key.parentSchema, key.parent)
    plan.step('making constraints', addForeignKey(key, qualified(target, key.table), parent))
    plan.make('foreignKey', key.name)
  }
  const views = inDependencyOrder(structure.views, ({ needs }) => needs).filter(({ name }) => !excluded.includes(name))
  const current = structure.currentSchema ?? source
  if (views.length > 0) plan.step('making views', `SET SCHEMA ${quote(target)}`)
  for (const view of views) {
    const missing = view.needs.find((name) => !present.has(name))
    if (missing !== undefined || !view.isPlain) {
      const reason = view.isPlain ? `The clone has no '${missing ?? ''}'` : 'Only views made by SQL are copied'
      plan.skip('view', view.name, reason)
      continue
    }
    const definition = moveNames(view.definition, source, target)
    plan.step('making views', `CREATE VIEW ${qualified(target, view.name)} AS ${definition}`)
    present.add(view.name)
    plan.make('view', view.name)
  }
  if (views.length > 0) plan.step('making views', `SET SCHEMA ${quote(current)}`)
  return plan
}
