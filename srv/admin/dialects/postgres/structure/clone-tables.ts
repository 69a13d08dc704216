/** Tables of a clone with what they draw from: sequences, identities, defaults, parents, rows. */
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import type { ClonePlan } from './clone-plan.ts'
import type { Table } from './read-answers.ts'
import * as statements from './statements.ts'

/** Sequences of identity columns come with their table; those that only left out tables use stay behind. */
export const addSequences = (plan: ClonePlan): void => {
  for (const sequence of plan.source.sequences) {
    const isUsed = plan.source.defaults.some((use) => use.sequence === sequence.name && plan.present.has(use.table))
    const isOwnerGone = sequence.table !== null && !plan.present.has(sequence.table)
    if (sequence.identity !== null ? isOwnerGone : isOwnerGone && !isUsed) continue
    plan.make('sequence', sequence.name)
    if (sequence.identity !== null) continue
    plan.present.add(sequence.name)
    withOwner(plan, sequence, () => {
      plan.step('making sequences', statements.createSequence(sequence, plan.target(sequence.name)))
      plan.comment(`SEQUENCE ${plan.target(sequence.name)}`, sequence.comment)
    })
  }
}

/** A sequence, with the table whose column owns it. */
const withOwner = (
  plan: ClonePlan,
  { name, table }: { name: string; table: string | null },
  write: () => void,
): void => {
  const own = (): void => {
    plan.about('sequence', name, write)
  }
  if (table === null) own()
  else plan.about('table', table, own)
}

export const addTable = (plan: ClonePlan, table: Table): void => {
  const checks = plan.source.constraints.filter(
    (each) => each.isCheck && !each.isUnchecked && each.table === table.name,
  )
  const name = plan.target(table.name)
  plan.about('table', table.name, () => {
    plan.step(
      'making tables',
      statements.createTableText(table, name, [
        ...(plan.source.columnTexts.get(table.name) ?? []),
        ...checks.map((check) => `CONSTRAINT ${quote(check.name)} ${check.definition}`),
      ]),
    )
    if (table.ofType !== null) plan.step('making tables', `ALTER TABLE ${name} OF ${table.ofType}`)
    plan.comment(`TABLE ${name}`, table.comment)
    for (const check of checks) plan.comment(`CONSTRAINT ${quote(check.name)} ON ${name}`, check.comment)
  })
  plan.make('table', table.name)
  plan.make('constraint', ...checks.map((check) => check.name))
}

/** Partitions get theirs from their parent. */
export const addIdentities = (plan: ClonePlan): void => {
  for (const sequence of plan.source.sequences) {
    const { name, table, identity, comment } = sequence
    if (identity === null || table === null || !plan.present.has(table)) continue
    withOwner(plan, sequence, () => {
      plan.step('making sequences', statements.addIdentity(sequence, plan.target(table), plan.target(name)))
      plan.comment(`SEQUENCE ${plan.target(name)}`, comment)
    })
    plan.present.add(name)
  }
}

export const addParents = (plan: ClonePlan, { name, parents, bound }: Table): void => {
  for (const parent of parents) {
    const isCloned = parent.schema === plan.input.source && plan.present.has(parent.name)
    const [own, other] = [plan.target(name), plan.target(parent.name)]
    if (!isCloned) {
      plan.skip('inheritance', `${name} of ${parent.name}`, `The clone has no table '${parent.name}'`)
      continue
    }
    plan.about('table', name, () => {
      plan.step(
        'making tables',
        bound === null
          ? `ALTER TABLE ${own} INHERIT ${other}`
          : `ALTER TABLE ONLY ${other} ATTACH PARTITION ${own} ${bound}`,
      )
    })
  }
}

/** A sequence belongs to a column that is there by now. */
export const addOwners = (plan: ClonePlan): void => {
  for (const sequence of plan.source.sequences) {
    const { name, table, column, identity } = sequence
    if (identity !== null || table === null || column === null) continue
    if (!plan.present.has(name) || !plan.present.has(table)) continue
    withOwner(plan, sequence, () => {
      plan.step(
        'making sequences',
        `ALTER SEQUENCE ${plan.target(name)} OWNED BY ${plan.target(table)}.${quote(column)}`,
      )
    })
  }
}

/** Rows of partitions are the partitions' own. */
export const addRows = (plan: ClonePlan): void => {
  for (const { name, columns, isPartitioned } of plan.tables) {
    if (isPartitioned) continue
    const list = columns.map(quote).join(', ')
    const into = columns.length > 0 ? `(${list}) OVERRIDING SYSTEM VALUE` : ''
    const types = new Map(
      (plan.includes('types') ? (plan.source.ownTypes.get(name) ?? []) : []).map(({ column, type }) => [column, type]),
    )
    const values = columns.map(
      (column) => `${quote(column)}${types.has(column) ? `::text::${types.get(column) ?? ''}` : ''}`,
    )
    const sql = `INSERT INTO ${plan.target(name)} ${into} SELECT ${values.join(', ')} FROM ONLY ${plan.sourceName(name)}`
    plan.rows(name, sql)
  }
  for (const { name } of plan.source.sequences)
    if (plan.present.has(name))
      plan.step('setting sequences', statements.setSequence(plan.target(name), plan.sourceName(name)))
}
