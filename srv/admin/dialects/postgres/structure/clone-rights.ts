/** What acts on the rows of a clone by itself, and who may do what with them: triggers, rules, policies, privileges. */
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { TRIGGERS_LEFT_OUT } from '../../structure.ts'
import type { ClonePlan } from './clone-plan.ts'
import { names } from './clone-routines.ts'
import type { Trigger } from './read-answers.ts'
import * as statements from './statements.ts'

export const addTriggers = (plan: ClonePlan): void => {
  const made: Trigger[] = []
  for (const trigger of plan.source.triggers) {
    if (!plan.present.has(trigger.table)) continue
    if (plan.comesWithParent(trigger)) {
      made.push(trigger)
      continue
    }
    const problem = plan.includes('triggers') ? problemOf(plan, trigger) : TRIGGERS_LEFT_OUT
    if (problem !== null) {
      plan.skip('trigger', trigger.name, problem)
      continue
    }
    const table = plan.target(trigger.table)
    plan.about('table', trigger.table, () => {
      plan.about('trigger', trigger.name, () => {
        plan.step('making triggers', statements.createTrigger(trigger, table))
        plan.comment(`TRIGGER ${quote(trigger.name)} ON ${table}`, trigger.comment)
      })
    })
    plan.make('trigger', trigger.name)
    made.push(trigger)
  }
  // Those of partitions come with their parent's, but are switched on and off by themselves.
  const isThere = ({ name, isInherited }: Trigger): boolean =>
    !isInherited || made.some((other) => !other.isInherited && other.name === name)
  for (const trigger of made.filter(isThere)) {
    const state = statements.setTriggerState(trigger, `ONLY ${plan.target(trigger.table)}`)
    if (state !== null)
      plan.about('table', trigger.table, () => {
        plan.step('making triggers', state)
      })
  }
}

const problemOf = (plan: ClonePlan, { name, table }: Trigger): string | null => {
  if (plan.isScript) return null
  const { source } = plan.input
  const calls = plan.source.triggerRoutines.find((each) => each.name === name && each.table === table)
  if (!calls) return 'Its function is not known'
  const refusal = plan.refused.get(calls.routine)
  if (refusal !== undefined) return `Its function '${calls.routineName}' is not in the clone: ${refusal}`
  if (calls.routineSchema !== source && names(calls.body, source))
    return `Its function '${calls.routineSchema}.${calls.routineName}' names the schema '${source}'`
  return null
}

export const addRules = (plan: ClonePlan): void => {
  if (!plan.includes('triggers')) return
  for (const { name, table, definition, enabled, comment } of plan.source.rules) {
    if (!plan.present.has(table)) continue
    plan.about('table', table, () => {
      plan.about('rule', name, () => {
        plan.step('making triggers', definition)
        const state = statements.ruleState(enabled)
        if (state !== null) plan.step('making triggers', `ALTER TABLE ${plan.target(table)} ${state} ${quote(name)}`)
        plan.comment(`RULE ${quote(name)} ON ${plan.target(table)}`, comment)
      })
    })
    plan.make('rule', name)
  }
}

export const addPolicies = (plan: ClonePlan): void => {
  if (!plan.includes('policies')) return
  for (const { name, table, definition, comment } of plan.source.policies) {
    if (!plan.present.has(table)) continue
    plan.about('table', table, () => {
      plan.about('policy', name, () => {
        plan.step('making policies', `CREATE POLICY ${quote(name)} ON ${plan.target(table)} ${definition}`)
        plan.comment(`POLICY ${quote(name)} ON ${plan.target(table)}`, comment)
      })
    })
    plan.make('policy', name)
  }
  for (const { table, enabled, forced } of plan.source.rowSecurity) {
    if (!plan.present.has(table)) continue
    plan.about('table', table, () => {
      if (enabled) plan.step('making policies', `ALTER TABLE ${plan.target(table)} ENABLE ROW LEVEL SECURITY`)
      if (forced) plan.step('making policies', `ALTER TABLE ${plan.target(table)} FORCE ROW LEVEL SECURITY`)
    })
  }
}

export const addGrants = (plan: ClonePlan): void => {
  if (!plan.includes('grants')) return
  for (const { kind, name, verb, whom } of plan.source.grants) {
    const object = grantedObject(plan, kind, name)
    if (object === null) continue
    plan.about(object.type, object.name, () => {
      plan.step('granting privileges', `${verb} ON ${kind} ${object.sql} ${whom}`)
    })
    plan.make('grant', `${kind.toLowerCase()} ${object.name}`)
  }
}

type Granted = {
  readonly type: 'table' | 'sequence' | 'function' | 'type'
  readonly name: string
  readonly sql: string
}

/** Null for what the clone does not have. */
const grantedObject = (plan: ClonePlan, kind: string, name: string): Granted | null => {
  if (kind === 'SCHEMA') return { type: 'table', name: plan.input.target, sql: quote(plan.input.target) }
  if (kind === 'TYPE') return plan.includes('types') ? { type: 'type', name, sql: plan.target(name) } : null
  if (kind === 'FUNCTION' || kind === 'PROCEDURE') {
    const routine = plan.source.routines.find(({ id }) => id === name)
    if (!routine || !plan.includes('functions') || plan.refused.has(name)) return null
    return { type: 'function', name: routine.name, sql: `${plan.target(routine.name)}(${routine.arguments})` }
  }
  if (!plan.present.has(name)) return null
  return { type: kind === 'SEQUENCE' ? 'sequence' : 'table', name, sql: plan.target(name) }
}
