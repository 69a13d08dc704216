import { cdsValue } from '../../../../srv/admin/operations/rows/change-rows/service-calls.ts'

test.each([
  ['cds.String', 'a', 'a'],
  ['cds.LargeString', '', ''],
  ['cds.Boolean', 1, true],
  ['cds.Boolean', 0n, false],
  ['cds.Boolean', true, true],
  ['cds.Int32', 7n, 7],
  ['cds.Int64', 9007199254740993n, '9007199254740993'],
  ['cds.Decimal', '1.50', '1.50'],
  ['cds.Decimal', 1.5, '1.5'],
  ['cds.Double', 0.1, 0.1],
  ['cds.DateTime', '2024-02-29T01:02:03.000Z', '2024-02-29T01:02:03Z'],
  ['cds.DateTime', '2024-02-29 01:02:03', '2024-02-29T01:02:03Z'],
  ['cds.DateTime', '2024-02-29 01:02:03.5', '2024-02-29T01:02:03.5Z'],
  ['cds.Timestamp', '2024-02-29 01:02:03.123456', '2024-02-29T01:02:03.123456Z'],
  ['cds.Timestamp', '2024-02-29 01:02:03+02', '2024-02-29T01:02:03+02'],
  ['cds.Timestamp', 'soon', 'soon'],
  ['cds.LargeBinary', Uint8Array.of(0, 255), Buffer.from([0, 255])],
  ['cds.Binary', 'AP8=', Buffer.from([0, 255])],
  ['json', '{"a":[1]}', { a: [1] }],
  ['json', '{', undefined],
  ['json', null, null],
])('%s has %p as %p', (type, value, expected) => {
  expect(cdsValue(type, value)).toEqual(expected)
})
