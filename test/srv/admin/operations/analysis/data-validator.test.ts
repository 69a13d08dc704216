import { randomUUID } from 'node:crypto'
import type { Model } from '../../../../../srv/admin/core/model.ts'
import type { Value } from '../../../../../srv/admin/core/values.ts'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../../../support/engines.ts'
import { fillTable, startEngineApi, type TestColumn } from '../../../../support/engine-api.ts'

const routes = ROUTES.filter(({ path }) => path === '/dataValidator')

const COLUMNS: readonly TestColumn[] = [
  { name: 'id', kind: 'integer', isKey: true },
  { name: 'code', kind: 'text' },
  { name: 'mail', kind: 'text' },
  { name: 'n', kind: 'integer' },
  { name: 'amount', kind: 'decimal' },
  { name: 'day', kind: 'date' },
  { name: 'instant', kind: 'timestamp' },
  { name: 'flag', kind: 'boolean' },
  { name: 'parent', kind: 'text' },
  { name: 'part', kind: 'integer' },
  { name: 'low', kind: 'integer' },
]
interface Item {
  readonly id: number
  readonly code: string | null
  readonly mail: string | null
  readonly n: number | null
  readonly amount: string | null
  readonly day: string | null
  readonly instant: string | null
  readonly flag: boolean | null
  readonly parent: string | null
  readonly part: number | null
  readonly low: number | null
}

