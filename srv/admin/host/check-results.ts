import cds from '@sap/cds'
import {
  MODEL,
  type CheckResult,
  type CheckResults,
  type CheckRun,
  type CheckStatus,
  type Notice,
  type ScheduledCheck,
} from '../core/check-history.ts'
import { ofApplication } from './application/refusals.ts'

const [RESULTS, NOTICES] = ['dba.CheckResults', 'dba.CheckNotices'] as const

type Row = Readonly<Record<string, string | number | null>>

interface Transaction {
  run(query: object): Promise<unknown>
}

/** Whether the application's model has the tables, as `cds.requires.dba-history` adds them. */
export const hasCheckResults = (): boolean => cds.model?.definitions[RESULTS] !== undefined

/** What checks have found, in the application's own database: by CAP, as on every engine. */
export const checkResults: CheckResults = {
  newest: (id) =>
    inTransaction(async (tx) => {
      const query = cds.ql.SELECT.from(RESULTS).where({ checkId: id }).orderBy('slot desc').limit(1)
      return (await rowsOf(tx, query)).map(resultOf)[0]
    }),
  ended: (id, limit, before) =>
    inTransaction(async (tx) => {
      const { SELECT } = cds.ql
      const query = SELECT.from(RESULTS)
        .where({
          ...{ checkId: id, status: { '!=': 'running' } },
          ...(before !== undefined && { slot: { '<': before } }),
        })
        .orderBy('slot desc')
        .limit(limit)
      return (await rowsOf(tx, query)).map(resultOf)
    }),
  ofModel: (slot) =>
    inTransaction(async (tx) => {
      const query = cds.ql.SELECT.from(RESULTS)
        .where({ slot, checkId: { like: `${MODEL}/%` } })
        .orderBy('checkId')
      return (await rowsOf(tx, query)).map(resultOf)
    }),
  claim: async (check, slots, runner, leaseUntil) => {
    const entries = slots.map((slot) => ({ ...rowOf(check, slot), status: 'running', runner, leaseUntil }))
    try {
      await inTransaction((tx) => tx.run(cds.ql.INSERT.into(RESULTS).entries(entries)))
      return true
    } catch (error) {
      // Engines tell in their own ways that a key is there already.
      const taken = cds.ql.SELECT.from(RESULTS).where({ checkId: check.id, slot: { in: [...slots] } })
      if ((await inTransaction((tx) => rowsOf(tx, taken))).length > 0) return false
      throw error
    }
  },
  takeOver: (id, from, runner, now, leaseUntil) =>
    inTransaction(async (tx) => {
      const { SELECT, UPDATE } = cds.ql
      const left = { checkId: id, status: 'running', runner: from, leaseUntil: { '<': now } }
      const rows = await rowsOf(tx, SELECT.from(RESULTS).where(left).orderBy('slot'))
      const slots = rows.map(slotOf)
      if (slots.length === 0) return []
      const taken = await tx.run(
        UPDATE.entity(RESULTS)
          .set({ runner, leaseUntil })
          .where({ ...left, slot: { in: slots } }),
      )
      return Number(taken) === slots.length ? slots : []
    }),
  renew: async (id, slots, runner, leaseUntil) => {
    await inTransaction((tx) =>
      tx.run(
        cds.ql.UPDATE.entity(RESULTS)
          .set({ leaseUntil })
          .where(heldBy(id, slots, runner)),
      ),
    )
  },
  record: (run, runner, beside, previous) =>
    inTransaction(async (tx) => {
      const { INSERT, UPDATE } = cds.ql
      const { check, slots } = run
      const set = { ...rowOf(check), ...foundOf(run), runner: null, leaseUntil: null }
      const count = await tx.run(
        UPDATE.entity(RESULTS)
          .set(set)
          .where(heldBy(check.id, slots, runner)),
      )
      if (Number(count) === 0) return false
      const entries = beside.flatMap((each) =>
        each.slots.map((slot) => ({ ...rowOf(each.check, slot), ...foundOf(each) })),
      )
      if (entries.length > 0) await tx.run(INSERT.into(RESULTS).entries(entries))
      if (previous !== undefined) {
        const notice = { checkId: check.id, slot: slots.at(-1), previous, tries: 0, nextTry: run.checkedAt }
        await tx.run(INSERT.into(NOTICES).entries([notice]))
      }
      return true
    }),
  forget: async (before) => {
    await inTransaction(async (tx) => {
      await tx.run(cds.ql.DELETE.from(RESULTS).where({ slot: { '<': before } }))
      await tx.run(cds.ql.DELETE.from(NOTICES).where({ slot: { '<': before } }))
    })
  },
  takeNotices: (now, until, limit) =>
    inTransaction(async (tx) => {
      const { SELECT, UPDATE } = cds.ql
      const due = await rowsOf(
        tx,
        SELECT.from(NOTICES)
          .where({ nextTry: { '<=': now } })
          .orderBy('slot')
          .limit(limit),
      )
      const taken: Notice[] = []
      for (const row of due) {
        const key = { checkId: row['checkId'], slot: slotOf(row) }
        const tries = Number(row['tries']) + 1
        const where = { ...key, tries: row['tries'] }
        if (Number(await tx.run(UPDATE.entity(NOTICES).set({ tries, nextTry: until }).where(where))) === 0) continue
        const [result] = await rowsOf(tx, SELECT.from(RESULTS).where(key))
        if (result) taken.push({ result: resultOf(result), previous: row['previous'] as CheckStatus | null, tries })
      }
      return taken
    }),
  dropNotice: async ({ result: { id, slot } }) => {
    await inTransaction((tx) => tx.run(cds.ql.DELETE.from(NOTICES).where({ checkId: id, slot })))
  },
  delayNotice: async ({ result: { id, slot } }, until) => {
    await inTransaction((tx) =>
      tx.run(cds.ql.UPDATE.entity(NOTICES).set({ nextTry: until }).where({ checkId: id, slot })),
    )
  },
}

