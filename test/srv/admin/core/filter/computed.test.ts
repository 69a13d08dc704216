import type { ColumnMetadata } from '../../../../../srv/admin/dialects/metadata.ts'
import { compileWhere } from '../../../../../srv/admin/core/filter/compile.ts'
import { hanaDialect } from '../../../../../srv/admin/dialects/hana/dialect.ts'
import { DIALECT_ENGINES, ask, execute, unhurried, useEngine } from '../../../../support/engines.ts'

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const find = async (where: string): Promise<number[]> => {
    const { dialect, database, schema } = engine()
    const columns = await ask(engine(), dialect.catalog.columns, { schema, table: 'sale' })
    const condition = compileWhere(where, dialect.filterTarget(columns))
    const sql = `SELECT id FROM sale WHERE ${condition?.sql ?? ''} ORDER BY id`
    const rows = await database.read(unhurried(), (session) =>
      session.query({ sql, parameters: condition?.parameters ?? [] }),
    )
    return rows.map(({ id }) => Number(id))
  }

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE sale (id BIGINT PRIMARY KEY, number BIGINT, price DECIMAL(9, 2), ratio DOUBLE PRECISION, day DATE, at TIMESTAMP, name VARCHAR(50))',
      `INSERT INTO sale VALUES
        (1, 3, 0.10, 0.2, '2024-01-31', '2024-01-31 23:59:59', 'A-17'),
        (2, 4, 7.50, 0.5, '2024-02-29', '2024-02-29 00:00:00', 'line
break'),
        (3, 9007199254740993, 0, 0, '2023-12-31', '2023-12-31 12:30:15', 'äöü 17'),
        (4, NULL, NULL, NULL, NULL, NULL, NULL)`,
    ),
  )

  it.each([
    ['price + ratio = 0.3', [1]],
    ['price * 3 = 0.3', [1]],
    ['number / 2 = 1.5', [1]],
    ['7 / number > 2', [1]],
    ['1 / price > 0', [1, 2]],
    ['not (1 / price > 0)', []],
    ['number + 1 = 9007199254740994', [3]],
    ['number - 1 = 2', [1]],
    ['number -1 = 2', [1]],
    ['number-1 = 2', [1]],
    ['2 + number * 2 = 10', [2]],
    ['(2 + number) * 2 = 12', [2]],
    ['((number) + 1) > 4 and (price > 1 or (number) is null)', [2]],
    ['10 - 4 - 3 = number', [1]],
    ['abs(price - 10) between 2 and 3', [2]],
    ['floor(price) = 7 and ceil(price) = 8', [2]],
    ["day + 1 month = '2024-02-29'", [1]],
    ["day - 1 year = '2023-02-28'", [2]],
    ["day + 1 day = '2024-01-01'", [3]],
    ["day + interval '2 weeks' - 14 days = date'2024-01-31'", [1]],
    ["at + 1 second = '2024-02-01T00:00:00Z'", [1]],
    ["at - 30 minutes = '2023-12-31T12:00:15Z'", [3]],
    ["at + 12 hours > timestamp'2024-02-01T00:00:00Z' - 1 month", [1, 2, 3]],
    ['at < now() - 7 days and day < current_date - 1 year', [1, 2, 3]],
    ['at > now() - 7 days', []],
    ['day < now() - 7 days and at > day', [1, 3]],
    ['day between now() - 1000 years and at', [1, 2, 3]],
    ['hour(at) = 12 and minute(at) = 30 and second(at) = 15', [3]],
    ["name matches '^[A-Z]-\\d+$'", [1]],
    ["name matches '17$'", [1, 3]],
    ["name not matches '17'", [2]],
    ["name matches 'line.break'", [2]],
    ["lower(name) matches '^(a-|ä)'", [1, 3]],
    ["name matches '^\\w{3}\\W17$'", []],
    ["name matches '^\\W{3}\\s17$'", [3]],
    ["name matches '[^ -~\\s]'", [3]],
    ["name matches '\\.'", []],
  ])('%s', async (where, ids) => {
    expect(await find(where)).toEqual(ids)
  })

  it.each([
    ['name + 1 = 2', /"\+" wants a number/],
    ['day + 1 hour > current_date', /A date has no hours/],
    ['number + 7 days > 1', /added to a date/],
    ["day + interval '1 fortnight' > current_date", /An interval is/],
    ['number + 1', /no condition/],
    ['number + > 1', /Expected a column/],
    ['number -- 1', /Unexpected character/],
    ['(number > 1) + 1 = 2', /Expected "\)"/],
    ["number matches '1'", /wants a text/],
    ['name matches name', /text in quotes/],
    [`number = ${'1 + '.repeat(300)}1`, /conditions and operators/],
  ])('%s is refused', async (where, reason) => {
    await expect(find(where)).rejects.toMatchObject({
      code: 'INVALID_FILTER',
      details: expect.stringMatching(reason) as string,
    })
  })

  it('a pattern that engines with backtracking never end costs no time', async () => {
    const { database } = engine()
    const long = 'a'.repeat(50)
    await execute(database, `INSERT INTO sale (id, name) VALUES (50, '${long}')`)
    for (const pattern of ['(a+)+$', '(a|a)*b', '(a*)*c', '^(a|aa)+$', '(.*.*.*)*x'])
      expect((await find(`name matches '${pattern}!'`)).length).toBe(0)
    await execute(database, 'DELETE FROM sale WHERE id = 50')
  })
})

test('SAP HANA computes in its own words, and has no patterns', () => {
  const columns = ['number', 'price'].map((name) => ({ name, kind: 'decimal' }) as ColumnMetadata)
  const target = hanaDialect.filterTarget([
    ...columns,
    { name: 'at', kind: 'timestamp' } as ColumnMetadata,
    { name: 'name', kind: 'text' } as ColumnMetadata,
  ])
  expect(compileWhere('number / price > 1 and at < now() - 2 weeks', target)?.sql).toBe(
    '( ( ( TO_DECIMAL("number") / NULLIF(TO_DECIMAL("price"), 0) ) > TO_DECIMAL(?) ) and ( "at" < ( ADD_DAYS(CURRENT_UTCTIMESTAMP, -14) ) ) )',
  )
  expect(() => compileWhere("name matches 'a'", target)).toThrow(/no regular expressions/)
})
