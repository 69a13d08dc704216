/** Checks that files of the application tell are run beside those of the model, on every engine alike. */
import { OWN_ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../../../support/engines.ts'

const routes = OWN_ROUTES.filter(({ path }) => path === '/checks/run')

const BOOKS = `
table: books
owner: shop
checks:
  - row_count: { must_be_between: [1, 3] }
  - row_count: { must_be_greater_than: 1 }
    where: price > 100
    name: expensive books
    severity: warning
  - missing: { column: title }
  - missing: { column: author_ID, must_be_less_than_or_equal: 50, unit: percent }
  - missing: { column: state, must_be_less_than: 2 }
  - invalid: { column: state, valid_values: [new, used] }
    owner: ada
  - invalid: { column: isbn, valid_regex: '^\\d{3}$' }
  - invalid: { column: price, valid_min: 0, valid_max: 50 }
  - invalid: { column: title, valid_max_length: 5 }
  - invalid: { column: email, valid_format: email, must_be_less_than_or_equal: 1 }
  - duplicate: { columns: [title, price] }
  - reference: { column: author_ID, table: authors }
  - freshness: { column: changed, must_be_less_than: 1 day }
`

describe.each(DIALECT_ENGINES)('on %s', (name) => {
  const engine = useEngine(name)
  let files: { name: string; text: string }[] = []
  const api = startEngineApi(engine, routes, { checkFiles: () => Promise.resolve(files) })
  const check = (text: string, body = {}): Promise<Record<string, unknown>> => {
    files = [{ name: 'books.yaml', text }]
    return api.post('/checks/run', body, 'admin')
  }

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE authors (ID INTEGER PRIMARY KEY)',
      `CREATE TABLE books (ID INTEGER PRIMARY KEY, title VARCHAR(20), price DECIMAL(9,2), isbn VARCHAR(9), state VARCHAR(9), author_ID INTEGER, email VARCHAR(20), changed TIMESTAMP)`,
      'INSERT INTO authors VALUES (1)',
      `INSERT INTO books VALUES (1, 'a', 10, '123', 'new', 1, 'a@b.example', '2020-01-01 00:00:00'), (2, 'a', 10, '12', 'torn', 7, 'none', NULL), (3, 'much longer', 60, NULL, NULL, NULL, NULL, NULL)`,
    ),
  )

  test('what is wrong elsewhere is nothing to those that are asked for', async () => {
    files = [
      { name: 'books.yaml', text: BOOKS },
      { name: 'none.yaml', text: 'table: none\nchecks: [{ row_count: { must_be_greater_than: 1 } }]' },
      { name: 'other.yaml', text: 'table: books\nchecks: [{ counted: {} }]' },
    ]
    const answer = await api.post('/checks/run', { checks: ['books.yaml/row_count'] }, 'admin')
    expect(answer).toMatchObject({ success: true, valid: true, checks: 1 })
    expect(await api.post('/checks/run', {}, 'admin')).toMatchObject({ code: 'INVALID_RULE' })
  })

  test('some are run by their names, beside nothing else; those that pass are told as well', async () => {
    const checks = ['books.yaml/row_count', 'books.yaml/duplicate title price']
    const answer = await check(BOOKS, { checks, passing: true, maxErrors: 0 })
    expect(answer).toMatchObject({ success: true, valid: false, checks: 2, failedTables: 1 })
    expect(answer['tables']).toMatchObject([
      {
        failed: [{ id: checks[1], status: 'fail', failed: 2 }],
        passed: [{ id: checks[0], status: 'pass', checked: 3 }],
        errors: [],
      },
    ])
    expect(await check(BOOKS, { checks: ['books.yaml/none'] })).toMatchObject({ code: 'INVALID_PARAMETER' })
    const [model, files] = [await check(BOOKS, { source: 'model' }), await check(BOOKS, { source: 'files' })]
    expect((await check(BOOKS))['checks']).toBe(Number(model['checks']) + Number(files['checks']))
    expect(files['checks']).toBe(13)
  })

  test('each is told with what it found, where it stands and whom it is for', async () => {
    const answer = await check(BOOKS, { tables: ['books'] })
    expect(answer).toMatchObject({ success: true, valid: false, checks: 19, failedTables: 1 })
    const [{ status, failed }] = answer['tables'] as [{ status: string; failed: Record<string, unknown>[] }]
    expect(status).toBe('fail')
    expect(
      failed.map((each) => [
        each['rule'],
        String(each['column']).toLowerCase(),
        each['failed'],
        each['status'],
        each['owner'],
        each['at'],
      ]),
    ).toEqual([
      ['rowCount', 'null', 1, 'warn', 'shop', 'books.yaml:6:16'],
      ['in', 'state', 1, 'fail', 'ada', 'books.yaml:13:14'],
      ['pattern', 'isbn', 1, 'fail', 'shop', 'books.yaml:15:14'],
      ['range', 'price', 1, 'fail', 'shop', 'books.yaml:16:14'],
      ['length', 'title', 1, 'fail', 'shop', 'books.yaml:17:14'],
      ['unique', 'null', 2, 'fail', 'shop', 'books.yaml:19:16'],
      ['references', 'author_id', 1, 'fail', 'shop', 'books.yaml:20:16'],
      ['rowCount', 'null', 1, 'fail', 'shop', 'books.yaml:21:16'],
    ])
    expect(failed[0]).toMatchObject({ name: 'expensive books', severity: 'warning' })
  })

  test('another table is held against it, row by row', async () => {
    const same = (words: string): string => `table: books\nchecks:\n  - same_rows: { table: copies${words} }\n`
    await execute(engine().database, 'CREATE TABLE copies AS SELECT * FROM books')
    expect(await check(same(', key_columns: [ID]'))).toMatchObject({ valid: true, failedChecks: 0 })
    await execute(
      engine().database,
      `UPDATE copies SET title = 'other' WHERE ID = 1`,
      'DELETE FROM copies WHERE ID = 2',
    )
    const { tables, ...answer } = await check(same(', key_columns: [ID]'), { tables: ['books'] })
    expect([answer['valid'], tables]).toMatchObject([
      false,
      [{ failed: [{ name: 'same rows as copies', rule: 'sameRows', checked: 3, failed: 2, at: 'books.yaml:3:16' }] }],
    ])
    expect(await check(same(', key_columns: [ID], columns: [price]'), { tables: ['books'] })).toMatchObject({
      tables: [{ failed: [{ failed: 1 }] }],
    })
    expect(await check(same(', key_columns: [nix]'))).toMatchObject({
      success: false,
      details: expect.stringMatching(/^At books\.yaml:3:16: .*nix/) as string,
    })
    await execute(engine().database, 'DROP TABLE copies')
  })

  test('a warning leaves the rest valid, and a row that is fresh is', async () => {
    const warning = 'table: books\nchecks:\n  - row_count: { must_be: 7 }\n    severity: warning\n'
    expect(await check(warning)).toMatchObject({ valid: true, failedChecks: 1, failedTables: 1 })
    const fresh =
      'table: books\nchecks:\n  - freshness: { column: changed, must_be_less_than: 90 years }\n    where: ID = 1\n'
    expect(await check(fresh)).toMatchObject({ valid: true, failedChecks: 0 })
  })

  test('of a table that is not asked for, or of another schema, nothing is checked', async () => {
    const broken = 'table: books\nchecks:\n  - row_count: { must_be: 7 }\n'
    expect(await check(broken, { tables: ['authors'] })).toMatchObject({ valid: true, tables: { length: 1 } })
    expect(await check(`schema: elsewhere\n${broken}`)).toMatchObject({ valid: true })
  })

  test.each([
    ['table: bookss\nchecks:\n  - row_count: { must_be: 1 }', /At books\.yaml:3:16: .*books/],
    ['table: books\nchecks:\n  - missing: { column: titel }', /books\.yaml:3:14.*titel/],
    ['table: books\nchecks:\n  - row_count: { must_be: 1 }\n    where: nix = 1', /books\.yaml|nix/],
    [
      'table: books\nchecks:\n  - mising: { column: title }',
      /At books\.yaml:3:5: 'mising' is not known here; did you mean 'missing'\?/,
    ],
  ])('%j is refused with its place', async (text, details) => {
    expect(await check(text)).toMatchObject({ success: false, details: expect.stringMatching(details) as string })
  })
})
