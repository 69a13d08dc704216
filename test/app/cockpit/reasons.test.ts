/** Why something could not be read, in German: every reason that the engines give of themselves has its words. */
import { reasonIn } from '../../../app/cockpit/src/parts/reasons.ts'
import { hanaError } from '../../../srv/admin/database/hana/errors.ts'
import { postgresError } from '../../../srv/admin/database/postgres/errors.ts'
import { monitoring as hana } from '../../../srv/admin/dialects/hana/monitoring.ts'
import { monitoring as postgres } from '../../../srv/admin/dialects/postgres/monitoring.ts'
import { monitoring as sqlite } from '../../../srv/admin/dialects/sqlite/dialect.ts'
import { WHY_NO_MODEL } from '../../../srv/admin/operations/schema/model-drift.ts'

/** All reasons that stand somewhere in a value. */
const reasonsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
        key === 'reason' && typeof part === 'string' ? [part] : reasonsIn(part),
      )

const told = [hana, postgres, sqlite].flatMap(reasonsIn)
/** Errors of a view that the database user may not read, or that is not there. */
const failed = [
  ...[258, 259, 260, 362, 132, -1].map((code) => hanaError(Object.assign(new Error('?'), { code }))),
  ...['42501', '42P01', '42703', '3F000', '55P03', 'XX000'].map((code) =>
    postgresError(Object.assign(new Error('?'), { code })),
  ),
].map(({ details }) => details)

test('there are reasons', () => {
  expect(told).toContain('SQLite has no data-integration tasks')
  expect(failed).toContain('The database user lacks a privilege')
})

test.each([...new Set([...told, ...failed, WHY_NO_MODEL])])('%s', (reason) => {
  expect(reasonIn('en', reason)).toBe(reason)
  expect(reasonIn('de', reason)).toMatch(/^(?!.*\b(?:The|the|database user|does not)\b).+$/)
  expect(reasonIn('de', reason)).not.toBe(reason)
})

test('what is not known is told as it is', () => {
  expect(reasonIn('de', 'Something else')).toBe('Something else')
  expect(reasonIn('de', 'The database has more than 5000 pages')).toBe('Die Datenbank hat mehr als 5000 Seiten')
})
