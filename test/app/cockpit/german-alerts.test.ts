/** Every alert that the server derives has German words. */
import { alertIn } from '../../../app/cockpit/src/pages/overview/german-alerts.ts'
import { alerts as postgres } from '../../../srv/admin/dialects/postgres/alerts.ts'
import { alert } from '../../../srv/admin/dialects/monitoring.ts'
import { DRIFT_ALERTS, INDEX_ALERTS } from '../../../srv/admin/operations/database/alerts/own-alerts.ts'
import { alerts as sqlite } from '../../../srv/admin/dialects/sqlite/alerts.ts'

const derived = [...postgres, ...sqlite].flatMap(({ read }) => read([{}]))
const alerts = [...derived, ...Object.values(INDEX_ALERTS).map(alert), ...Object.values(DRIFT_ALERTS).map(alert)]

test('there are alerts', () => {
  expect(alerts).toHaveLength(23)
})

test.each(alerts)('$code', (alert) => {
  const german = alertIn('de', alert)
  for (const key of ['name', 'description', 'userAction'] as const) {
    expect(german[key]).not.toBe(alert[key])
    expect(german[key]).not.toMatch(/\b(?:the|is|are|of|that)\b/i)
  }
  expect(alertIn('en', alert)).toBe(alert)
})

test('rows that refer to nothing are counted, and what the engine itself says stays', () => {
  const [orphans] = sqlite.flatMap(({ id, read }) =>
    id === 'foreign-key-check'
      ? read([{ description: `60 rows refer to rows of 'Ann's "x"' that do not exist.` }])
      : [],
  )
  expect(alertIn('de', orphans!).description).toBe(`60 Zeilen verweisen auf Zeilen von „Ann's "x"“, die es nicht gibt.`)
  const own = { ...orphans!, code: 'ALERT_7' }
  expect(alertIn('de', own)).toBe(own)
})
