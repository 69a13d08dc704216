import { PlanWriter } from '../../plan-writer.ts'
import type { Planner } from '../../structure.ts'
import { readObjects, schemaQuestions } from './stored-schema.ts'

const PHASES = {
  table: 'making tables',
  index: 'making indexes',
  view: 'making views',
  trigger: 'making triggers',
} as const

/** The statements that SQLite has stored, tables first; those that virtual tables keep their rows in are made by these. */
export const script: Planner<{ readonly schema: string }> = {
  questions: ({ schema }) => {
    const { objects } = schemaQuestions(schema)
    return { objects }
  },
  plan: (_, answers) => {
    const plan = new PlanWriter()
    const objects = readObjects(answers).filter(({ kind }) => kind !== 'shadow')
    for (const [type, phase] of Object.entries(PHASES) as [keyof typeof PHASES, string][])
      for (const object of objects.filter((each) => each.type === type)) {
        const write = (): void => {
          plan.about(type, object.name, () => {
            plan.step(phase, object.sql)
          })
        }
        if (type === 'index' || type === 'trigger') plan.about('table', object.table, write)
        else write()
        plan.make(type, object.name)
      }
    return plan
  },
}
