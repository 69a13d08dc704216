import { inDependencyOrder } from '../../../core/structure/dependency-order.ts'
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import type { CloneInput, MadeObject, Planner, SkippedObject, StructurePlan, Step } from '../../structure.ts'
import { mayMakeSchema, refuseUnlessGranted } from './privileges.ts'
import { structureQuestions } from './questions.ts'
import { readAnswers, type Structure } from './read-answers.ts'
import { addForeignKey, copyRows, makeTable, moveNames, qualified } from './statements.ts'

/** Builds in a schema of its own. */
export const clone: Planner<CloneInput> = {
  questions: ({ source }) => ({ granted: mayMakeSchema, ...structureQuestions(source, null) }),
  plan: (input, answers) => {
    refuseUnlessGranted(answers, 'CREATE SCHEMA')
    return plan(input, readAnswers(input.source, answers))
  },
}

const plan = ({ source, target, includeData, excluded }: CloneInput, structure: Structure): StructurePlan => {
  const tables = structure.tables.filter(({ name, isVirtual }) => !isVirtual && !excluded.includes(name))
  const present = new Set(tables.map(({ name }) => name))
  const made: MadeObject[] = []
  const skipped: SkippedObject[] = [
    ...structure.tables
      .filter(({ isVirtual }) => isVirtual)
      .map(({ name }) => ({ type: 'virtualTable', name, reason: 'Its rows are on another server' })),
    ...structure.triggers.map((name) => ({ type: 'trigger', name, reason: 'SAP HANA triggers are not copied' })),
    ...structure.others.map(({ type, name }) => ({ type, name, reason: `A ${type} is not copied` })),
    { type: 'grants', name: source, reason: 'Privileges are not copied' },
  ]
  const steps: Step[] = []
  const step = (phase: string, sql: string): void => void steps.push({ phase, statement: { sql, parameters: [] } })

  step('making the schema', `CREATE SCHEMA ${quote(target)}`)
  for (const { name, options } of structure.sequences) {
    step('making sequences', `CREATE SEQUENCE ${qualified(target, name)} ${options}`)
    made.push({ type: 'sequence', name })
  }
  for (const table of tables) {
    steps.push({ phase: 'making tables', ...makeTable(table, source, { schema: target, name: table.name }) })
    made.push({ type: 'table', name: table.name })
    made.push(...table.constraints.map((name) => ({ type: 'constraint' as const, name })))
  }
  for (const { table, name } of structure.indexes) if (present.has(table)) made.push({ type: 'index', name })
  if (includeData)
    for (const table of tables) {
      const statement = copyRows(table, qualified(source, table.name), qualified(target, table.name))
      steps.push({ phase: 'copying rows', statement, rowsOf: table.name })
    }
  for (const key of structure.foreignKeys) {
    if (!present.has(key.table)) continue
    const isOwn = key.parentSchema === source
    if (isOwn && !present.has(key.parent)) {
      skipped.push({ type: 'foreignKey', name: key.name, reason: `The clone has no table '${key.parent}'` })
      continue
    }
    const parent = qualified(isOwn ? target : key.parentSchema, key.parent)
    step('making constraints', addForeignKey(key, qualified(target, key.table), parent))
    made.push({ type: 'foreignKey', name: key.name })
  }
  const views = inDependencyOrder(structure.views, ({ needs }) => needs).filter(({ name }) => !excluded.includes(name))
  const current = structure.currentSchema ?? source
  if (views.length > 0) step('making views', `SET SCHEMA ${quote(target)}`)
  for (const view of views) {
    const missing = view.needs.find((name) => !present.has(name))
    if (missing !== undefined || !view.isPlain) {
      const reason = view.isPlain ? `The clone has no '${missing ?? ''}'` : 'Only views made by SQL are copied'
      skipped.push({ type: 'view', name: view.name, reason })
      continue
    }
    const definition = moveNames(view.definition, source, target)
    step('making views', `CREATE VIEW ${qualified(target, view.name)} AS ${definition}`)
    present.add(view.name)
    made.push({ type: 'view', name: view.name })
  }
  if (views.length > 0) step('making views', `SET SCHEMA ${quote(current)}`)
  return { steps, made, skipped }
}
