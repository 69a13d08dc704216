import type { Value, ValueKind } from '../../../../srv/admin/core/values.ts'
import type { ColumnMetadata } from '../../../../srv/admin/dialects/metadata.ts'
import { ENGINES, query, useEngine } from '../../../support/engines.ts'

const NONE = 'CAST(NULL AS INTEGER)'

const column = (kind: ValueKind, scale: number | null = null): ColumnMetadata => ({
  ...{ name: 'c', position: 1, type: 'x', kind, length: null, precision: null, scale, nullable: true },
  ...{ defaultValue: null, isGenerated: false, identity: null, keyPosition: null, comment: null },
})

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const engine = useEngine(name)
  const evaluate = async (sql: string): Promise<Value> => {
    const [row] = await query(engine().database, `SELECT ${sql} AS value`)
    return row?.['value'] ?? null
  }

  test('white space is trimmed at both ends, letter case folded beyond ASCII', async () => {
    const { analysis } = engine().dialect
    expect(await evaluate(analysis.trim(`' \t\n a b \r\n '`))).toBe('a b')
    expect(await evaluate(analysis.lowerCase(`'ÄÉЖ X'`))).toBe('äéж x')
    expect(await evaluate(analysis.prefix(`'ä😀bc'`, 3))).toBe('ä😀b')
  })

  test('what is no finite number is none', async () => {
    const { dialect } = engine()
    const { analysis, engine: kind } = dialect
    const infinities =
      kind === 'sqlite' ? ['9e999', '-9e999', `'many'`] : [`'Infinity'::float8`, `'-Infinity'::float8`, `'NaN'::float8`]
    for (const infinity of infinities) expect(await evaluate(analysis.number(column('float'), infinity))).toBeNull()
    expect(await evaluate(analysis.double(analysis.number(column('integer'), '9223372036854775807')))).toBe(2 ** 63)
    expect(await evaluate(analysis.double(analysis.number(column('decimal', 2), '1.25')))).toBe(1.25)
    expect(await evaluate(analysis.number(column('integer'), 'NULL'))).toBeNull()
  })

  test('months are counted from January of the year 0, steps downwards', async () => {
    const { timeSeries } = engine().dialect
    const month = (iso: string): Promise<Value> => evaluate(timeSeries.month(`(${String(Date.parse(iso))})`))
    expect(Number(await month('1970-01-01T00:00:00Z'))).toBe(1970 * 12)
    expect(Number(await month('1969-12-31T23:59:59.999Z'))).toBe(1969 * 12 + 11)
    expect(Number(await month('0001-02-01T00:00:00Z'))).toBe(13)
    expect(Number(await month('9999-12-31T23:59:59.999Z'))).toBe(9999 * 12 + 11)
    expect(Number(await evaluate(timeSeries.step('(-1)', 1000, 0)))).toBe(-1)
    expect(Number(await evaluate(timeSeries.floorDivide('-7', 2)))).toBe(-4)
  })

  test('times are cut to milliseconds, and days are those of the calendar', async () => {
    const { dialect } = engine()
    const { epochMs } = dialect.timeSeries
    const literal = (type: string, text: string): string =>
      dialect.engine === 'sqlite' ? `'${text}'` : `${type} '${text}'`
    const at = (text: string): Promise<Value> => evaluate(epochMs(column('timestamp'), literal('timestamp', text)))
    expect(Number(await at('2024-05-01T10:59:59.123600Z'))).toBe(Date.parse('2024-05-01T10:59:59.123Z'))
    expect(Number(await at('1969-12-31T23:59:59.999900Z'))).toBe(-1)
    expect(Number(await at('2024-05-01 10:59:59'))).toBe(Date.parse('2024-05-01T10:59:59Z'))
    expect(await evaluate(epochMs(column('date'), literal('date', '1970-01-02')))).toBe(86_400_000)
    expect(await at(dialect.engine === 'sqlite' ? 'soon' : 'infinity')).toBeNull()
  })

  test('lists of values are the same also where both have none', async () => {
    const { sameValues } = engine().dialect.analysis
    const isSame = async (left: readonly string[], right: readonly string[]): Promise<boolean> => {
      const result = await evaluate(`CASE WHEN ${sameValues(left, right)} THEN 1 ELSE 0 END`)
      return result === 1
    }
    expect(await isSame(['1', NONE], ['1', NONE])).toBe(true)
    expect(await isSame(['1', NONE], ['1', '2'])).toBe(false)
    expect(await isSame([NONE], ['1'])).toBe(false)
  })
})
