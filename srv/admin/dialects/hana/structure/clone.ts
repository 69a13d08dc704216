import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { PlanWriter } from '../../plan-writer.ts'
import type { CloneInput, Planner, Answers } from '../../structure.ts'
import { structureQuestions, readAnswers, type Structure } from './questions.ts'
import { addForeignKey, insertRows, makeTable, moveNames, qualified } from './statements.ts'
import { plain, type Statement } from '../../../core/values.ts'
import { AdminError } from '../../../core/errors.ts'
import { number } from '../../rows.ts'

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

/**
 * Sorts items so that each comes after those it needs; otherwise the order stays.
 *
 * @param needs names of other items; names that are no items do not count.
 * @throws Error when items need each other.
 */
export const inDependencyOrder = <T extends { readonly name: string }>(
  items: readonly T[],
  needs: (item: T) => readonly string[],
): T[] => {
  const byName = new Map(items.map((item) => [item.name, item]))
  const done = new Set<T>()
  const open = new Set<T>()
  const visit = (item: T): void => {
    if (done.has(item)) return
    if (open.has(item)) throw new Error(`'${item.name}' needs itself`)
    open.add(item)
    for (const name of needs(item)) {
      const needed = byName.get(name)
      if (needed) visit(needed)
    }
    open.delete(item)
    done.add(item)
  }
  items.forEach(visit)
  return [...done]
}

const GRANTED = `FROM SYS.EFFECTIVE_PRIVILEGES WHERE USER_NAME = CURRENT_USER AND IS_VALID = 'TRUE'`

/**
 * Asks whether the database user may make what a plan makes. The user of a container of SAP HANA Deployment
 * Infrastructure, which is what a binding has, may read and change rows and no more.
 */
export const mayMakeSchema: Statement = plain(
  `SELECT COUNT(*) AS "granted" ${GRANTED} AND OBJECT_TYPE = 'SYSTEMPRIVILEGE' AND PRIVILEGE = 'CREATE SCHEMA'`,
)

export const mayMakeTable = (schema: string): Statement => ({
  sql: `SELECT COUNT(*) AS "granted"
          FROM (SELECT SCHEMA_NAME FROM SYS.SCHEMAS WHERE SCHEMA_NAME = ? AND SCHEMA_OWNER = CURRENT_USER
                UNION ALL
                SELECT SCHEMA_NAME ${GRANTED} AND SCHEMA_NAME = ? AND PRIVILEGE IN ('CREATE ANY', 'CREATE TABLE'))`,
  parameters: [schema, schema],
})

/** @throws AdminError `FORBIDDEN` with what would help. @param privilege as it is granted. */
export const refuseUnlessGranted = (answers: Answers, privilege: string): void => {
  if ((answers['granted'] ?? []).some((row) => number(row, 'granted') > 0)) return
  throw new AdminError(
    'FORBIDDEN',
    `The database user lacks the privilege ${privilege}: grant it, or bind another user. That of a container of SAP HANA Deployment Infrastructure only reads and changes rows: ` +
      `there, tables are made by deploying design-time files, or by the container's API as the owner of its objects (schema '…#DI')`,
  )
}