/** The same rows in every run: a generator of 31 bits. */
const random = (
  (state: number) => (): number =>
    (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
)(20_26)
const pick = <T>(...items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
const digits = (most: number): number => Math.floor(random() * most)

const ITEMS: readonly Item[] = Array.from({ length: 2_500 }, (_, index) => ({
  id: index + 1,
  code: pick(null, '', 'ab', `x${String(digits(900))}`, 'ümlaut', '😀😀', 'long enough to fail'),
  mail: pick(
    null,
    'a@example.com',
    'a.b+c@sub.example.org',
    'a@b',
    '@example.com',
    'a b@example.com',
    'a@example..com',
  ),
  n: pick(null, digits(100), -digits(100)),
  amount: pick(null, `${String(digits(1_000))}.50`, `-${String(digits(10) + 1)}.25`),
  day: pick(null, '2020-02-29', '1999-12-31', '2024-06-15'),
  instant: pick(null, '2020-02-29T10:00:00.000Z', '2024-06-15T23:59:59.123Z'),
  flag: pick(null, true, false),
  parent: pick(null, 'p1', 'p2', 'p3', 'orphan'),
  part: pick(null, 1, 2),
  low: pick(null, digits(50)),
}))
const PARENTS: readonly (readonly [string, number])[] = [
  ['p1', 1],
  ['p1', 2],
  ['p2', 1],
]

type Fails = (item: Item, all: readonly Item[]) => boolean
const values = (item: Item): Value[] => COLUMNS.map(({ name }) => item[name as keyof Item])

/** Rules in their long form, and which rows fail them, in plain JavaScript; undefined where they are not checked. */
const CASES: readonly { rule: Record<string, unknown>; fails: Fails; checked: (item: Item) => boolean }[] = [
  { rule: { column: 'code', rule: 'required' }, fails: ({ code }) => code === null, checked: () => true },
  { rule: { column: 'code', rule: 'notEmpty' }, fails: ({ code }) => !code, checked: () => true },
  {
    rule: { column: 'code', rule: 'length', min: 1, max: 6 },
    fails: ({ code }) => code !== null && (code === '' || Array.from(code).length > 6),
    checked: ({ code }) => code !== null,
  },
  {
    rule: { column: 'code', rule: 'pattern', regex: '^x[0-9]+$' },
    fails: ({ code }) => code !== null && !/^x[0-9]+$/.test(code),
    checked: ({ code }) => code !== null,
  },
  {
    rule: { column: 'code', rule: 'in', values: ['ab', 'ümlaut'] },
    fails: ({ code }) => code !== null && code !== 'ab' && code !== 'ümlaut',
    checked: ({ code }) => code !== null,
  },
  {
    rule: { column: 'n', rule: 'notIn', values: [1, 2, -3] },
    fails: ({ n }) => n !== null && [1, 2, -3].includes(n),
    checked: ({ n }) => n !== null,
  },
  {
    rule: { column: 'mail', rule: 'email' },
    fails: ({ mail }) => mail !== null && !['a@example.com', 'a.b+c@sub.example.org'].includes(mail),
    checked: ({ mail }) => mail !== null,
  },
  {
    rule: { column: 'n', rule: 'range', min: -10, max: 50 },
    fails: ({ n }) => n !== null && (n < -10 || n > 50),
    checked: ({ n }) => n !== null,
  },
  {
    rule: { column: 'amount', rule: 'range', min: '0.5' },
    fails: ({ amount }) => amount !== null && Number(amount) < 0.5,
    checked: ({ amount }) => amount !== null,
  },
  {
    rule: { column: 'day', rule: 'range', min: '2000-01-01', max: '2020-02-29' },
    fails: ({ day }) => day !== null && (day < '2000-01-01' || day > '2020-02-29'),
    checked: ({ day }) => day !== null,
  },
  {
    rule: { column: 'instant', rule: 'range', max: '2020-02-29T10:00:00Z' },
    fails: ({ instant }) => instant !== null && instant > '2020-02-29T10:00:00.000Z',
    checked: ({ instant }) => instant !== null,
  },
  { rule: { column: 'instant', rule: 'timestamp' }, fails: () => false, checked: ({ instant }) => instant !== null },
  { rule: { column: 'day', rule: 'date' }, fails: () => false, checked: ({ day }) => day !== null },
  { rule: { column: 'amount', rule: 'numeric' }, fails: () => false, checked: ({ amount }) => amount !== null },
  { rule: { column: 'flag', rule: 'boolean' }, fails: () => false, checked: ({ flag }) => flag !== null },
  {
    rule: { column: 'amount', rule: 'integer' },
    fails: ({ amount }) => amount !== null,
    checked: ({ amount }) => amount !== null,
  },
  {
    rule: { column: 'code', rule: 'unique' },
    fails: ({ code }, all) => code !== null && all.filter((each) => each.code === code).length > 1,
    checked: ({ code }) => code !== null,
  },
  {
    rule: { columns: 'low, n', rule: 'unique', where: 'flag = true' },
    fails: ({ low, n, flag }, all) =>
      flag === true &&
      low !== null &&
      n !== null &&
      all.filter((each) => each.flag === true && each.low === low && each.n === n).length > 1,
    checked: ({ low, n, flag }) => low !== null && n !== null && flag === true,
  },
  {
    rule: { columns: ['parent', 'part'], rule: 'references', table: 'parents' },
    fails: ({ parent, part }) =>
      parent !== null && part !== null && !PARENTS.some(([id, number]) => id === parent && number === part),
    checked: ({ parent, part }) => parent !== null && part !== null,
  },
  {
    rule: { column: 'parent', rule: 'references', table: 'parents', columns: ['id'] },
    fails: ({ parent }) => parent !== null && parent !== 'p1' && parent !== 'p2',
    checked: ({ parent }) => parent !== null,
  },
  {
    rule: { column: 'low', rule: 'compare', operator: '<=', other: 'n' },
    fails: ({ low, n }) => low !== null && n !== null && low > n,
    checked: ({ low }) => low !== null,
  },
  {
    rule: { rule: 'expression', where: "n > 0 or code like 'x%'" },
    // As the engine sees it: unknown is no failure.
    fails: ({ n, code }) => n !== null && n <= 0 && code !== null && !code.startsWith('x'),
    checked: () => true,
  },
  {
    rule: { column: 'mail', rule: 'required', where: 'n > 0', severity: 'warn' },
    fails: ({ mail, n }) => n !== null && n > 0 && mail === null,
    checked: ({ n }) => n !== null && n > 0,
  },
]

const MODEL: Model = {
  services: [],
  entities: [
    {
      name: 'my.Items',
      table: 'ITEMS',
      keys: ['ID'],
      managedColumns: [],
      sensitiveColumns: ['MAIL'],
      associations: [{ name: 'p', columns: ['PARENT', 'part'], targetTable: 'Parents', targetColumns: ['id', 'part'] }],
      assertions: [
        { rule: 'required', column: 'Code' },
        { rule: 'range', column: 'n', min: 0, max: 10 },
        { rule: 'pattern', column: 'code', regex: '(?=x)x' },
        { rule: 'unique', columns: ['code'] },
        { rule: 'in', column: 'low', values: [1, 2, 3] },
      ],
      sources: [],
      service: null,
    },
  ],
}

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, routes, { model: MODEL })
  const validate = (body: Record<string, unknown>, user?: string) =>
    api.post('/dataValidator', { table: 'items', ...body }, user) as Promise<any> // eslint-disable-line @typescript-eslint/no-explicit-any -- an answer is arbitrary JSON until an assertion says more

  beforeAll(async () => {
    const parent: TestColumn[] = [
      { name: 'id', kind: 'text', isKey: true },
      { name: 'part', kind: 'integer', isKey: true },
    ]
    await fillTable(engine(), 'parents', parent, PARENTS)
    await fillTable(engine(), 'items', COLUMNS, ITEMS.map(values))
  })

  const expected = (cases: typeof CASES, items: readonly Item[] = ITEMS) => {
    const failing = cases.map(({ fails }) => items.filter((item) => fails(item, items)))
    const severe = failing.filter((_, index) => cases[index]?.rule['severity'] !== 'warn')
    const invalid = new Set(severe.flat()).size
    return {
      totalRows: items.length,
      invalidRows: invalid,
      validRows: items.length - invalid,
      totalErrors: severe.flat().length,
      counts: cases.map(({ checked }, index) => [items.filter(checked).length, failing[index]?.length ?? 0]),
    }
  }
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  const measured = (answer: any) => ({
    totalRows: answer.totalRows,
    invalidRows: answer.invalidRows,
    validRows: answer.validRows,
    totalErrors: answer.totalErrors,
    counts: answer.results?.map(({ checked, failed }: { checked: number; failed: number }) => [checked, failed]),
  })

  it('counts what every rule counts, in one scan', async () => {
    const answer = await validate({ rules: CASES.map(({ rule }) => rule) })
    expect(measured(answer)).toEqual(expected(CASES))
    expect(answer).toMatchObject({ success: true, valid: false, complete: true, truncated: true })
  })

  it('counts the same in the engine alone', async () => {
    const formats = ['email', 'pattern', 'timestamp', 'date', 'numeric', 'boolean', 'integer']
    const cases = CASES.filter(({ rule }) => !formats.includes(String(rule['rule'])))
    const answer = await validate({ rules: cases.map(({ rule }) => rule) })
    expect(measured(answer)).toEqual(expected(cases))
  })

  it('examines only the rows of the filter, and no more than asked for', async () => {
    const cases = CASES.filter(({ rule }) => ['required', 'unique', 'email'].includes(String(rule['rule'])))
    const rows = ITEMS.filter(({ flag }) => flag === false).slice(0, 300)
    for (const chosen of [cases, cases.filter(({ rule }) => rule['rule'] !== 'email')]) {
      const answer = await validate({ rules: chosen.map(({ rule }) => rule), where: 'flag = false', limit: 300 })
      expect(measured(answer)).toEqual(expected(chosen, rows))
    }
  })

  it('lists failing rows of every rule with their keys, the rare ones too', async () => {
    const rules = [
      { column: 'n', rule: 'required', name: 'n is there' },
      { columns: ['parent', 'part'], rule: 'references', table: 'parents', where: 'id = 7 or id < 40' },
    ]
    for (const extra of [[], [{ column: 'day', rule: 'date' }]]) {
      const answer = await validate({ rules: [...rules, ...extra], maxErrors: 8 })
      const missing = ITEMS.filter(({ n }) => n === null)
      const orphans = ITEMS.filter((item) => item.id < 40 && CASES[18]?.fails(item, ITEMS))
      const shown = Math.max(8 - orphans.length, 4)
      expect(answer.errors.slice(0, shown)).toEqual(
        missing.slice(0, shown).map(({ id }) => ({
          rule: 'n is there',
          column: 'n',
          key: { id },
          value: null,
          error: 'is null',
          severity: 'error',
        })),
      )
      expect(answer.errors.slice(shown)).toEqual(
        orphans.slice(0, 8 - shown).map(({ id, parent, part }) => ({
          rule: 'parent:references:parents',
          column: null,
          key: { id },
          value: { parent, part },
          error: "has no row in 'parents'",
          severity: 'error',
        })),
      )
      expect(answer.truncated).toBe(true)
    }
  })

  it('tolerates what a rule says may fail, and warns where it only is to warn', async () => {
    const failed = ITEMS.filter(({ code }) => code === null).length
    const share = 1 - failed / ITEMS.length
    const rule = { column: 'code', rule: 'required' }
    const answer = await validate({
      rules: [
        { ...rule, maxFailures: failed },
        { ...rule, mostly: share - 0.001 },
        { ...rule, severity: 'warn' },
        { ...rule, mostly: 0.1, maxFailures: failed - 1, severity: 'warn' },
      ],
      format: 'summary',
    })
    expect(answer.results.map(({ status }: { status: string }) => status)).toEqual(['pass', 'pass', 'warn', 'warn'])
    expect(answer.valid).toBe(true)
    expect(answer.errors).toBeUndefined()
    const strict = await validate({
      rules: [
        { ...rule, maxFailures: failed - 1 },
        { ...rule, mostly: share + 0.001 },
      ],
    })
    expect(strict).toMatchObject({ valid: false, results: [{ status: 'fail' }, { status: 'fail' }] })
  })

  it('counts rows of the table', async () => {
    const count = ITEMS.filter(({ flag }) => flag === true).length
    const rules = [
      { rule: 'rowCount', min: ITEMS.length, max: ITEMS.length },
      { rule: 'rowCount', max: count - 1, where: 'flag = true', name: 'few' },
    ]
    expect(await validate({ rules, limit: 1 })).toMatchObject({
      valid: false,
      results: [
        { status: 'pass', checked: ITEMS.length, failed: 0, failedPercent: 0 },
        { status: 'fail', checked: count, failed: 1, failedPercent: 100 },
      ],
      errors: [{ rule: 'few', column: null, key: {}, value: count }],
      truncated: false,
    })
  })

  it('stops on the first row that fails, and says so', async () => {
    const first = ITEMS.findIndex(({ n }) => n === null)
    const answer = await validate({ rules: 'n:required;id:required', stopOnFirstError: true })
    expect(answer).toMatchObject({
      valid: false,
      complete: false,
      totalRows: first + 1,
      invalidRows: 1,
      errors: [{ key: { id: first + 1 } }],
    })
  })

  it('finds rules of its own in catalog, model and names', async () => {
    const answer = await validate({ format: 'summary' })
    const rules = answer.results.map(
      ({ rule, column, columns, severity, inferred, status }: Record<string, unknown>) => ({
        rule,
        about: column ?? columns,
        severity,
        inferred,
        status,
      }),
    )
    const error = { severity: 'error', inferred: true }
    expect(rules).toEqual(
      expect.arrayContaining([
        { rule: 'required', about: 'id', status: 'pass', ...error },
        { rule: 'unique', about: 'id', status: 'pass', ...error },
        { rule: 'length', about: 'code', status: 'pass', ...error },
        { rule: 'required', about: 'code', status: 'fail', ...error },
        { rule: 'range', about: 'n', status: 'fail', ...error },
        { rule: 'unique', about: 'code', status: 'fail', ...error },
        { rule: 'in', about: 'low', status: 'fail', ...error },
        { rule: 'references', about: ['parent', 'part'], status: 'fail', ...error },
        { rule: 'email', about: 'mail', severity: 'warn', inferred: true, status: 'warn' },
        // JavaScript's look-ahead has no linear time.
        { rule: 'pattern', about: 'code', status: 'error', ...error },
      ]),
    )
    await execute(
      engine().database,
      'CREATE TABLE coded (id INTEGER PRIMARY KEY, code VARCHAR(5), part INTEGER, UNIQUE (part, code))',
      `INSERT INTO coded VALUES (1, 'a', 1), (2, 'a', 2)`,
    )
    const stated = await validate({ table: 'coded', format: 'summary' })
    expect(stated.results.map(({ name: of, status }: Record<string, string>) => [of, status])).toEqual([
      ['id:required', 'pass'],
      ['id:unique', 'pass'],
      ['part:unique:code', 'pass'],
      ['code:length::5', 'pass'],
    ])
    const one = await validate({ columns: 'n', format: 'summary' })
    expect(one.results.map(({ rule }: { rule: string }) => rule)).toEqual(['range'])
  })

  it('shows sensitive values to administrators only', async () => {
    const rules = [{ column: 'mail', rule: 'email' }]
    const [shown, hidden] = [await validate({ rules, maxErrors: 1 }, 'admin'), await validate({ rules, maxErrors: 1 })]
    expect(shown.errors[0].value).toMatch(/@/)
    expect(hidden.errors[0].value).toBe('***')
  })

  it('answers failures as csv', async () => {
    const rules = [{ columns: ['parent', 'part'], rule: 'references', table: 'parents', name: 'a, "b"' }]
    const answer = await validate({ rules, format: 'csv', maxErrors: 1 })
    const orphan = ITEMS.find((item) => CASES[18]?.fails(item, ITEMS))
    const cells = ['"a, ""b"""', '', `"{""id"":${String(orphan?.id)}}"`]
    const value = `"{""parent"":""${String(orphan?.parent)}"",""part"":${String(orphan?.part)}}"`
    expect(answer).toMatchObject({ success: true, format: 'csv' })
    expect(answer.content).toBe(
      `rule,column,key,value,error,severity\r\n${[...cells, value, `has no row in 'parents'`, 'error'].join(',')}\r\n`,
    )
  })

  it.each([
    [{ rules: 'code:required;code:lenght:1:2' }, 'INVALID_RULE', /^At character 20: .*did you mean 'length'/],
    [{ rules: [{ column: 'code', rule: 'pattern', regex: '(a' }] }, 'INVALID_RULE', /^At rules\[0\]: the pattern/],
    [{ rules: 'n:range:a:' }, 'INVALID_RULE', /"a" is no integer/],
    [{ rules: 'n:length:1:' }, 'INVALID_RULE', /^At character 3: a integer has no length/],
    [{ rules: [{ column: 'n', rule: 'required', where: 'n = ' }] }, 'INVALID_RULE', /^At rules\[0\]: /],
    [{ rules: '*:expression:n = (select 1)' }, 'INVALID_RULE', /^At character 3: /],
    [{ rules: 'code:compare:<:n' }, 'INVALID_RULE', /^At character 6: /],
    [{ rules: 'n:references:parents' }, 'INVALID_RULE', /1 columns cannot reference 2/],
    [{ rules: 'n:references:parents:id' }, 'INVALID_RULE', /cannot be compared/],
    [{ rules: 'nn:required' }, 'COLUMN_NOT_FOUND', /did you mean 'n'/],
    [{ rules: 'n:references:parent' }, 'TABLE_NOT_FOUND', /did you mean 'parents'/],
    [{ rules: [{ column: 'n', rul: 'required' }] }, 'UNKNOWN_FIELD', /rul/],
    [{ rules: [{ column: 'n' }] }, 'INVALID_RULE', /rules\[0\]\.rule/],
    [{ rules: [{ column: 'n', rule: 'required', mostly: 2 }] }, 'INVALID_RULE', /rules\[0\]\.mostly/],
    [{ rules: 5 }, 'INVALID_PARAMETER', /'rules'/],
    [{ rules: 'n:required', where: 'x = 1' }, 'COLUMN_NOT_FOUND', /'x'/],
    [{ table: 'nothing' }, 'TABLE_NOT_FOUND', /nothing/],
    [{ rules: 'n:required', maxErrors: 10_001 }, 'LIMIT_TOO_LARGE', /maxErrors/],
  ])('refuses %j', async (body, code, details) => {
    expect(await validate(body)).toMatchObject({ success: false, code, details: expect.stringMatching(details) })
  })

  it('refuses more rules than it can check at once', async () => {
    const [many, joined] = ['n:required;'.repeat(201), 'n:unique;'.repeat(51)]
    expect(await validate({ rules: many })).toMatchObject({
      code: 'LIMIT_TOO_LARGE',
      details: expect.stringMatching(/201 are more than 200/),
    })
    expect(await validate({ rules: joined })).toMatchObject({ code: 'LIMIT_TOO_LARGE' })
  })

  it('takes values for values, whatever they look like', async () => {
    const rules = [{ column: 'code', rule: 'in', values: [`'; DROP TABLE items; --`] }]
    expect(await validate({ rules, format: 'summary' })).toMatchObject({ valid: false, totalRows: ITEMS.length })
  })

  it('tests values with all of their characters, those too that no file has', async () => {
    // PostgreSQL has no NUL in its texts.
    const values = engine().dialect.engine === 'sqlite' ? ['\uFEFFa', 'a\0b', 'c'] : ['\uFEFFa', 'c']
    const columns = [{ name: 'word', kind: 'text', isKey: true }] as const
    await fillTable(
      engine(),
      'whole_words',
      columns,
      values.map((value) => [value]),
    )
    const rules = [{ column: 'word', rule: 'pattern', regex: '^[a-z]$' }]
    const failed = (await validate({ table: 'whole_words', rules })).errors.map(
      ({ value }: Record<string, unknown>) => value,
    )
    expect(failed.toSorted()).toEqual(values.filter((value) => value !== 'c').toSorted())
  })

  it('answers a long text against a hard pattern', async () => {
    const type = engine().dialect.engine === 'sqlite' ? 'NCLOB' : 'TEXT'
    await execute(engine().database, `CREATE TABLE hard (id INTEGER PRIMARY KEY, body ${type})`)
    const body = `${'a'.repeat(1_048_576)}!`
    await engine().database.write({ signal: new AbortController().signal, timeoutMs: 15_000 }, (session) =>
      session.execute({
        sql: `INSERT INTO hard VALUES (1, ${engine().dialect.placeholder(1, 'text')})`,
        parameters: [body],
      }),
    )
    const answer = await validate({ table: 'hard', rules: [{ column: 'body', rule: 'pattern', regex: '(a+)+$' }] })
    expect(answer).toMatchObject({
      valid: false,
      totalRows: 1,
      invalidRows: 1,
      errors: [{ key: { id: 1 }, valuesCut: true }],
    })
    expect(answer.errors[0].value).toHaveLength(1_000)
  })

  it('works on names that need care', async () => {
    const odd = `od"d; DROP ${randomUUID().slice(0, 8)}`
    await fillTable(
      engine(),
      odd,
      [
        { name: 'v"base', kind: 'text', isKey: true },
        { name: 'vj0_0', kind: 'text' },
        { name: 's0', kind: 'text' },
      ],
      [
        ['a', 'x', 'x'],
        ['b', 'x', null],
      ],
    )
    const rules = [
      { column: 'vj0_0', rule: 'unique' },
      { column: 's0', rule: 'required' },
    ]
    for (const extra of [[], [{ column: 's0', rule: 'url' }]])
      expect(await validate({ table: odd, rules: [...rules, ...extra] })).toMatchObject({
        totalRows: 2,
        invalidRows: 2,
        errors: [{ key: { 'v"base': 'a' } }, { key: { 'v"base': 'b' } }, { key: { 'v"base': 'b' } }].concat(
          extra.length > 0 ? [{ key: { 'v"base': 'a' } }] : [],
        ),
      })
  })
})
