import fc from 'fast-check'
import { fillParameters } from '../../../../srv/admin/core/statement-parameters.ts'

const ENGINES = ['sqlite', 'postgres', 'hana'] as const

describe.each(ENGINES)('%s', (engine) => {
  const fill = (sql: string, values: Record<string, string | number | boolean | null>) =>
    fillParameters(sql, values, engine)

  test.each([
    [`':a' ":a" -- :a\n/* :a */ 1`],
    [`'it''s :a'`],
    [`x::a`],
    [`items[1:a]`],
    ...(engine === 'postgres'
      ? [[`/* /* */ :a */ 1`], [`$$ :a $$`], [`$q$ :a $$ :a $q$`], [`E'\\' :a'`], [`e'\\\\' || ''`], [`a$b$ || ':a'`]]
      : []),
    ...(engine === 'sqlite' ? [['`:a`'], ['[:a]'], ['a$b']] : []),
  ])('%s has no parameter', (sql) => {
    expect(() => fill(sql, { a: 1 })).toThrow(/has no parameter ':a'/)
    expect(fill(sql, {}).sql).toBe(sql)
  })

  test('values are constants of their type', () => {
    const values = { a: 1.5, b: -2, c: true, d: null, e: "it's" }
    expect(fill('(:a,:b, :c,:d = :e)', values).sql).toBe(`(1.5,(-2), TRUE,NULL = 'it''s')`)
    expect(fill('-:b', { b: -2 }).sql).toBe('-(-2)')
  })

  test('a place in what is run is one in what was sent', () => {
    const text = fc.string({ unit: fc.constantFrom('x', ' ', "'"), maxLength: 6 })
    fc.assert(
      fc.property(text, text, (a, b) => {
        const sent = 'one :a two :b three'
        const { sql, placeOf } = fill(sent, { a, b })
        for (const word of ['one', 'two', 'three'])
          expect(placeOf(sql.lastIndexOf(word) + 1)).toBe(sent.indexOf(word) + 1)
        expect(placeOf(sql.indexOf("'") + 1)).toBe(sent.indexOf(':a') + 1)
      }),
      { seed: 7 },
    )
  })
})

test('a place without a value is refused where it would be taken for NULL', () => {
  for (const sql of ['SELECT :a', 'SELECT ?', 'SELECT ?1', 'SELECT @a', 'SELECT $a'])
    expect(() => fillParameters(sql, {}, 'sqlite')).toThrow(/INVALID_PARAMETER: The statement has the parameter/)
})

test('texts of any form take time in proportion to their length', () => {
  const hostile = ['$a', "'", '/*', '"', ':a', '$$', '[', "e'", '--'].map((piece) =>
    piece.repeat(50_000 / piece.length),
  )
  for (const sql of hostile) for (const engine of ENGINES) attempt(() => fillParameters(sql, { a: 'x' }, engine))
})

const attempt = (work: () => unknown): void => {
  try {
    work()
  } catch {
    // Only that it ends is asked.
  }
}
