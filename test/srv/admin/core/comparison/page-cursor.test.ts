import { type PagePosition, readCursor, writeCursor } from '../../../../../srv/admin/core/comparison/page-cursor.ts'

const position = (after: PagePosition['after']): PagePosition => ({ part: 'keyed', after, skip: 0 })

test.each([
  [[1, 'a', true]],
  [[-(2n ** 63n), 2n ** 63n - 1n, Uint8Array.of(0, 255)]],
  [null],
] as PagePosition['after'][][])('what is written is read back: %p', (after) => {
  expect(readCursor('s', writeCursor('s', position(after)), 3)).toEqual(position(after))
})

const forged = (key: unknown): string => Buffer.from(JSON.stringify(['s', 'keyed', [key], 0])).toString('base64url')

test.each([
  ...[null, [], {}, { integer: 1.5 }, { integer: '1.5' }, { integer: '9223372036854775808' }, { bytes: 1 }],
  ...[{ bytes: 'AA', integer: 1.5 }, { bytes: 'AA', integer: {} }, { integer: '1', bytes: 'AA' }, 'a\0', '\ud800'],
])('a key of %j is refused as no cursor', (key) => {
  expect(() => readCursor('s', forged(key), 1)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMETER' }))
})

test('one that is cut, or of something else, is refused', () => {
  const cursor = writeCursor('s', position([1]))
  for (let length = 0; length < cursor.length; length++)
    expect(() => readCursor('s', cursor.slice(0, length), 1)).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMETER' }),
    )
  expect(() => readCursor('t', cursor, 1)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMETER' }))
})
