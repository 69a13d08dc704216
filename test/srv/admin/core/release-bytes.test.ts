import { releaseBytes } from '../../../../srv/admin/core/streams.ts'

test('memory of its own is given back at once', () => {
  const bytes = new Uint8Array(65_536)
  releaseBytes(bytes)
  expect(bytes.byteLength).toBe(0)
})

test('memory that others look at too stays', () => {
  const bytes = Buffer.from('a text that shares the memory of others')
  const part = new Uint8Array(8).fill(7).subarray(2)
  for (const each of [bytes, part]) releaseBytes(each)
  expect(bytes.toString()).toBe('a text that shares the memory of others')
  expect([...part]).toEqual([7, 7, 7, 7, 7, 7])
})
