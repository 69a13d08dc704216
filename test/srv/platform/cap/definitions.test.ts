import cds from '@sap/cds'
import { allEntities, entityNamed } from '../../../../srv/platform/cap/csn.ts'

test('entities are found by name in the served model, and nothing else is', () => {
  expect(entityNamed('A')).toBeUndefined()
  cds.model = cds.linked(cds.parse('entity A { key ID: UUID; } type T: String;'))
  expect(entityNamed('A')?.name).toBe('A')
  for (const name of ['constructor', '__proto__', 'B']) expect(entityNamed(name)).toBeUndefined()
  expect(allEntities().map(({ name }) => name)).toEqual(['A'])
})
