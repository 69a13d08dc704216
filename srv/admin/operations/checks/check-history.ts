import { type CheckResult, MODEL, type ScheduledCheck } from '../../core/check-history.ts'
import * as t from '../../core/json-schema.ts'
import { AdminError } from '../../core/errors.ts'
import type { JsonObject, Operation } from '../operation.ts'
import { refuseMore } from '../list-page.ts'

/** Results of each check that are told. */
const POINTS = 30

const WITHOUT = 'Nothing is scheduled: cds.requires.dba-history = true, and a deployment, add the tables for it'

const STATUSES = ['pass', 'warn', 'fail', 'error'] as const

const input = t.object({
  ...t.optionals({
    check: t.string('Only this one, by its `id`'),
    limit: t.integer('Results of each check, the newest', { minimum: 1, default: POINTS }),
  }),
})

const FINDING = {
  status: t.oneOf(STATUSES),
  checked: t.nullable(t.integer(), 'Rows; of the model, checks; null where it could not be made'),
  failed: t.nullable(t.integer()),
}

const output = t.object({
  supported: t.boolean('Whether the application has tables for results, as `cds.requires.dba-history` adds them'),
  reason: t.optional(t.string('Why it has none')),
  checks: t.arrayOf({
    id: t.string("The file, and the check's name or what it is; `model` for what the model says"),
    every: t.integer('Seconds between two slots'),
    ...t.all(t.nullable(t.string()), 'schema', 'table', 'name', 'rule', 'severity', 'owner', 'reason'),
    at: t.nullable(t.string(), 'File, line and column'),
    status: t.nullable(t.oneOf(STATUSES), 'As it ended last; null before it did'),
    isRunning: t.boolean('A process makes it now'),
    results: t.arrayOf({
      slot: t.string('When it was due'),
      checkedAt: t.nullable(t.string(), 'When it was begun; one run answers for all slots that were due'),
      durationMs: t.nullable(t.integer()),
      ...FINDING,
    }),
    tables: t.optional(
      t.array(t.object({ table: t.string(), ...FINDING }), 'Of the model: those that do not pass, as it ended last'),
    ),
  }),
  count: t.integer(),
  refused: t.stringArray('What of the files cannot be read'),
})

/**
 * Tells the checks that are run by themselves, with what they have found.
 *
 * @returns results of each, the oldest first.
 * @throws AdminError `LIMIT_TOO_LARGE`; `INVALID_PARAMETER` for a check that is not scheduled.
 * @see Ours: the contract has no such operation.
 */
export const checkHistory: Operation<typeof input> = {
  summary: 'Tells what scheduled checks have found',
  input,
  output,
  run: async ({ checkHistory: history, config }, { check: id, limit = POINTS }) => {
    refuseMore('limit', limit, config.limits.listLength)
    if (!history) return { supported: false, reason: WITHOUT, checks: [], count: 0, refused: [] }
    const { checks, refused } = await history.scheduled()
    const wanted = checks.filter((check) => id === undefined || check.id === id)
    if (id !== undefined && wanted.length === 0)
      throw new AdminError('INVALID_PARAMETER', `'${id}' is no check that is scheduled`)
    const told: JsonObject[] = []
    for (const check of wanted) {
      const ended = await history.ended(check.id, limit)
      const [last] = ended
      const ofTables = check.id === MODEL && last ? await history.ofModel(last.slot) : undefined
      told.push({
        ...tell(check, last),
        isRunning: (await history.newest(check.id))?.status === 'running',
        results: ended.reverse().map((each) => ({ ...timesOf(each), ...findingOf(each) })),
        ...(ofTables && {
          tables: ofTables
            .filter(({ status }) => status !== 'pass')
            .map((each) => ({ table: each.table, ...findingOf(each) })),
        }),
      })
    }
    return { supported: true, checks: told, count: told.length, refused: [...refused] }
  },
}

const tell = (
  { id, periodSeconds, schema, table, owner, at }: ScheduledCheck,
  last: CheckResult | undefined,
): JsonObject => ({
  ...{ id, every: periodSeconds, schema, table },
  ...{ name: last?.name ?? null, rule: last?.rule ?? null, severity: last?.severity ?? null, owner, at },
  ...{ reason: last?.reason ?? null, status: last?.status ?? null },
})

const timesOf = ({ slot, checkedAt, durationMs }: CheckResult): JsonObject => ({ slot, checkedAt, durationMs })

const findingOf = ({ status, checked, failed }: CheckResult): JsonObject => ({ status, checked, failed })
