import { untilAborted } from '../../../../srv/admin/core/streams.ts'

test('chunks come until the signal is aborted; then its reason is thrown, and the source is closed', async () => {
  const controller = new AbortController()
  const seen: number[] = []
  let isClosed = false
  const source = async function* (): AsyncGenerator<number> {
    try {
      for (let n = 1; ; n++) yield await Promise.resolve(n)
    } finally {
      isClosed = true
    }
  }
  const read = async (): Promise<void> => {
    for await (const chunk of untilAborted(source(), controller.signal)) {
      seen.push(chunk)
      if (chunk === 3) controller.abort(new Error('too late'))
    }
  }
  await expect(read()).rejects.toThrow('too late')
  expect([seen, isClosed]).toEqual([[1, 2, 3], true])
  await expect(untilAborted(source(), controller.signal).next()).rejects.toThrow('too late')
})
