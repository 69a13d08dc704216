import cds from '@sap/cds'
import { BadRequest } from '../../../../../../srv/platform/odata/protocol/errors.ts'
import type { Entity, Select } from '../../../../../../srv/platform/cap/csn.ts'
import { putOptions } from '../../../../../../srv/platform/odata/query/lower/put.ts'
import { readQuery } from '../../../../../../srv/platform/odata/url/query.ts'

const MODEL = `service Shop {
  entity Books { key ID: UUID; title: String; stock: Integer; @cds.api.ignore secret: String;
    author: Association to Authors; parts: Composition of many Parts on parts.book = $self }
  entity Authors { key ID: UUID; name: String; books: Association to many Books on books.author = $self }
  entity Parts { key book: Association to Books; key no: Integer; pages: Integer; next: Association to Parts }
}
entity Elsewhere { key ID: UUID; }`

const model = cds.linked(cds.compile.for.nodejs(cds.compile.to.csn(MODEL)) as never) as never as {
  definitions: Record<string, Entity>
}
const entity = model.definitions['Shop.Books'] as Entity
const service = new cds.ApplicationService('Shop', model as never)
const { parse } = (cds as unknown as { odata: { parse: (url: string, options: object) => { SELECT: Select } } }).odata

const columnsOf = (query: string): Select['columns'] => {
  const select: Omit<Select, 'from'> = {}
  putOptions(select, readQuery(query).options, { entity, aliases: new Map() })
  return select.columns
}

/** Columns have no order of their own. */
const sorted = (columns: Select['columns'] = []): unknown[] =>
  columns
    .map((column) => (column === '*' || !column.expand ? column : { ...column, expand: sorted(column.expand) }))
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

test.each([
  '$select=title',
  '$select=ID,title,title',
  '$select=*',
  '$select=title,*',
  '$select=author,title',
  '$expand=author',
  '$select=title&$expand=author',
  '$select=title,author&$expand=author($select=name)',
  '$expand=parts($select=pages;$top=2;$skip=1;$count=true)',
  '$expand=parts($expand=next($select=no);$select=pages),author',
  '$expand=author($expand=books($expand=parts))',
  '$expand=*',
  '$expand=author($select=name),*',
  '$expand=author($expand=*)',
  '$select=title&$expand=*',
])('%s is to handlers what CAP makes of it', (query) => {
  const { columns } = parse(`Books?${query}`, { service, baseUrl: '', protocol: 'odata' }).SELECT
  expect(sorted(columnsOf(query))).toEqual(sorted(columns))
})

test.each([
  ['$select=nothing', 'property "nothing" does not exist'],
  ['$select=secret', 'property "secret" does not exist'],
  ['$select=author/name', 'no path leads through author'],
  ['$select=title($top=1)', '$select has no option $top'],
  ['$expand=title', 'navigation property "title" does not exist'],
  ['$expand=author/books', 'no path leads through author'],
  ['$expand=author,author', '$expand has author twice'],
  ['$expand=parts,parts/$count', '$expand has parts twice'],
  ['$expand=*,*', '$expand has * twice'],
  ['$expand=*($top=1)', '$expand=* has no options'],
  ['$expand=author($top=1)', '$top is for collections'],
  ['$expand=author/$count', 'author is no collection'],
  ['$expand=parts/$count($top=1)', 'parts/$count has no option $top'],
  ['$expand=parts($apply=identity)', '$apply is not supported in $expand'],
  ['$expand=author($levels=2)', '$levels is for navigation properties'],
  ['$expand=parts($levels=0)', '$levels must be a number from 1'],
  ['$expand=parts($expand=next($levels=99))', '$levels is at most'],
  ['$expand=', '$expand is empty'],
])('%s is refused by name', (query, message) => {
  expect(() => columnsOf(query)).toThrow(BadRequest)
  expect(() => columnsOf(query)).toThrow(message)
})

test('references are the keys, counts are no rows, and levels are expands in each other', () => {
  expect(columnsOf('$expand=author/$ref')).toEqual(['*', { ref: ['author'], expand: [{ ref: ['ID'] }] }])
  expect(columnsOf('$expand=parts/$count')).toEqual([
    '*',
    { ref: ['parts'], expand: ['*'], limit: { rows: { val: 0 } }, count: true },
  ])
  const next = (...inside: object[]): object => ({ ref: ['next'], expand: ['*', ...inside] })
  expect(columnsOf('$expand=parts($expand=next($levels=2))')).toEqual([
    '*',
    { ref: ['parts'], expand: ['*', next(next())] },
  ])
})
