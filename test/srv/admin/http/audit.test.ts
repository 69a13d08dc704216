import fc from 'fast-check'
import { type AuditRecord, writeAudit } from '../../../../srv/admin/http/audit.ts'
import { anyCharacter } from '../../../support/any-character.ts'

const lineOf = (record: Partial<AuditRecord>): string => {
  const lines: string[] = []
  const log = { info: (line: unknown) => void lines.push(String(line)), warn: () => undefined, error: () => undefined }
  writeAudit(log, {
    operationId: 'id',
    user: 'ada',
    operation: 'POST /import',
    outcome: 'ok',
    durationMs: 5,
    input: {},
    result: {},
    ...record,
  })
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

test('a line names objects and counts, and no values', () => {
  const line = lineOf({
    input: {
      schema: 'main',
      sourceTable: 'Film',
      file: 'a.csv',
      where: "name = 'secret'",
      limit: 5,
      nullValues: ['x'],
    },
    result: { rowsInserted: 7, durationMs: 4, errors: [{ value: 'secret' }], note: 'secret', 'X-Row-Count': '9' },
  })
  expect(line).toBe(
    'user="ada" operation="POST /import" schema="main" sourceTable="Film" file="a.csv" rowsInserted=7 X-Row-Count=9 outcome="ok" durationMs=5 operationId="id"',
  )
})

test('changed rows are told by their keys and columns, without values', () => {
  const changes = [
    { action: 'update', key: { id: 7, email: 'lovelace@example.org' }, was: { name: 'a' }, values: { name: 'secret' } },
    { action: 'insert', values: { id: 8 } },
    { action: 'delete', key: { id: 9 } },
  ]
  const line = lineOf({ input: { table: 'person', changes }, hidesValue: (_, column) => column === 'email' })
  expect(line).toContain(`changes="update id=7 email=*** (name); insert (id); delete id=9"`)
  expect(line).not.toMatch(/lovelace|secret/)
})

test('of many changed rows it is told how many there are', () => {
  const changes = Array.from({ length: 1_000 }, (_, id) => ({ action: 'delete', key: { id } }))
  const line = lineOf({ input: { table: 'person', changes } })
  expect(line).toContain('changes="delete id=0; delete id=1; ')
  expect(line).toContain(' … 1000 changes in all"')
  expect(line.length).toBeLessThan(5_000)
})

test('a statement is told, without its values', () => {
  const sql = `SELECT [it's] FROM "t" WHERE a = 'secret' /* secret */ AND b IN (${'1, '.repeat(100)}4711)`
  const line = lineOf({ input: { sql }, engine: () => 'sqlite' })
  expect(line).toContain(`statement="SELECT [it's] FROM \\"t\\" WHERE a = ? AND b IN (?, ?, `)
  expect(line).not.toMatch(/secret|4711/)
  expect(line).toContain('?)" outcome')
})

test('nothing in a line can end it, forge a field or move the cursor of a terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      const line = lineOf({ user: text, input: { table: text, sql: `a${text}` } })
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      const strings = line.match(/"(?:[^"\\]|\\.)*"/g) ?? []
      expect(line.replace(/"(?:[^"\\]|\\.)*"/g, '""')).toBe(
        'user="" operation="" table="" statement="" outcome="" durationMs=5 operationId=""',
      )
      expect(strings).toHaveLength(6)
    }),
  )
  expect(lineOf({ user: 'a\n\u001b[2K\u202eb"' })).toContain('user="a\\n\\u001b[2K\\u{202e}b\\""')
})
