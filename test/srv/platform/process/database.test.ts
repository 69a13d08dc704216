import cds from '@sap/cds'
import { type DatabaseConfiguration, describeDatabase, isInMemory } from '../../../../srv/platform/process/database.ts'

const env = cds.env as unknown as { profiles: readonly string[]; requires: object }
const original = { profiles: env.profiles, requires: env.requires }
afterEach(() => {
  Object.assign(env, original)
})

const told = (db: DatabaseConfiguration | undefined, profiles: readonly string[] = ['development']): object => {
  Object.assign(env, { profiles, requires: { db } })
  return describeDatabase()
}

test.each([
  [{ kind: 'sqlite' }, true],
  [{ kind: 'sqlite', credentials: { url: ':memory:' } }, true],
  [{ kind: 'sqlite', credentials: { url: 'saga.sqlite' } }, false],
  [{ kind: 'sqlite', credentials: { url: ':memory:', database: 'saga.sqlite' } }, false],
  [{ kind: 'postgres' }, false],
  [undefined, false],
])('whether %j is in memory: %j', (db, expected) => {
  expect(isInMemory(db)).toBe(expected)
})

test('what is in memory, and what somebody removes at the end, does not survive', () => {
  expect(told({ kind: 'sqlite' })).toEqual({ database: 'sqlite', survivesRestart: false })
  expect(told({ kind: 'sqlite', credentials: { url: 'a' } })).toEqual({ database: 'sqlite', survivesRestart: true })
  expect(told({ kind: 'postgres' })).toEqual({ database: 'postgres', survivesRestart: true })
  expect(told({ kind: 'postgres', ephemeral: true })).toEqual({ database: 'postgres', survivesRestart: false })
})

test('in production strangers do not hear which database it is', () => {
  expect(told({ kind: 'hana' }, ['production'])).toEqual({ survivesRestart: true })
})
