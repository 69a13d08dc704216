import { AdminError } from '../../../errors.ts'
import { COPY_MARK } from '../../copies.ts'
import {
  type CopyInput,
  type MadeObject,
  PARTIAL_COPY,
  type Planner,
  type SkippedObject,
  type Step,
} from '../../structure.ts'
import { mayMakeTable, refuseUnlessGranted } from './privileges.ts'
import { structureQuestions } from './questions.ts'
import { readAnswers } from './read-answers.ts'
import { addForeignKey, copyRows, makeTable, qualified } from './statements.ts'

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
    const mark = { sql: `COMMENT ON TABLE ${own} IS '${COPY_MARK}'`, parameters: [] }
    const steps: Step[] = [
      { phase: 'making the table', ...makeTable(table, source.schema, target) },
      { phase: 'making the table', statement: mark },
    ]
    const made: MadeObject[] = [
      { type: 'table', name: target.name },
      ...table.constraints.map((name) => ({ type: 'constraint' as const, name })),
      ...indexes.map(({ name }) => ({ type: 'index' as const, name })),
    ]
    const skipped: SkippedObject[] = [
      ...triggers.map((name) => ({ type: 'trigger', name, reason: 'SAP HANA triggers are not copied' })),
      { type: 'grants', name: source.name, reason: 'Privileges are not copied' },
    ]
    if (includeData) {
      const statement = copyRows(table, qualified(source.schema, source.name), own, input)
      steps.push({ phase: 'copying rows', statement, rowsOf: target.name })
    }
    for (const key of foreignKeys) {
      const isSelf = key.parentSchema === source.schema && key.parent === source.name
      if (isSelf && (input.where !== null || input.limit !== null)) {
        skipped.push({ type: 'foreignKey', name: key.name, reason: PARTIAL_COPY })
        continue
      }
      const parent = isSelf ? own : qualified(key.parentSchema, key.parent)
      // Names of constraints are unique in a schema.
      const named = { ...key, name: `${target.name}_${key.name}` }
      steps.push({ phase: 'making constraints', statement: { sql: addForeignKey(named, own, parent), parameters: [] } })
      made.push({ type: 'foreignKey', name: named.name })
    }
    return { steps, made, skipped }
  },
}
