import fc from 'fast-check'
import { CsvReader } from '../../../../srv/admin/core/csv/csv-reader.ts'
import { createCsvFormatter, csvHeader, csvText } from '../../../../srv/admin/core/csv/csv-writer.ts'
import type { Field } from '../../../../srv/admin/core/transfer/file-format.ts'
import type { Value, ValueKind } from '../../../../srv/admin/core/values.ts'

interface Options {
  delimiter?: string
  encoding?: 'utf-8' | 'latin1'
  nullValues?: readonly string[]
  /** Bytes of each part that is read. */
  parts?: number
}

const read = (content: string | Uint8Array, options: Options = {}) => {
  const { delimiter = ',', encoding = 'utf-8', nullValues = [], parts = 7 } = options
  const reader = new CsvReader({ type: 'csv', delimiter, encoding, nullValues })
  const records: { fields: readonly Field[]; line: number }[] = []
  const keep = (fields: readonly Field[], line: number): void => void records.push({ fields: [...fields], line })
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  for (let at = 0; at < bytes.length; at += parts) reader.push(bytes.subarray(at, at + parts), keep)
  reader.end(keep)
  return records
}
const fieldsOf = (content: string | Uint8Array, options?: Options) => read(content, options).map(({ fields }) => fields)

const format = (
  rows: readonly (readonly Value[])[],
  options: { kinds?: ValueKind[]; delimiter?: string; nullValue?: string; escapeFormulas?: boolean } = {},
): string => {
  const { kinds = [], delimiter = ',', nullValue = '', escapeFormulas = false } = options
  const columns = (rows[0] ?? []).map((_, index) => ({ name: `c${String(index)}`, kind: kinds[index] ?? 'text' }))
  return createCsvFormatter({ type: 'csv', columns, delimiter, nullValue, escapeFormulas })(rows)
}

const text = fc.string({ unit: fc.constantFrom('a', 'ß', '"', ',', ';', '\n', '\r', ' ', '☃', '😀', '=', "'") })
/** Rows below a header, which tells an empty line in a single column from nothing. */
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc
      .array(fc.array(fc.option(text), { minLength: width, maxLength: width }), { maxLength: 8 })
      .map((rows) => [Array.from({ length: width }, (_, index) => `c${String(index)}`), ...rows]),
  )

test('what is written is read back, NULL and the empty text told apart, however the bytes are cut', () => {
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.integer({ min: 1, max: 20 }),
      (rows, delimiter, parts) => {
        const written = format(rows, { delimiter })
        expect(fieldsOf(written, { delimiter, parts })).toEqual(rows)
      },
    ),
  )
})

test('each record knows its first line', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const lines = rows.map((_, index) => 1 + format(rows.slice(0, index)).split('\n').length - 1)
      expect(read(format(rows)).map(({ line }) => line)).toEqual(lines)
    }),
  )
})

