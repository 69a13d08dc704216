import { PlanWriter } from '../../plan-writer.ts'
import type { Planner } from '../../structure.ts'
import { readObjects, schemaQuestions } from './stored-schema.ts'

const ORDER = ['table', 'index', 'view', 'trigger'] as const

/** The statements that SQLite has stored, tables first; those that virtual tables keep their rows in are made by these. */
export const script: Planner<{ readonly schema: string }> = {
  questions: ({ schema }) => {
    const { objects } = schemaQuestions(schema)
    return { objects }
  },
  plan: (_, answers) => {
    const plan = new PlanWriter()
    const objects = readObjects(answers).filter(({ kind }) => kind !== 'shadow')
    for (const type of ORDER)
      for (const object of objects.filter((each) => each.type === type)) {
        const write = (): void => {
          plan.about(type, object.name, () => {
            plan.step(`making ${type}s`, object.sql)
          })
        }
        if (type === 'index' || type === 'trigger') plan.about('table', object.table, write)
        else write()
        plan.make(type, object.name)
      }
    return plan
  },
}
