import * as objects from './clone-objects.ts'
import * as rights from './clone-rights.ts'
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { inReferenceOrder } from '../../../core/transfer/reference-order.ts'
import { plain } from '../../../core/values.ts'
import { CLONE_PARTS, type CloneInput, type Planner } from '../../structure.ts'
import { ClonePlan } from './clone-plan.ts'
import { addIdentities, addOwners, addParents, addRows, addSequences, addTable } from './clone-tables.ts'
import { markedComment } from './copies.ts'
import { readSchema } from './read-answers.ts'
import { schemaQuestions } from './schema-questions.ts'
import { addRoutine, addType } from './clone-routines.ts'

interface Item {
  readonly key: string
  readonly kind: 'type' | 'routine' | 'table' | 'view'
  readonly add: () => void
}

type Order = Readonly<Record<'before' | 'after', readonly (() => void)[]>>

/**
 * Sorts types, functions, tables and views so that each comes after what it needs.
 *
 * @returns what is made before the rows, and views with what needs them, which may rest on keys.
 */
const inNeededOrder = (plan: ClonePlan): Order => {
  const { source } = plan
  const items: readonly Item[] = [
    ...(plan.includes('types') ? source.types : []).map((type) => ({
      ...{ key: `type ${type.name}`, kind: 'type' as const },
      add: () => {
        addType(plan, type)
      },
    })),
    ...(plan.includes('functions') ? source.routines : []).map((routine) => ({
      ...{ key: `routine ${routine.id}`, kind: 'routine' as const },
      add: () => {
        addRoutine(plan, routine)
      },
    })),
    ...plan.tables.map((table) => ({
      ...{ key: `relation ${table.name}`, kind: 'table' as const },
      add: () => {
        addTable(plan, table)
      },
    })),
    ...source.views.map((view) => ({
      ...{ key: `relation ${view.name}`, kind: 'view' as const },
      add: () => {
        objects.addView(plan, view)
      },
    })),
  ]
  const needsOf = ({ key }: Item): readonly string[] => (source.needs.get(key) ?? []).map(({ needs }) => needs)
  const byKey = new Map(items.map((item) => [item.key, item]))
  const needs = items.flatMap((item) => needsOf(item).map((to) => ({ from: item.key, to })))
  // Only the texts of functions need each other: of these the one that comes first in the list is made last.
  const ordered = inReferenceOrder([...byKey.keys()], needs).flatMap((key) => byKey.get(key) ?? [])
  const late = new Set<string>()
  for (const item of ordered)
    if (item.kind === 'view' || (item.kind !== 'table' && needsOf(item).some((key) => late.has(key))))
      late.add(item.key)
  return {
    before: ordered.filter(({ key }) => !late.has(key)).map(({ add }) => add),
    after: ordered.filter(({ key }) => late.has(key)).map(({ add }) => add),
  }
}

/**
 * Makes a schema anew from the catalog, each object from its definition, so that names stay. While definitions run, bare
 * names are looked up in the clone first: what is not copied, such as functions unless asked for, is found in the source.
 * Where the clone is the schema itself, all names are qualified: each statement can be run by itself.
 */
export const clone: Planner<CloneInput> = {
  questions: ({ source, target }) => schemaQuestions(source, source === target),
  plan: (input, answers) => {
    const plan = new ClonePlan(input, readSchema(answers))
    addSchema(plan)
    addSequences(plan)
    const { before, after } = inNeededOrder(plan)
    for (const add of before) add()
    addIdentities(plan)
    for (const table of plan.tables) addParents(plan, table)
    addOwners(plan)
    // Keys, indexes and triggers are faster, or not in the way, when the rows are there.
    if (input.includeData) addRows(plan)
    objects.addConstraints(plan)
    objects.addIndexes(plan, new Set(plan.tables.map(({ name }) => name)))
    objects.attachIndexes(plan)
    objects.addForeignKeys(plan)
    for (const add of after) add()
    objects.addIndexes(plan, new Set(plan.source.views.map(({ name }) => name)))
    objects.fillViews(plan, plan.source.views)
    objects.addColumnComments(plan)
    objects.addStatistics(plan)
    objects.addSettings(plan)
    rights.addRules(plan)
    rights.addTriggers(plan)
    rights.addPolicies(plan)
    rights.addGrants(plan)
    return plan
  },
}

const asScript = (schema: string): CloneInput => ({
  ...{ source: schema, target: schema, includeData: false, excluded: [] },
  include: new Set(CLONE_PARTS),
})

export const script: Planner<{ readonly schema: string }> = {
  questions: ({ schema }) => clone.questions(asScript(schema)),
  plan: ({ schema }, answers) => clone.plan(asScript(schema), answers),
}

const addSchema = (plan: ClonePlan): void => {
  const { source, target } = plan.input
  if (plan.isScript) {
    plan.step('making the schema', `CREATE SCHEMA IF NOT EXISTS ${quote(target)}`)
    plan.comment(`SCHEMA ${quote(target)}`, plan.source.schemaComment)
    plan.step('making the schema', 'SET check_function_bodies = off')
    return
  }
  plan.step('making the schema', `CREATE SCHEMA ${quote(target)}`)
  plan.comment(`SCHEMA ${quote(target)}`, markedComment(plan.source.schemaComment))
  plan.step('making the schema', {
    sql: `SELECT set_config('search_path', quote_ident($1) || ', ' || quote_ident($2), true)`,
    parameters: [target, source],
  })
  // Functions may name what is made after them.
  plan.step('making the schema', plain('SET LOCAL check_function_bodies = off'))
}
