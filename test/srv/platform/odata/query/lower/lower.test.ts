import cds from '@sap/cds'
import { toCondition, toOperand } from '../../../../../../srv/platform/odata/query/lower/lower.ts'
import { BadRequest } from '../../../../../../srv/platform/odata/protocol/errors.ts'
import type { Place } from '../../../../../../srv/platform/odata/query/lower/links.ts'
import { resolveCondition, resolveValue } from '../../../../../../srv/platform/odata/meaning/resolve.ts'
import type { Names } from '../../../../../../srv/platform/odata/meaning/rows.ts'
import { readOption } from '../../../../../../srv/platform/odata/url/query.ts'
import type { Entity } from '../../../../../../srv/platform/cap/csn.ts'

const MODEL = `service Shop {
  entity Books { key ID: UUID; title: String; stock: Integer; price: Decimal; weight: Double; sold: Int64; isOld: Boolean;
    day: Date; clock: Time; moment: Timestamp; second: DateTime; author: Association to Authors; parts: Composition of many Parts on parts.book = $self }
  entity Authors { key ID: UUID; name: String not null; books: Association to many Books on books.author = $self }
  entity Parts { key ID: UUID; book: Association to Books; pages: Integer; sub: Association to Parts }
}`

const model = cds.linked(cds.compile.for.nodejs(cds.compile.to.csn(MODEL)) as never) as never as {
  definitions: Record<string, Entity>
}
const entity = model.definitions['Shop.Books']
const row = { name: '$it', entity }
const names: Names = { here: row, it: row, variables: [], aliases: new Map(), columns: new Map() }
const place: Place = { row, alias: '$main' }
const lowered = (text: string): unknown => toCondition(resolveCondition(readOption('filter', text), names), place)
const operand = (text: string): unknown => toOperand(resolveValue(readOption('filter', text), names), place)

const service = new cds.ApplicationService('Shop', model as never)
const { parse } = (
  cds as unknown as { odata: { parse: (url: string, options: object) => { SELECT: { where: unknown } } } }
).odata
const ofCap = (filter: string): unknown =>
  parse(`Books?$filter=${encodeURIComponent(filter)}`, { service, baseUrl: '', protocol: 'odata' }).SELECT.where

test.each([
  "title eq 'x'",
  "title ne 'it''s'",
  'title eq null and stock ne null',
  'stock gt 5 or stock lt 3 and title eq null',
  'stock in (1,2,3)',
  'price ge 1.5',
  'sold eq 9007199254740993',
  'weight lt 1.25',
  'isOld eq true',
  "contains(title,'a') and not startswith(title,'b')",
  "endswith(tolower(title),'c')",
  'year(day) eq 1977',
  'day gt 2020-01-01',
  'moment lt 2020-01-01T10:00:00.123Z',
  'ID eq 01234567-89ab-cdef-0123-456789abcdef',
  "author/name eq 'x'",
  'author/ID eq 01234567-89ab-cdef-0123-456789abcdef',
  'parts/any()',
  'parts/any(p:p/pages gt 3)',
  'length(title) gt 3',
])('%s is to handlers what CAP makes of it', (filter) => {
  expect(lowered(filter)).toEqual(ofCap(filter))
})

const [A, B] = [{ ref: ['stock'] }, { ref: ['sold'] }]
const isNull = (one: object): unknown[] => [one, '=', { val: null }]

test.each([
  ['not (stock gt 1)', [{ xpr: [A, '<=', { val: 1 }, 'or', ...isNull(A)] }]],
  ['stock eq sold', [{ xpr: [A, '=', B, 'or', { xpr: [...isNull(A), 'and', ...isNull(B)] }] }]],
  ['stock gt null', [{ val: true }, '=', { val: false }]],
  ['null eq null', [{ val: true }, '=', { val: true }]],
  ['not null', [{ val: true }, '=', { val: false }]],
  ['stock eq 1.5', [{ val: true }, '=', { val: false }]],
  ['stock gt 1.5', [A, '>', { val: 1 }]],
  ['stock lt 99999999999', [A, '!=', { val: null }]],
  ['second gt 2020-01-01T00:00:00.5Z', [{ ref: ['second'] }, '>', { val: '2020-01-01T00:00:00Z' }]],
  ['second eq 2020-01-01T00:00:00Z', [{ ref: ['second'] }, '=', { val: '2020-01-01T00:00:00Z' }]],
  ["author/name ne 'x'", [{ xpr: [{ ref: ['author', 'name'] }] }, '!=', { val: 'x' }]],
  ['not isOld', [{ ref: ['isOld'] }, '=', { val: false }]],
  ['moment eq 2020-01-01T10:00:00.1230+01:00', [{ ref: ['moment'] }, '=', { val: '2020-01-01T09:00:00.123Z' }]],
])('%s', (filter, tokens) => {
  expect(lowered(filter)).toEqual(tokens)
})

test('paths within any and all are of a query of their own, whose links may lead to nothing', () => {
  expect(lowered('parts/all(p:p/sub/pages gt stock)')).toEqual([
    'not',
    'exists',
    {
      SELECT: {
        from: { ref: ['Shop.Parts'], as: 'row1_Parts', along: ['$main', 'parts'] },
        columns: [{ val: 1, param: false, as: 'n' }],
        where: [
          { xpr: [{ ref: ['$main', 'ID'] }, '=', { ref: ['book_ID'] }] },
          'and',
          {
            xpr: [
              {
                xpr: [
                  { ref: ['sub', 'pages'] },
                  '<=',
                  { ref: ['$main', 'stock'] },
                  'or',
                  ...isNull({ ref: ['sub', 'pages'] }),
                  'or',
                  ...isNull({ ref: ['$main', 'stock'] }),
                ],
              },
            ],
          },
        ],
      },
    },
  ])
})

test('what is behind links of a row around is read by a query', () => {
  expect(lowered("parts/any(p:author/name eq 'x')")).toEqual([
    'exists',
    { SELECT: expect.objectContaining({ from: expect.objectContaining({ as: 'row1_Parts' }) as unknown }) as unknown },
  ])
  const text = JSON.stringify(lowered("parts/any(p:author/name eq 'x')"))
  expect(text).toContain('{"ref":["Shop.Authors"],"as":"row2_Authors","along":["$main","author"]}')
})

test.each([
  ['stock add 1', '+'],
  ['weight mul 2', '*'],
])('%s is calculated by the database', (text, operator) => {
  expect((operand(text) as { xpr: unknown[] }).xpr[1]).toBe(operator)
})

test('a condition is a value that may be null', () => {
  expect(operand('isOld eq true')).toMatchObject({ xpr: [{ cast: { type: 'cds.Boolean' } }] })
})

test.each(['nope eq 1', 'parts eq null', 'title', 'title eq 5', 'matchesPattern(title,title)', 'q/any(x:x/y eq 1)'])(
  '%s is refused',
  (filter) => {
    expect(() => lowered(filter)).toThrow(BadRequest)
  },
)
