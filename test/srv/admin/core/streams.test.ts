import { PassThrough } from 'node:stream'
import { drained } from '../../../../srv/admin/core/streams.ts'

const full = (): PassThrough => {
  const stream = new PassThrough({ highWaterMark: 1 })
  stream.write('xx')
  return stream
}
const listeners = (stream: PassThrough): number => stream.listenerCount('drain') + stream.listenerCount('close')

test('waiting ends when the stream takes more', async () => {
  const stream = full()
  const before = listeners(stream)
  const waiting = drained(stream)
  stream.resume()
  await waiting
  expect(listeners(stream)).toBe(before)
})

test.each<[string, (stream: PassThrough, stop: AbortController) => unknown]>([
  ['the stream is destroyed', (stream) => stream.destroy()],
  [
    'the signal comes',
    (_, stop) => {
      stop.abort()
    },
  ],
])('waiting ends when %s, also before it began', async (_, end) => {
  for (const isBefore of [false, true]) {
    const [stream, stop] = [full(), new AbortController()]
    const before = listeners(stream)
    if (isBefore) end(stream, stop)
    await new Promise((resolve) => setImmediate(resolve))
    const waiting = drained(stream, stop.signal)
    if (!isBefore) end(stream, stop)
    await waiting
    expect(listeners(stream)).toBe(before)
  }
})
