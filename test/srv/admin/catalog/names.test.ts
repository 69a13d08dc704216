import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { clonedSchemas } from '../../../../srv/admin/catalog/registers.ts'
import { CatalogNames } from '../../../../srv/admin/catalog/names.ts'
import type { Row, Session } from '../../../../srv/admin/database/session.ts'
import type { Catalog, Dialect } from '../../../../srv/admin/dialects/dialect.ts'
import type { CatalogQuery } from '../../../../srv/admin/dialects/rows.ts'
import type { ColumnMetadata, ObjectName, SchemaMetadata } from '../../../../srv/admin/dialects/metadata.ts'

const TABLES: Readonly<Record<string, readonly string[]>> = {
  main: ['saga_Film', 'saga_film', 'saga_Planet', 'a"; DROP TABLE x; --'],
  clone: ['Film'],
  other: ['Film'],
  sys: ['users'],
}

/** A catalog that answers from TABLES: a statement's text names the question, its parameters are those of the question. */
const question = <Input, Item>(answer: (input: Input) => readonly Item[]): CatalogQuery<Input, Item> => {
  const sql = `q${String(answers.push((input) => answer(JSON.parse(input) as Input)))}`
  return {
    statement: (input) => ({ sql, parameters: [JSON.stringify(input ?? null)] }),
    item: (row) => JSON.parse(String(row['item'])) as Item,
  }
}
const answers: ((input: string) => readonly unknown[])[] = []
const asked: string[] = []

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
const column = (name: string, position: number) => ({ name, position }) as ColumnMetadata

const catalog: Pick<Catalog, 'currentSchema' | 'schemas' | 'schemaNames' | 'objectNames' | 'allObjects' | 'columns'> = {
  currentSchema: question(() => ['main']),
  schemas: question(() => Object.keys(TABLES).map((name) => ({ name }) as SchemaMetadata)),
  schemaNames: question(({ name }) => Object.keys(TABLES).filter((each) => sameName(each, name))),
  objectNames: question<{ schema: string; name: string }, ObjectName>(({ schema, name }) =>
    (TABLES[schema] ?? [])
      .filter((each) => sameName(each, name))
      .map((each) => ({ schema, name: each, type: 'table' })),
  ),
  allObjects: question(({ schema }) =>
    (TABLES[schema] ?? []).map((name): ObjectName => ({ schema, name, type: 'table' })),
  ),
  columns: question(() => [column('ID', 1), column('name', 2), column('Name', 3)]),
}
const dialect = { catalog, isSystemSchema: (name: string) => name === 'sys' } as unknown as Dialect
const session = {
  query: async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): Promise<Row[]> => {
    asked.push(sql)
    return (answers[Number(sql.slice(1)) - 1]?.(String(parameters[0])) ?? []).map((item) => ({
      item: JSON.stringify(item),
    }))
  },
} as unknown as Session

const directory = mkdtempSync(join(tmpdir(), 'saga-names-'))
afterAll(() => {
  rmSync(directory, { recursive: true })
})
const names = new CatalogNames(dialect, null, clonedSchemas(directory))
const configured = new CatalogNames(dialect, ['other', 'sys'], clonedSchemas(directory))