/** One of its own, whatever request is answered at the moment. */
const inTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  (cds.db as unknown as { tx(context: object, work: (tx: Transaction) => Promise<T>): Promise<T> })
    .tx({ user: new cds.User.Privileged() }, work)
    .catch((error: unknown) => {
      throw ofApplication(error)
    })

const rowsOf = async (tx: Transaction, query: object): Promise<readonly Row[]> => (await tx.run(query)) as Row[]

const heldBy = (checkId: string, slots: readonly string[], runner: string) => ({
  ...{ checkId, runner, status: 'running' },
  slot: { in: [...slots] },
})

/** What is longer than its column is cut, and what PostgreSQL has in no text left out. */
const fitting = (text: string | null, most: number): string | null =>
  text?.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, most) ?? null

const rowOf = ({ id, periodSeconds, schema, table, owner, at }: ScheduledCheck, slot?: string) => ({
  ...(slot !== undefined && { checkId: id, slot }),
  periodSeconds,
  ...{ schemaName: fitting(schema, 255), tableName: fitting(table, 255) },
  ...{ ownedBy: fitting(owner, 255), place: fitting(at, 300) },
})

const foundOf = ({ findings: { name, reason, ...findings }, checkedAt, durationMs }: CheckRun) => ({
  ...{ ...findings, checkedAt, durationMs },
  ...{ name: fitting(name, 500), reason: fitting(reason, 1_000) },
})

const instant = (value: unknown): string | null => (value === null ? null : new Date(value as string).toISOString())

const slotOf = (row: Row): string => instant(row['slot']) ?? ''

const resultOf = (row: Row): CheckResult => {
  const { checkId, periodSeconds, schemaName, tableName, ownedBy, place, name, rule, severity, status } = row
  const count = (value: unknown): number | null => (value === null ? null : Number(value))
  return {
    ...({ id: checkId, schema: schemaName, table: tableName, owner: ownedBy, at: place } as ScheduledCheck),
    ...({ name, rule, severity, status } as Pick<CheckResult, 'name' | 'rule' | 'severity' | 'status'>),
    periodSeconds: Number(periodSeconds),
    slot: slotOf(row),
    checked: count(row['checked']),
    failed: count(row['failed']),
    reason: row['reason'] as string | null,
    checkedAt: instant(row['checkedAt']),
    durationMs: count(row['durationMs']),
    runner: row['runner'] as string | null,
    leaseUntil: instant(row['leaseUntil']),
  }
}
