/** Tables of a clone with what they draw from: sequences, identities, defaults, parents, rows. */
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import type { ClonePlan } from './clone-plan.ts'
import type { Table } from './read-answers.ts'
import * as statements from './statements.ts'

/** Names of indexes, statistics and identities would be made up anew, so these come from their definitions. */
const INCLUDING = 'INCLUDING ALL EXCLUDING INDEXES EXCLUDING STATISTICS EXCLUDING IDENTITY'

/** Sequences of identity columns come with their table; those that only left out tables use stay behind. */
export const addSequences = (plan: ClonePlan): void => {
  for (const sequence of plan.source.sequences) {
    const isUsed = plan.source.defaults.some((use) => use.sequence === sequence.name && plan.present.has(use.table))
    const isOwnerGone = sequence.table !== null && !plan.present.has(sequence.table)
    if (sequence.identity !== null ? isOwnerGone : isOwnerGone && !isUsed) continue
    plan.make('sequence', sequence.name)
    if (sequence.identity !== null) continue
    const name = plan.target(sequence.name)
    plan.present.add(sequence.name)
    plan.step('making sequences', statements.createSequence(sequence, name))
    plan.comment(`SEQUENCE ${name}`, sequence.comment)
  }
}

export const addTable = (plan: ClonePlan, table: Table): void => {
  const name = plan.target(table.name)
  const sql = statements.createTable(table, plan.sourceName(table.name), name, INCLUDING)
  plan.step('making tables', table.partitionKey === null ? sql : `${sql} PARTITION BY ${table.partitionKey}`)
  plan.comment(`TABLE ${name}`, table.comment)
  plan.make('table', table.name)
  const checks = plan.source.constraints.filter((each) => each.isCheck && each.table === table.name)
  // Made when the rows are there, which may violate it.
  for (const check of checks.filter(({ isUnchecked }) => isUnchecked))
    plan.step('making tables', `ALTER TABLE ${name} DROP CONSTRAINT ${quote(check.name)}`)
  plan.make('constraint', ...checks.filter(({ isUnchecked }) => !isUnchecked).map((check) => check.name))
}

/** Partitions get theirs from their parent. */
export const addIdentities = (plan: ClonePlan): void => {
  for (const sequence of plan.source.sequences) {
    const { name, table, identity, comment } = sequence
    if (identity === null || table === null || !plan.present.has(table)) continue
    plan.step('making sequences', statements.addIdentity(sequence, plan.target(table), plan.target(name)))
    plan.comment(`SEQUENCE ${plan.target(name)}`, comment)
    plan.present.add(name)
  }
}

export const addParents = (plan: ClonePlan, { name, parents, bound }: Table): void => {
  for (const parent of parents) {
    const isCloned = parent.schema === plan.input.source && plan.present.has(parent.name)
    const [own, other] = [plan.target(name), plan.target(parent.name)]
    if (!isCloned) plan.skip('inheritance', `${name} of ${parent.name}`, `The clone has no table '${parent.name}'`)
    else if (bound === null) plan.step('making tables', `ALTER TABLE ${own} INHERIT ${other}`)
    else plan.step('making tables', `ALTER TABLE ${other} ATTACH PARTITION ${own} ${bound}`)
  }
}

export const addDefaults = (plan: ClonePlan): void => {
  for (const { name, table, column, identity } of plan.source.sequences)
    if (identity === null && table !== null && column !== null && plan.present.has(name) && plan.present.has(table))
      plan.step(
        'making sequences',
        `ALTER SEQUENCE ${plan.target(name)} OWNED BY ${plan.target(table)}.${quote(column)}`,
      )
  // A default may draw from several sequences.
  const merged = new Map<string, { table: string; column: string; definition: string }>()
  for (const use of plan.source.defaults) {
    const sequence = plan.source.sequences.find(({ name }) => name === use.sequence)
    if (!sequence || !plan.present.has(use.table)) continue
    const key = JSON.stringify([use.table, use.column])
    const definition = merged.get(key)?.definition ?? use.definition
    const redirected = statements.redirectDefault(definition, sequence.reference, plan.target(use.sequence))
    merged.set(key, { table: use.table, column: use.column, definition: redirected })
  }
  for (const { table, column, definition } of merged.values())
    plan.step('making sequences', statements.setDefault(plan.target(table), column, definition))
}

/** Rows of partitions are the partitions' own. */
export const addRows = (plan: ClonePlan): void => {
  for (const { name, columns, isPartitioned } of plan.tables) {
    if (isPartitioned) continue
    const list = columns.map(quote).join(', ')
    const into = columns.length > 0 ? `(${list}) OVERRIDING SYSTEM VALUE` : ''
    const sql = `INSERT INTO ${plan.target(name)} ${into} SELECT ${list} FROM ONLY ${plan.sourceName(name)}`
    plan.rows(name, sql)
  }
  for (const { name } of plan.source.sequences)
    if (plan.present.has(name))
      plan.step('setting sequences', statements.setSequence(plan.target(name), plan.sourceName(name)))
}
