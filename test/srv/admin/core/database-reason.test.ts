import fc from 'fast-check'
import { type DatabaseReason, reasonText } from '../../../../srv/admin/core/errors.ts'

const reason = (message: string, rest: Partial<DatabaseReason> = {}): DatabaseReason => ({
  engine: 'PostgreSQL',
  code: '22P02',
  message,
  holds: 'values',
  ...rest,
})

test('who sees all values is told all, in one line', () => {
  const told = reasonText(reason('it\nbroke.', { detail: 'Key (a)=(1).', hint: 'Mend it.' }), true)
  expect(told).toBe('PostgreSQL 22P02: it broke. Detail: Key (a)=(1). Hint: Mend it')
})

test('names of objects and hints about them are told to others, too; details never', () => {
  const told = reasonText(reason('view "v" is empty', { holds: 'names', detail: 'Row (1)', hint: 'Fill "v".' }), false)
  expect(told).toBe('PostgreSQL 22P02: view "v" is empty. Hint: Fill "v"')
  expect(reasonText(reason('Ada earns 5', { holds: 'anything', hint: 'Ada' }), false)).not.toContain('Ada')
})

test('a value in quotes or as a number is left out, whatever it holds', () => {
  expect(reasonText(reason('value "12" is out of range for type integer'), false)).toBe(
    'PostgreSQL 22P02: value "…" is out of range for type integer',
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 4 }), (value) => {
      const told = reasonText(reason(`invalid input syntax for type int4range: "<${value}>" at 4711`), false)
      expect(told).toBe('PostgreSQL 22P02: invalid input syntax for type int4range: "…" at …')
    }),
  )
})
