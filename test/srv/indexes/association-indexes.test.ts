/** Which indexes a model asks for, by small models of each kind. */
import cds from '@sap/cds'
import { associationIndexes, type Index } from '../../../srv/indexes/association-indexes.ts'

const indexesOf = (source: string): Index[] => {
  const csn = cds.compile(source) as never
  const model = cds.compile.for.nodejs(csn) as unknown as { definitions: Iterable<never> }
  return associationIndexes(model.definitions)
}

const TARGET = 'entity T { key ID : UUID; } entity Two { key a : Integer; key b : Integer; }'

const MODELS: Record<string, [source: string, expected: [name: string, columns: string[]][]]> = {
  'an association': [`entity E { key ID : UUID; t : Association to T; }`, [['E_by_t', ['t_ID']]]],
  'two keys': [`entity E { key ID : UUID; two : Association to Two; }`, [['E_by_two', ['two_a', 'two_b']]]],
  'a key that begins with it': [`entity E { key t : Association to T; key n : Integer; }`, []],
  'a key that ends with it': [`entity E { key n : Integer; key t : Association to T; }`, [['E_by_t', ['t_ID']]]],
  'a unique pair that begins with it': [
    `@assert.unique: { pair: [t, u] } entity E { key ID : UUID; t : Association to T; u : Association to T; }`,
    [['E_by_u', ['u_ID']]],
  ],
  'a unique pair by column': [
    `@assert.unique: { one: [n], pair: [t_ID] } entity E { key ID : UUID; n : Integer; t : Association to T; }`,
    [],
  ],
  'a namespace': [`entity a.b.E { key ID : UUID; t : Association to T; }`, [['a_b_E_by_t', ['t_ID']]]],
  'an aspect with a structure': [`entity E { key ID : UUID; s { t : Association to T; } }`, [['E_by_s_t', ['s_t_ID']]]],
  'what is there, skipped or looked at': [
    `@cds.persistence.skip entity S { key ID : UUID; t : Association to T; }
     @cds.persistence.exists entity X { key ID : UUID; t : Association to T; }
     entity E { key ID : UUID; t : Association to T; } entity V as projection on E;`,
    [['E_by_t', ['t_ID']]],
  ],
  'backlinks alone': [`entity E { key ID : UUID; many : Association to many T on many.ID = ID; }`, []],
  'a service with drafts': [
    `@assert.unique: { one: [t] } entity E { key ID : UUID; t : Association to T; }
     service S { @odata.draft.enabled entity P as projection on E; }`,
    [
      ['S_P_drafts_by_t', ['t_ID']],
      ['S_P_drafts_by_DraftAdministrativeData', ['DraftAdministrativeData_DraftUUID']],
    ],
  ],
}

test.each(Object.entries(MODELS))('%s', (_, [source, expected]) => {
  expect(indexesOf(`${TARGET} ${source}`).map(({ name, columns }) => [name, columns])).toEqual(expected)
})

test('long names stay different and within what PostgreSQL takes, and are the same each time', () => {
  const entity = 'A'.repeat(50)
  const source = `${TARGET} entity ${entity} { key ID : UUID; a_long_name_1 : Association to T; a_long_name_2 : Association to T; }`
  const names = indexesOf(source).map(({ name }) => name)
  expect(new Set(names).size).toBe(2)
  expect(names.every((name) => Buffer.byteLength(name) <= 63)).toBe(true)
  expect(indexesOf(source).map(({ name }) => name)).toEqual(names)
})
