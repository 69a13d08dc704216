import { tmpdir } from 'node:os'
import { openEngine } from '../../../srv/admin/engine.ts'

const connected = (kind: string, url = ':memory:') => ({
  ...{ kind, options: { credentials: { host: 'nowhere', user: 'u', password: 'p' } } },
  url4: () => url,
  tx: () => {
    throw new Error('Nothing is asked yet')
  },
})

it.each([
  ['sqlite', ':memory:', 'sqlite', false],
  ['sqlite', '/nowhere/main.sqlite', 'sqlite', true],
  ['postgres', '', 'postgres', true],
  ['hana', '', 'hana', true],
])('opens a database of kind %s at "%s"', async (kind, url, engine, isPersistent) => {
  const opened = openEngine(connected(kind, url), tmpdir())
  expect(opened.dialect.engine).toBe(engine)
  expect(opened.database.isPersistent).toBe(isPersistent)
  await opened.database.close()
})

it('knows no other kinds', () => {
  expect(() => openEngine(connected('mongo'), tmpdir())).toThrow(/'mongo'/)
})
