import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { TextPipe } from '../../../../../srv/admin/database/sqlite/text.ts'

const bytesOf = (text: Uint8Array): number[] => [...text]

test('texts come out as they went in, however the pipe cuts and joins them', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 })), fc.infiniteStream(fc.nat(30)), async (texts, cuts) => {
      const source = new PassThrough()
      const pipe = new TextPipe(source)
      const taken = texts.map((text) => pipe.take(text.byteLength))
      const all = Buffer.concat(texts)
      for (let start = 0; start < all.byteLength;) {
        const end = start + 1 + Number(cuts.next().value)
        source.write(Uint8Array.from(all.subarray(start, end)))
        if (end % 2 === 0) await setImmediate()
        start = end
      }
      expect((await Promise.all(taken)).map(bytesOf)).toEqual(texts.map(bytesOf))
    }),
  ))

test('a text that is cut off by the end of the process is none', async () => {
  const source = new PassThrough()
  const pipe = new TextPipe(source)
  const taken = Promise.allSettled([pipe.take(3), pipe.take(3), pipe.take(1)])
  source.end('12345')
  expect((await taken).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
})
