import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { AdminError } from '../../../errors.ts'
import { COPY_MARK } from '../../copies.ts'
import { PlanWriter } from '../../plan-writer.ts'
import { type CopyInput, PARTIAL_COPY, type Planner } from '../../structure.ts'
import { mayMakeTable, refuseUnlessGranted } from './privileges.ts'
import { structureQuestions } from './questions.ts'
import { readAnswers } from './read-answers.ts'
import { addForeignKey, insertRows, makeTable, qualified } from './statements.ts'

/** Makes a table by LIKE. */
export const copy: Planner<CopyInput> = {
  questions: ({ source, target }) => ({
    granted: mayMakeTable(target.schema),
    ...structureQuestions(source.schema, source.name),
  }),
  plan: (input, answers) => {
    const { source, target, includeData } = input
    refuseUnlessGranted(answers, `CREATE ANY on schema '${target.schema}'`)
    const { tables, indexes, foreignKeys, triggers } = readAnswers(source.schema, answers)
    const [table] = tables
    if (!table || table.isVirtual)
      throw new AdminError('NOT_SUPPORTED', `'${source.name}' is no table that can be copied`)
    const own = qualified(target.schema, target.name)
    const plan = new PlanWriter()
    plan.steps.push({ phase: 'making the table', ...makeTable(table, source.schema, target) })
    plan.step('making the table', `COMMENT ON TABLE ${own} IS '${COPY_MARK}'`)
    plan.make('table', target.name)
    plan.make('constraint', ...table.constraints)
    plan.make('index', ...indexes.map(({ name }) => name))
    for (const name of triggers) plan.skip('trigger', name, 'SAP HANA triggers are not copied')
    plan.skip('grants', source.name, 'Privileges are not copied')
    if (includeData) {
      const sql = insertRows(table, qualified(source.schema, source.name), own)
      plan.rows(target.name, sql, table.keyColumns.map(quote), input)
    }
    for (const key of foreignKeys) {
      const isSelf = key.parentSchema === source.schema && key.parent === source.name
      if (isSelf && (input.where !== null || input.limit !== null)) {
        plan.skip('foreignKey', key.name, PARTIAL_COPY)
        continue
      }
      const parent = isSelf ? own : qualified(key.parentSchema, key.parent)
      // Names of constraints are unique in a schema.
      const named = { ...key, name: `${target.name}_${key.name}` }
      plan.step('making constraints', addForeignKey(named, own, parent))
      plan.make('foreignKey', named.name)
    }
    return plan
  },
}
