import cds from '@sap/cds'
import type { ServedRows } from '../../../../srv/admin/core/model.ts'
import type { Definitions } from '../../../../srv/admin/model/definition.ts'
import { readServedRows } from '../../../../srv/admin/model/read-served-rows.ts'

const MODEL = `
namespace my;
type Sum : Decimal(9, 2);
type Place { shelf : String; spot { x : Integer } }
entity Books { key ID : Integer; title : String; price : Sum; author : Association to Authors; place : Place; tags : array of String;
  parts : Composition of many { key pos : Integer; text : String }; loud : String = upper(title); at : Timestamp @cds.on.update: $now }
entity Authors { key ID : UUID; name : String @Core.Immutable; stamp : UUID @odata.etag; gone : String @readonly }
entity Keyless { a : Integer }
entity Middle as projection on Books { ID as number, title as heading, author as writer, place as where_, tags };
service S {
  @cds.redirection.target entity Whole as projection on my.Books;
  entity Far as projection on my.Middle { *, heading as name } excluding { heading };
  @readonly entity Read as projection on my.Books;
  @insertonly entity New as projection on my.Books;
  @Capabilities: { DeleteRestrictions.Deletable: false } entity Kept as projection on my.Books;
  entity Few as projection on my.Books where price > 1;
  entity Joined as select from my.Books join my.Authors on Books.author.ID = Authors.ID { key Books.ID };
  entity Chosen as projection on my.Books { title, author.name as called, price * 2 as double };
  entity Single as projection on my.Keyless;
  @cds.redirection.target entity People as projection on my.Authors;
  @odata.draft.enabled entity Drafted as projection on my.Authors;
}`

let definitions: Definitions
beforeAll(() => {
  definitions = cds.compile.for.nodejs(cds.compile(MODEL) as never).definitions as unknown as Definitions
})
const rows = (name: string): ServedRows | undefined => readServedRows(`my.S.${name}`, definitions)
const columns = (name: string): object =>
  Object.fromEntries(rows(name)?.columns.map(({ column, element }) => [element, column]) ?? [])

test('elements are traced to the columns of the table, by whatever names and structures they go', () => {
  expect(rows('Whole')).toMatchObject({ table: 'my_Books', isDraftEnabled: false })
  expect(columns('Whole')).toMatchObject({ ID: 'ID', author_ID: 'author_ID', place_spot_x: 'place_spot_x' })
  expect(rows('Far')?.table).toBe('my_Books')
  expect(columns('Far')).toEqual({
    ...{ number: 'ID', name: 'title', writer_ID: 'author_ID', tags: 'tags' },
    ...{ where__shelf: 'place_shelf', where__spot_x: 'place_spot_x' },
  })
  expect(columns('Chosen')).toEqual({ title: 'title' })
})

test('what entities take is what CAP lets pass; rows of others, and parts of them, are left out', () => {
  const actions = (name: string) => rows(name)?.actions
  expect(actions('Whole')).toEqual(['insert', 'update', 'delete'])
  expect(actions('Read')).toEqual([])
  expect(actions('New')).toEqual(['insert'])
  expect(actions('Kept')).toEqual(['insert', 'update'])
  expect([actions('Chosen'), actions('Single')]).toEqual([[], []])
  expect([rows('Few'), rows('Joined'), rows('Whole.parts')]).toEqual([undefined, undefined, undefined])
  expect(rows('Drafted')).toMatchObject({ isDraftEnabled: true, actions: ['insert', 'update', 'delete'] })
})

test('types are built-in ones, and it is told which values are left out', () => {
  const of = (entity: string, name: string) => rows(entity)?.columns.find(({ element }) => element === name)
  expect(of('Whole', 'price')).toMatchObject({ type: 'cds.Decimal', isKey: false, isGiven: 'never', isStamp: false })
  expect([of('Whole', 'tags')?.type, of('Whole', 'place_shelf')?.type]).toEqual(['json', 'cds.String'])
  expect(of('Whole', 'at')?.isGiven).toBe('always')
  expect(of('People', 'ID')).toMatchObject({ isKey: true, isGiven: 'never' })
  expect([of('People', 'name')?.isGiven, of('People', 'gone')?.isGiven]).toEqual(['on update', 'always'])
  expect(of('People', 'stamp')?.isStamp).toBe(true)
})
