import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import type { CloneInput, Planner } from '../../structure.ts'
import { addConstraints, addForeignKeys, addIndexes, addStatistics, addTriggers, addViews } from './clone-objects.ts'
import { markedComment } from './copies.ts'
import { ClonePlan } from './clone-plan.ts'
import { addDefaults, addIdentities, addParents, addRows, addSequences, addTable } from './clone-tables.ts'
import { structureQuestions } from './questions.ts'
import { readAnswers } from './read-answers.ts'

/**
 * Makes a schema anew from the catalog. Tables come from LIKE, all else from its definition, so that names stay. While
 * definitions run, bare names are looked up in the clone first: tables and sequences are all there by then, and what is
 * not copied, such as functions, is found in the source.
 */
export const clone: Planner<CloneInput> = {
  questions: ({ source }) => structureQuestions(source, null),
  plan: (input, answers) => {
    const plan = new ClonePlan(input, readAnswers(answers))
    addSchema(plan)
    addSequences(plan)
    for (const table of plan.tables) addTable(plan, table)
    addIdentities(plan)
    for (const table of plan.tables) addParents(plan, table)
    addDefaults(plan)
    // Keys, indexes and triggers are faster, or not in the way, when the rows are there.
    if (input.includeData) addRows(plan)
    addConstraints(plan)
    addForeignKeys(plan)
    addViews(plan)
    addIndexes(plan)
    addStatistics(plan)
    addTriggers(plan)
    return plan
  },
}

const addSchema = (plan: ClonePlan): void => {
  const { source, target } = plan.input
  plan.step('making the schema', `CREATE SCHEMA ${quote(target)}`)
  plan.comment(`SCHEMA ${quote(target)}`, markedComment(plan.source.schemaComment))
  plan.step('making the schema', {
    sql: `SELECT set_config('search_path', quote_ident($1) || ', ' || quote_ident($2), true)`,
    parameters: [target, source],
  })
}