describe('reading', () => {
  test('takes LF and CRLF, a byte order mark and a last line without an end', () => {
    expect(fieldsOf('\ufeffa,b\r\n1,2\n3,4')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
  })

  test('skips empty lines between rows of several fields, and takes them for NULL in a single column', () => {
    expect(fieldsOf('a,b\n\n1,2\n\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(fieldsOf('a\n\n1\n""\n')).toEqual([['a'], [null], ['1'], ['']])
  })

  test('takes words for NULL only where they are not in quotes', () => {
    expect(fieldsOf('NULL,"NULL",n/a,""\n', { nullValues: ['NULL', 'n/a'] })).toEqual([[null, 'NULL', null, '']])
    expect(fieldsOf('NULL,x\n', { nullValues: ['NULL'] })).toEqual([[null, 'x']])
  })

  test('reads Latin-1 when told so', () => {
    expect(fieldsOf(Buffer.from('Ä,ß\n', 'latin1'), { encoding: 'latin1' })).toEqual([['Ä', 'ß']])
  })

  test.each([
    ['a,b\n1,"2\n3,4\n', 'Line 2: a quote is never closed'],
    ['a\n"b"c\n', 'Line 2: something follows a closing quote'],
    ['a\nb"c\n', 'Line 2: a quote stands within a field that is not in quotes'],
    ['a\n"x\ny"\nb\rc\n', 'Line 4: a carriage return without a line feed stands outside quotes'],
    ['a\n"b"\rc\n', 'Line 2: a carriage return without a line feed stands outside quotes'],
    ['a\nb\0c\n', 'Line 2: it has a NUL character'],
  ])('%j is refused: %s', (content, details) => {
    expect(() => read(content)).toThrow(expect.objectContaining({ code: 'INVALID_FILE_CONTENT', details }) as Error)
  })

  test('bytes that are no UTF-8 are refused with their line', () => {
    expect(() => read(Buffer.from('a\nb\nÄ\nc\n', 'latin1'), { parts: 100 })).toThrow(/Line 3: it is not UTF-8/)
    expect(() => read(Buffer.from('a\nb\nÄ', 'latin1'))).toThrow(/Line 3: it is not UTF-8/)
    expect(() => read(Buffer.from('a\nb', 'utf16le').subarray(0))).toThrow(/NUL/)
    expect(() => read(Buffer.from('\ufeffa\nb', 'utf16le'), { parts: 100 })).toThrow(/UTF-16/)
  })

  test('a record of more than 64 MiB is refused instead of being kept', () => {
    const part = Buffer.alloc(1_048_576, 'x')
    const endless = (start: string) => () => {
      const reader = new CsvReader({ type: 'csv', delimiter: ',', encoding: 'utf-8', nullValues: [] })
      reader.push(Buffer.from(start), () => undefined)
      for (let count = 0; count < 140; count++) {
        reader.push(part, () => undefined)
        reader.push(Buffer.from(start === '' ? '' : '\n'), () => undefined)
      }
    }
    expect(endless('')).toThrow(/longer than 67108864/)
    expect(endless('a\n"')).toThrow(/a quote may have been left open/)
  })
})

describe('writing', () => {
  test('ends lines as RFC 4180 says, and quotes what needs it', () => {
    expect(format([['a', 'b,c', 'd"e', 'f\rg', '']])).toBe('a,"b,c","d""e","f\rg",""\r\n')
  })

  test('writes values of all kinds without loss', () => {
    const row = [null, true, 1, 9_007_199_254_740_993n, 1.5, new Uint8Array([1, 255]), NaN]
    const kinds: ValueKind[] = ['text', 'boolean', 'boolean', 'integer', 'decimal', 'binary', 'float']
    expect(format([row], { kinds })).toBe(',true,true,9007199254740993,1.5,Af8=,NaN\r\n')
  })

  test('puts a word for NULL, and quotes the same word as text', () => {
    expect(format([[null, 'NULL', '']], { nullValue: 'NULL' })).toBe('NULL,"NULL",""\r\n')
  })

  test('disarms formulas, but not numbers', () => {
    const row = ['=1+1', '+x', '-x', '@x', '\tx', '\rx', 'x=1', '-5']
    expect(format([row], { escapeFormulas: true })).toBe(`'=1+1,'+x,'-x,'@x,'\tx,"'\rx",x=1,'-5\r\n`)
    expect(format([['-5.00', -5]], { escapeFormulas: true, kinds: ['decimal', 'integer'] })).toBe('-5.00,-5\r\n')
  })

  test('writes names as they are', () => {
    const columns = ['a', 'b,c', '"', '=x'].map((name) => ({ name, kind: 'text' as const }))
    const header = (escapeFormulas: boolean): string =>
      csvHeader({ type: 'csv', columns, delimiter: ',', nullValue: '', escapeFormulas })
    expect(header(false)).toBe('a,"b,c","""",=x\r\n')
    expect(header(true)).toBe(`a,"b,c","""",'=x\r\n`)
  })
})

test('a list of an answer is written as exports are: null and the empty text differ', () => {
  const rows = [
    [null, '', 'a,b', 'say "x"'],
    [1, true, 'two\nlines', '\r'],
  ]
  expect(csvText(['a', 'b', 'c', 'd'], rows)).toBe('a,b,c,d\r\n,"","a,b","say ""x"""\r\n1,true,"two\nlines","\r"\r\n')
})
