import { canonicalValues } from '../../../../../srv/platform/odata/bodies/body-values.ts'
import type { BodyRecord } from '../../../../../srv/platform/odata/bodies/records.ts'

const GUID = 'ABCDEF01-2345-6789-ABCD-EF0123456789'

test('GUIDs get lower case and bytes one alphabet where the model has them, and texts stay', () => {
  const uuid = { name: 'ID', _type: 'cds.UUID' }
  const entity = {
    elements: {
      ID: uuid,
      title: { _type: 'cds.String' },
      bytes: { _type: 'cds.Binary' },
      planet: { isAssociation: true, _target: { keys: { ID: uuid } } },
    },
  }
  const record = {
    ID: GUID,
    title: GUID,
    'planet@odata.bind': `/Planet(ID=${GUID})`,
    other: GUID,
    constructor: GUID,
    bytes: '_-8',
  }
  canonicalValues({ entity, record, path: '' } as unknown as BodyRecord)
  expect(record).toEqual({
    ID: GUID.toLowerCase(),
    title: GUID,
    'planet@odata.bind': `/Planet(ID=${GUID.toLowerCase()})`,
    other: GUID,
    constructor: GUID,
    bytes: '/+8=',
  })
})
