/** What the forms ask of the API is what the API takes. */
import { Ajv } from 'ajv'
import type { TObject } from '@sinclair/typebox'
import fc from 'fast-check'
import { dumpBody, readRows, writeRows } from '../../../app/cockpit/src/pages/dump/dump-form.ts'
import {
  DELIMITERS,
  exportBody,
  type ExportForm,
  FORMATS,
  previewBody,
} from '../../../app/cockpit/src/pages/export/export-form.ts'
import {
  DATES,
  DECIMALS,
  EMPTY_FORM,
  ENCODINGS,
  EPOCHS,
  importBody,
  type ImportForm,
  MATCH_MODES,
  MODES,
  ON_ERROR,
  STRICT,
} from '../../../app/cockpit/src/pages/import/import-form.ts'
import { serverFileName } from '../../../app/cockpit/src/parts/server-file-name.ts'
import { isFileName } from '../../../srv/admin/files/managed-files.ts'
import { dump } from '../../../srv/admin/operations/transfer/dump.ts'
import { exportTable } from '../../../srv/admin/operations/transfer/export.ts'
import { importTable } from '../../../srv/admin/operations/transfer/import.ts'
import { anyCharacter } from '../../support/any-character.ts'

const validator = (input: TObject) =>
  new Ajv({ strict: false, useDefaults: true }).compile({ ...input, additionalProperties: false })
const text = fc.string({ maxLength: 20 })
const delimiters = fc.constantFrom(...(Object.keys(DELIMITERS) as (keyof typeof DELIMITERS)[]))

const exportForms: fc.Arbitrary<ExportForm> = fc.record({
  schema: text,
  table: text,
  columns: fc.array(text),
  where: text,
  orderBy: text,
  format: fc.constantFrom(...FORMATS),
  limit: fc.oneof(fc.constant(''), fc.nat().map(String)),
  delimiter: delimiters,
  nullValue: text,
  includeHeaders: fc.boolean(),
  byteOrderMark: fc.boolean(),
  escapeFormulas: fc.boolean(),
  isExact: fc.boolean(),
})

const importForms: fc.Arbitrary<ImportForm> = fc.record({
  schema: text,
  table: text,
  file: fc.constantFrom('a.csv', 'a.TSV', 'a.json', 'a.ndjson', 'a.xlsx', 'a'),
  mode: fc.constantFrom(...MODES),
  keys: fc.array(text),
  matchMode: fc.constantFrom(...MATCH_MODES),
  mapping: fc.array(text),
  onError: fc.constantFrom(...ON_ERROR),
  maxErrors: fc.nat({ max: 10_000 }).map(String),
  truncate: fc.boolean(),
  isExact: fc.boolean(),
  delimiter: delimiters,
  encoding: fc.constantFrom(...ENCODINGS),
  hasHeader: fc.boolean(),
  nullValues: text,
  trueValues: text,
  falseValues: text,
  decimal: fc.constantFrom(...DECIMALS),
  dates: fc.constantFrom(...DATES),
  epoch: fc.constantFrom(...EPOCHS),
  strict: fc.constantFrom(...STRICT),
})
/** What becomes of bad rows, and of all of them. */
const FATE = new Set(['dryRun', 'onError', 'maxErrors', 'keepRejected'])
const somePairs = fc.option(
  fc.array(
    fc.record({
      file: fc.oneof(
        text,
        fc.nat().map((n) => n + 1),
      ),
      table: text,
    }),
    { minLength: 1 },
  ),
  { nil: undefined },
)

test('an export asks for what the API takes, and so does its preview', () => {
  const isValid = validator(exportTable.input)
  fc.assert(
    fc.property(exportForms, (form) => {
      expect([isValid(exportBody(form)), isValid.errors]).toEqual([true, null])
      expect([isValid(previewBody(form, 10)), isValid.errors]).toEqual([true, null])
    }),
  )
})

test('an import asks for what the API takes; a check changes nothing and finds all bad rows', () => {
  const isValid = validator(importTable.input)
  fc.assert(
    fc.property(importForms, somePairs, (form, pairs) => {
      const [check, run] = [importBody(form, true, pairs), importBody(form, false, pairs)]
      for (const body of [check, run]) expect([isValid(body), isValid.errors]).toEqual([true, null])
      expect(check).toMatchObject({ dryRun: true, onError: 'skip', maxErrors: 10_000 })
      expect(run).toMatchObject({ dryRun: false, onError: form.onError })
      // What is checked is what is done, but for what becomes of bad rows.
      const plain = (body: object): unknown[] => Object.entries(body).filter(([name]) => !FATE.has(name))
      expect(plain(check)).toEqual(plain(run))
    }),
  )
})

test('an import that nobody has touched stops at the first bad row and deletes nothing', () => {
  const body = importBody({ ...EMPTY_FORM, table: 't', file: 'a.csv' }, false, undefined)
  expect(body).toMatchObject({ onError: 'abort', truncate: false, matchMode: 'name' })
  expect(body).not.toHaveProperty('maxErrors')
})

const dumpForms = fc.record({
  schema: fc.string({ minLength: 1, maxLength: 20 }),
  tables: fc.array(text, { maxLength: 5 }),
  references: fc.boolean(),
  rows: fc.array(fc.record({ table: text, where: text }), { maxLength: 5 }),
})

test('a dump asks for what the API takes, when its conditions are complete', () => {
  const isValid = validator(dump.input)
  fc.assert(
    fc.property(dumpForms, (form) => {
      const isComplete = form.rows.every(({ table, where }) => table !== '' && where !== '')
      const body = dumpBody({ ...form, rows: writeRows(form.rows) })
      expect(body !== undefined).toBe(isComplete)
      if (body) expect([isValid(body), isValid.errors]).toEqual([true, null])
      expect(readRows(writeRows(form.rows))).toEqual(form.rows)
    }),
  )
  expect(readRows(['{}', '[1,"a"]', 'no', '["t","a = 1"]'])).toEqual([{ table: 't', where: 'a = 1' }])
})

test('any name of a file becomes one that the server takes, and a good one stays', () => {
  expect(serverFileName('Film list 2.csv')).toBe('Film list 2.csv')
  expect(serverFileName('Übersicht (neu).csv')).toBe('Ubersicht _neu_.csv')
  expect(serverFileName('../../etc/passwd')).toBe('etc_passwd')
  expect(serverFileName('…')).toBe('file.csv')
  // Names of devices are refused by the server, in its own words.
  const isDevice = (name: string): boolean => /^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/i.test(name)
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (given) => {
      const name = serverFileName(given)
      expect([name, isFileName(name) || isDevice(name)]).toEqual([name, true])
    }),
  )
})
