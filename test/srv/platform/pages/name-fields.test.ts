import cds from '@sap/cds'
import { nameFieldsOf, titleOf } from '../../../../srv/platform/pages/name-fields.ts'

const MODEL = `
  entity Films { key ID : UUID; title : String @title: '{i18n>Title}'; box_office : Decimal; unseen : String; studio : Association to Studios; }
  entity Studios { key ID : UUID; founded_by : String; }
  service Pages {
    entity Film as projection on Films;
    entity Studio as projection on Studios;
  }
  annotate Pages.Film with @UI: {
    LineItem: [ { Value: title }, { Value: studio.founded_by }, { Value: nothing } ],
    FieldGroup #Money: { Data: [ { Value: box_office } ] },
  };
`

const labelsOf = (type: string): Record<string, unknown> => {
  const csn = cds.compile(MODEL) as unknown as { definitions: object }
  nameFieldsOf(csn.definitions as never)
  const document = cds.compile.to.edm(csn as never, { service: 'Pages' } as never) as unknown
  const { Pages } = (typeof document === 'string' ? JSON.parse(document) : document) as {
    Pages: { $Annotations: Record<string, Record<string, unknown>> }
  }
  return Object.fromEntries(
    Object.entries(Pages.$Annotations).flatMap(([target, { '@Common.Label': label }]) =>
      target.startsWith(`Pages.${type}/`) && label !== undefined ? [[target.split('/')[1]!, label]] : [],
    ),
  )
}

test('what a page shows has a title: its own, or the words of its name', () => {
  expect(labelsOf('Film')).toEqual({ title: '{i18n>Title}', box_office: 'Box office' })
})

test('so has what is shown of a partner', () => {
  expect(labelsOf('Studio')).toEqual({ founded_by: 'Founded by' })
})

test.each([
  ['box_office', 'Box office'],
  ['boxOffice', 'Box office'],
  ['_hidden_', 'Hidden'],
  ['ID', 'ID'],
  ['homeworld_ID', 'Homeworld ID'],
])('the words of %s', (name, title) => {
  expect(titleOf(name)).toBe(title)
})
