import fc from 'fast-check'
import { type ColumnChoice, pairColumns } from '../../../../srv/admin/core/comparison/pair-columns.ts'
import { FIRST_PAGE, readCursor, writeCursor } from '../../../../srv/admin/core/comparison/page-cursor.ts'

const columns = (...names: string[]) =>
  names.map((name) => ({ name: name.replace('*', ''), type: 'x', keyPosition: name.startsWith('*') ? 1 : null }))

const pair = (left: string[], right: string[], choice: ColumnChoice = {}) => {
  const { keys, compared, ...rest } = pairColumns(columns(...left), columns(...right), choice)
  const names = (pairs: typeof keys) => pairs.map((each) => `${each.left.name}-${each.right.name}`)
  return { keys: names(keys), compared: names(compared), ...rest }
}

describe('pairs of columns', () => {
  it('are of the same spelling first, then of a unique one but for letter case', () => {
    expect(pair(['a', 'B', 'c'], ['b', 'a', 'd'])).toEqual({
      ...{ keys: [], compared: ['a-a', 'B-b'], onlyLeft: ['c'], onlyRight: ['d'] },
    })
    expect(pair(['a', 'A'], ['a']).compared).toEqual(['a-a'])
    expect(pair(['x', 'a'], ['x', 'A', 'a']).compared).toEqual(['x-x', 'a-a'])
    expect(pair(['x', 'á'], ['x', 'Á', 'á ']).compared).toEqual(['x-x', 'á-Á'])
    expect(pair(['x', 'name', 'NAME'], ['x', 'Name']).onlyRight).toEqual(['Name'])
  })

  it('have the key of the first table, else of the second, and only a whole one', () => {
    expect(pair(['*a', 'b'], ['a', '*b']).keys).toEqual(['a-a'])
    expect(pair(['a', 'b'], ['a', '*b']).keys).toEqual(['b-b'])
    expect(pair(['*a', '*z', 'b'], ['a', '*b']).keys).toEqual(['b-b'])
    expect(pair(['*a', '*z'], ['a']).keys).toEqual([])
    expect(pair(['*a', 'b'], ['*a', 'b'], { keyColumns: ['B'] })).toMatchObject({ keys: ['b-b'], compared: ['a-a'] })
  })

  it('are narrowed down to what is asked for', () => {
    const [left, right] = [['*id', 'a', 'b', 'old'], ['*id', 'a', 'b', 'new']] as const // prettier-ignore
    expect(pair([...left], [...right], { columns: ['b'] })).toMatchObject({
      compared: ['b-b'],
      onlyLeft: [],
      onlyRight: [],
    })
    expect(pair([...left], [...right], { excludeColumns: ['A', 'old'] })).toMatchObject({
      ...{ keys: ['id-id'], compared: ['b-b'], onlyLeft: [], onlyRight: ['new'] },
    })
    expect(() => pair([...left], [...right], { columns: ['new'] })).toThrow('COLUMN_MISMATCH')
    expect(() => pair([...left], [...right], { keyColumns: ['nowhere'] })).toThrow('COLUMN_NOT_FOUND')
    expect(() => pair(['a'], ['b'])).toThrow('COLUMN_MISMATCH')
  })
})

describe('cursors', () => {
  it('give back where the page begins, and only for what they were made for', () => {
    const value = fc.oneof(
      fc.boolean(),
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.uint8Array(),
    )
    fc.assert(
      fc.property(fc.string(), fc.array(value, { minLength: 1, maxLength: 3 }), fc.nat(), (scope, after, skip) => {
        const position = { part: 'keyed', after, skip } as const
        const cursor = writeCursor(scope, position)
        expect(cursor).toMatch(/^[\w-]+$/)
        expect(readCursor(scope, cursor, after.length)).toEqual(position)
        expect(() => readCursor(`${scope}x`, cursor, after.length)).toThrow('INVALID_PARAMETER')
        expect(() => readCursor(scope, cursor, after.length + 1)).toThrow('INVALID_PARAMETER')
      }),
    )
    expect(readCursor('', writeCursor('', FIRST_PAGE), 2)).toEqual(FIRST_PAGE)
  })

  it('are refused, never misread, when they are made up', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => Buffer.from(json).toString('base64url')),
        ),
        (cursor) => {
          expect(() => readCursor('scope', cursor, 1)).toThrow('INVALID_PARAMETER')
        },
      ),
    )
  })
})
