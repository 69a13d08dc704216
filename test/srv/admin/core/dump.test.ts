/** The small parts of dumps: statements that are chosen, a manifest that is read. */
import fc from 'fast-check'
import { chooseStatements } from '../../../../srv/admin/core/dump/choose-statements.ts'
import { readManifest } from '../../../../srv/admin/core/dump/manifest.ts'

test('statements of chosen tables come with sequences and types that they name, others are told', () => {
  const step = (phase: string, sql: string, ...about: readonly (readonly [string, string])[]) => ({
    ...{ phase, sql, isKey: false },
    about: about.map(([type, name]) => ({ type, name })),
  })
  const { statements, notIncluded } = chooseStatements(
    [
      step('making the schema', 'CREATE SCHEMA s'),
      step('making types', 'CREATE TYPE s.inner AS ENUM ()', ['type', 'inner']),
      step('making types', 'CREATE TYPE s.outer AS (a s.inner)', ['type', 'outer']),
      step('making types', 'CREATE TYPE s.listed AS ENUM ()', ['type', 'listed']),
      step('making types', 'CREATE TYPE s.unused AS ENUM ()', ['type', 'unused']),
      step('making sequences', 'CREATE SEQUENCE s.counted', ['sequence', 'counted']),
      step(
        'making tables',
        `CREATE TABLE s.a (x s.outer, n int DEFAULT nextval('s.counted'::regclass), CHECK (x = ANY (ARRAY['a'::s.listed])))`,
        ['table', 'a'],
      ),
      step('making tables', 'CREATE TABLE s.b (x int)', ['table', 'b']),
      step('making triggers', 'CREATE TRIGGER t …', ['table', 'a'], ['trigger', 't']),
      step('making triggers', 'CREATE TRIGGER u …', ['table', 'b'], ['trigger', 'u']),
    ],
    new Set(['a']),
    'arrays',
  )
  expect(statements.map(({ name }) => name)).toEqual(['inner', 'outer', 'listed', 'counted', 'a'])
  expect(notIncluded).toMatchObject([{ type: 'trigger', name: 't' }])
})

test('what is no manifest is refused, whatever it is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(() => readManifest(text)).toThrow(/INVALID_FILE_CONTENT/)
    }),
  )
})
