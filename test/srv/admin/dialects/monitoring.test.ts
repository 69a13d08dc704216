import { derived } from '../../../../srv/admin/dialects/monitoring.ts'

const about = { code: 'FULL', severity: 'high', name: 'Full', description: 'It is full.', userAction: 'Look.' } as const
const nowhere = { schema: null, table: null }
const check = derived({ id: 'full', sql: 'SELECT 1', ...about })

test('each row of a check is an alert about what the row tells', () => {
  expect(check).toMatchObject({ id: 'full', source: 'derived', statement: { sql: 'SELECT 1', parameters: [] } })
  expect(check.read([{ details: '95 %', object: 'disk', timestamp: '2024-01-01 00:00:00' }, {}])).toEqual([
    { ...about, ...nowhere, details: '95 %', object: 'disk', timestamp: '2024-01-01T00:00:00.000Z' },
    { ...about, ...nowhere, details: null, object: null, timestamp: null },
  ])
})

test('a row may be worse than others, or tell itself what it is about', () => {
  expect(check.read([{ severity: 'critical', description: 'Nothing is left.' }])).toEqual([
    {
      ...about,
      ...nowhere,
      severity: 'critical',
      description: 'Nothing is left.',
      details: null,
      object: null,
      timestamp: null,
    },
  ])
})
