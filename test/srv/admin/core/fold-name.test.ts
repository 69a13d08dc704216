import { foldName } from '../../../../srv/admin/core/identifiers.ts'

test.each([
  ['Übung', 'ÜBUNG'],
  ['u\u0308bung', 'Übung'],
  ['ΣΑΣ', 'σας'],
  ['straße', 'STRASSE'],
])('%s and %s are the same name but for letter case', (one, other) => {
  expect(foldName(one)).toBe(foldName(other))
})

test('other letters are other names', () => {
  expect(foldName('ubung')).not.toBe(foldName('Übung'))
})
