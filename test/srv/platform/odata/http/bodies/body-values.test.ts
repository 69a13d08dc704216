import { canonicalValues } from '../../../../../../srv/platform/odata/http/bodies/body-values.ts'
import type { BodyRecord } from '../../../../../../srv/platform/odata/http/bodies/records.ts'

const GUID = 'ABCDEF01-2345-6789-ABCD-EF0123456789'

test('GUIDs get lower case and bytes one alphabet where the model has them, and texts stay', () => {
  const entity = {
    elements: {
      ID: { name: 'ID', _type: 'cds.UUID' },
      title: { _type: 'cds.String' },
      bytes: { _type: 'cds.Binary' },
    },
  }
  const record = {
    ID: GUID,
    title: GUID,
    other: GUID,
    constructor: GUID,
    bytes: '_-8',
  }
  canonicalValues({ entity, record, path: '' } as unknown as BodyRecord)
  expect(record).toEqual({
    ID: GUID.toLowerCase(),
    title: GUID,
    other: GUID,
    constructor: GUID,
    bytes: '/+8=',
  })
})