describe('a schema', () => {
  test('is the current one when none is named, and found in any letter case', async () => {
    expect(await names.schema(session, undefined)).toBe('main')
    expect(await names.schema(session, 'MAIN')).toBe('main')
  })

  test('that does not exist is told with near names', async () => {
    await expect(names.schema(session, 'maim')).rejects.toMatchObject({
      code: 'SCHEMA_NOT_FOUND',
      details: expect.stringContaining("'main'") as string,
    })
  })

  test('is open when it is the current one or was cloned', async () => {
    await expect(names.schema(session, 'clone')).rejects.toMatchObject({ code: 'SCHEMA_NOT_ALLOWED' })
    await names.cloned.add('clone')
    expect(await names.schema(session, 'clone')).toBe('clone')
    await expect(names.schema(session, 'other')).rejects.toMatchObject({ code: 'SCHEMA_NOT_ALLOWED' })
  })

  test('is open when it is configured, and then no other, with the setting named', async () => {
    expect(await configured.schema(session, 'other')).toBe('other')
    for (const name of ['main', 'clone'])
      await expect(configured.schema(session, name)).rejects.toMatchObject({
        code: 'SCHEMA_NOT_ALLOWED',
        details: expect.stringContaining('dba.allowedSchemas') as string,
      })
  })

  test('is the first open one when none is named and the current one is not open', async () => {
    expect(await configured.schema(session, undefined)).toBe('other')
    const patterns = new CatalogNames(dialect, ['none_*', 'c?one', '*'], clonedSchemas(directory))
    expect(await patterns.schema(session, undefined)).toBe('main')
    const narrow = new CatalogNames(dialect, ['none_*', 'c?one'], clonedSchemas(directory))
    expect(await narrow.schema(session, undefined)).toBe('clone')
    const none = new CatalogNames(dialect, ['none_*'], clonedSchemas(directory))
    await expect(none.schema(session, undefined)).rejects.toMatchObject({ code: 'SCHEMA_NOT_ALLOWED' })
  })

  test('tells whether it is open, also before it exists', async () => {
    const { default: first, isOpen } = await configured.openness(session)
    expect(first).toBe('other')
    expect(await isOpen('other')).toBe(true)
    expect(await isOpen('main')).toBe(false)
    expect(await isOpen('sys')).toBe(true)
    expect(await isOpen('sys', 'write')).toBe(false)
  })

  test('of the engine is never open to writing, whatever is configured', async () => {
    expect(await configured.schema(session, 'sys')).toBe('sys')
    await expect(configured.schema(session, 'sys', 'write')).rejects.toMatchObject({ code: 'SCHEMA_NOT_ALLOWED' })
    await expect(configured.table(session, 'SYS', 'users', 'write')).rejects.toMatchObject({
      code: 'SCHEMA_NOT_ALLOWED',
    })
  })
})

describe('a table', () => {
  test('is found by its exact spelling, or in any letter case when that is unique', async () => {
    expect(await names.table(session, undefined, 'saga_film')).toMatchObject({ schema: 'main', name: 'saga_film' })
    expect(await names.table(session, 'main', 'SAGA_PLANET')).toMatchObject({ name: 'saga_Planet' })
    await expect(names.table(session, 'main', 'SAGA_FILM')).rejects.toMatchObject({ code: 'AMBIGUOUS_NAME' })
  })

  test('with a name made for injection is a table like any other', async () => {
    const name = 'a"; DROP TABLE x; --'
    expect((await names.table(session, undefined, name)).name).toBe(name)
  })

  test('that does not exist is told with its schema and near names', async () => {
    await expect(names.table(session, undefined, 'saga_Flim')).rejects.toMatchObject({
      code: 'TABLE_NOT_FOUND',
      details: expect.stringMatching(/schema 'main'.*'saga_Flim' does not exist; did you mean 'saga_Film'/) as string,
    })
  })

  test('is never a name that the catalog does not have', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.constantFrom(...(TABLES['main'] ?? []))), async (sent) => {
        const result = await names.table(session, undefined, sent).then(
          (table) => table.name,
          () => undefined,
        )
        expect([undefined, ...(TABLES['main'] ?? [])]).toContain(result)
      }),
    )
  })

  test('is looked for without reading all names when it is there', async () => {
    asked.length = 0
    await names.table(session, undefined, 'saga_Planet')
    expect(asked).toHaveLength(3)
  })
})

describe('columns', () => {
  const table = {
    schema: 'main',
    name: 'T',
    type: 'table',
    columns: [column('ID', 1), column('name', 2), column('Name', 3)],
  } as const

  test('are all of them when none is named, else in the order asked for', () => {
    expect(names.columns(table, undefined)).toBe(table.columns)
    expect(names.columns(table, ['Name', 'id']).map((each) => each.name)).toEqual(['Name', 'ID'])
  })

  test('that do not exist, are ambiguous or named twice are refused', () => {
    expect(() => names.columns(table, ['IDD'])).toThrow(/COLUMN_NOT_FOUND.*'T'.*did you mean 'ID'/)
    expect(() => names.columns(table, ['NAME'])).toThrow(/AMBIGUOUS_NAME/)
    expect(() => names.columns(table, ['id', 'ID'])).toThrow(/INVALID_PARAMETER.*twice/)
  })
})
