import fc from 'fast-check'
import {
  mapColumns,
  type MappableColumn,
  type MatchMode,
} from '../../../../../srv/admin/core/transfer/column-mapping.ts'

const column = (name: string, more: Partial<MappableColumn> = {}): MappableColumn => ({
  name,
  nullable: true,
  defaultValue: null,
  isGenerated: false,
  identity: null,
  ...more,
})

const map = (
  file: readonly string[],
  table: readonly (string | MappableColumn)[],
  mode: MatchMode = 'auto',
  isStrict = false,
) => {
  const columns = table.map((each) => (typeof each === 'string' ? column(each) : each))
  const { pairs, ignoredFileColumns, defaultedColumns } = mapColumns(file, columns, { mode, isStrict })
  const mapping = Object.fromEntries(pairs.map(({ fileName, column: { name } }) => [fileName, name]))
  return { mapping, ignoredFileColumns, defaultedColumns }
}

const names = fc.uniqueArray(
  fc.stringMatching(/^[a-z]{1,8}(_[a-z]{1,4})?$/).filter((name) => name !== '__proto__'),
  { minLength: 1, maxLength: 8, selector: (name) => name.replaceAll('_', '') },
)
const mode = fc.constantFrom<MatchMode>('order', 'name', 'auto')

describe('properties', () => {
  test('no column is taken twice, and whatever is not mapped is told', () => {
    fc.assert(
      fc.property(names, names, mode, (file, table, matchMode) => {
        let result
        try {
          result = mapColumns(
            file,
            table.map((name) => column(name)),
            { mode: matchMode, isStrict: false },
          )
        } catch (error) {
          expect(error).toMatchObject({ code: 'COLUMN_MISMATCH' })
          return
        }
        const taken = result.pairs.map((pair) => pair.column.name)
        expect(new Set(taken).size).toBe(taken.length)
        expect(new Set([...result.pairs.map((pair) => pair.fileName), ...result.ignoredFileColumns])).toEqual(
          new Set(file),
        )
        expect(new Set([...taken, ...result.defaultedColumns])).toEqual(new Set(table))
      }),
    )
  })

  test('names are found in any order, letter case and punctuation', () => {
    const spellings = [
      (name: string) => name,
      (name: string) => name.toUpperCase(),
      (name: string) => name.replaceAll('_', ''),
      (name: string) => name.toUpperCase().replaceAll('_', ' '),
    ]
    fc.assert(
      fc.property(
        names.chain((table) => fc.tuple(fc.constant(table), fc.shuffledSubarray(table, { minLength: 1 }))),
        fc.constantFrom(...spellings),
        fc.constantFrom<MatchMode>('name', 'auto'),
        ([table, some], spell, matchMode) => {
          const { mapping } = map(some.map(spell), table, matchMode)
          expect(mapping).toEqual(Object.fromEntries(some.map((name) => [spell(name), name])))
        },
      ),
    )
  })

  test('order takes the columns one after the other, whatever they are called', () => {
    fc.assert(
      fc.property(names, (table) => {
        const file = table.map((_, index) => `#${String(index)}`)
        expect(Object.values(map(file, table, 'order').mapping)).toEqual(table)
      }),
    )
  })
})

describe('by name', () => {
  test('the exact name comes before the same in another case', () => {
    expect(map(['name', 'NAME'], ['NAME', 'name'], 'name').mapping).toEqual({ name: 'name', NAME: 'NAME' })
    expect(map(['NAME'], ['Name', 'NAME'], 'name').mapping).toEqual({ NAME: 'NAME' })
  })

  test.each([
    [['name'], ['Name', 'NAME']],
    [['a', 'a'], ['a']],
    [['Product Name', 'product-name'], ['PRODUCT_NAME']],
  ])('%j could be any of %j', (file, table) => {
    expect(() => map(file, table, 'name')).toThrow(expect.objectContaining({ code: 'COLUMN_MISMATCH' }) as Error)
  })

  test('columns that the table does not have are ignored and told, unless that is strictly an error', () => {
    expect(map(['id', 'other'], ['id', 'title'], 'name')).toEqual({
      mapping: { id: 'id' },
      ignoredFileColumns: ['other'],
      defaultedColumns: ['title'],
    })
    expect(() => map(['id', 'other'], ['id'], 'name', true)).toThrow("The table has no column for 'other' of the file")
  })

  test('no match at all is an error', () => {
    expect(() => map(['x', 'y'], ['id'], 'name')).toThrow("None of the file's columns 'x', 'y' is one of the table")
  })

  test('names of nothing but signs match nothing', () => {
    expect(() => map(['--'], ['__'], 'name')).toThrow(/None of/)
  })
})

describe('by name and place', () => {
  test('the empty name is that of a column that has it', () => {
    expect(map(['a', ''], ['', '-', 'a'], 'name')).toMatchObject({
      mapping: { '': '', a: 'a' },
      ignoredFileColumns: [],
    })
  })

  test('a column without a name of the table takes its place while that is free', () => {
    expect(map(['id', 'Titel'], ['id', 'title']).mapping).toEqual({ id: 'id', Titel: 'title' })
    expect(() => map(['Titel', 'title'], ['id', 'title'], 'auto')).not.toThrow()
    expect(() => map(['title', 'Titel'], ['id', 'title'])).toThrow(/matches none of the table by name.* is taken/)
    expect(() => map(['id', 'x'], ['id'])).toThrow(/is missing/)
  })
})

describe('by order', () => {
  test('more columns than the table takes are an error', () => {
    expect(() => map(['a', 'b'], ['a'], 'order')).toThrow('The file has 2 columns, the table takes 1')
  })
})

describe('columns of the table', () => {
  test('that the database computes take no part', () => {
    const table = [
      column('sum', { isGenerated: true, nullable: false }),
      column('id', { identity: 'always', nullable: false }),
      'title',
    ]
    expect(map(['sum', 'id', 'title'], table, 'name').ignoredFileColumns).toEqual(['sum', 'id'])
    expect(map(['x'], table, 'order').mapping).toEqual({ x: 'title' })
    // As an export has them, and with a name of its own in the place of one.
    for (const title of ['title', 'Titel'])
      expect(map(['SUM', 'id', title], table)).toMatchObject({
        mapping: { [title]: 'title' },
        ignoredFileColumns: ['SUM', 'id'],
      })
  })

  test('that must not be null need a column of the file, a default or a number of the database', () => {
    const required = column('id', { nullable: false })
    expect(() => map(['title'], [required, 'title'], 'name')).toThrow("no column for 'id', which must not be null")
    for (const more of [{ defaultValue: "'x'" }, { identity: 'by default' as const }])
      expect(map(['title'], [{ ...required, ...more }, 'title'], 'name').defaultedColumns).toEqual(['id'])
  })
})
