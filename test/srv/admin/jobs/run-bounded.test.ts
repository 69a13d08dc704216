import { AdminError } from '../../../../srv/admin/core/errors.ts'
import { type BoundedWork, runBounded } from '../../../../srv/admin/jobs/run-bounded.ts'
import { StreamedResult } from '../../../../srv/admin/operations/operation.ts'

const forever = (): Promise<never> => new Promise(() => undefined)

/** Runs work and tells with what error, if any, it ended when it really had. */
const start = (options: Partial<BoundedWork> & Pick<BoundedWork, 'work'>) => {
  const ended: { error: unknown }[] = []
  const result = runBounded({
    signals: [],
    timeoutMs: 60_000,
    onEnd: (error) => ended.push({ error }),
    ...options,
  })
  return { result, ended }
}

const streamOf = (chunks: AsyncIterable<string>): StreamedResult =>
  new StreamedResult({ contentType: 'text/plain', chunks })

const read = async (stream: unknown): Promise<string> => {
  let text = ''
  for await (const chunk of (stream as StreamedResult).chunks) text += String(chunk)
  return text
}

test('what the work returns or throws comes through', async () => {
  const good = start({ work: async () => ({ a: 1 }) })
  await expect(good.result).resolves.toEqual({ a: 1 })
  expect(good.ended).toEqual([{ error: undefined }])
  const bad = start({
    work: async () => {
      throw new Error('no')
    },
  })
  await expect(bad.result).rejects.toThrow('no')
  expect(bad.ended).toEqual([{ error: new Error('no') }])
})

test('work that does not heed its signal is answered in time, but has not ended', async () => {
  const { result, ended } = start({ timeoutMs: 20, work: forever })
  await expect(result).rejects.toMatchObject({ code: 'OPERATION_TIMEOUT' })
  expect(ended).toEqual([])
})

test('the reason of an abort is told, not what the work made of it', async () => {
  const stop = new AbortController()
  const { result, ended } = start({
    signals: [stop.signal],
    work: (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('driver gave up'))
        })
      }),
  })
  setTimeout(() => {
    stop.abort(new AdminError('OPERATION_CANCELLED', 'enough'))
  }, 5)
  await expect(result).rejects.toMatchObject({ code: 'OPERATION_CANCELLED' })
  expect(ended).toEqual([{ error: expect.objectContaining({ code: 'OPERATION_CANCELLED' }) as unknown }])
})

test('a stream ends with its last chunk', async () => {
  const { result, ended } = start({
    work: async () =>
      streamOf(
        (async function* () {
          yield 'a'
          yield 'b'
        })(),
      ),
  })
  const stream = await result
  expect(ended).toEqual([])
  expect(await read(stream)).toBe('ab')
  expect(ended).toEqual([{ error: undefined }])
})

test('a stream that fails ends with its own error', async () => {
  const { result, ended } = start({
    work: async () =>
      streamOf(
        (async function* () {
          yield 'a'
          throw new AdminError('DATABASE_ERROR', 'lost')
        })(),
      ),
  })
  await expect(result.then(read)).rejects.toMatchObject({ code: 'DATABASE_ERROR' })
  expect(ended).toEqual([{ error: expect.objectContaining({ code: 'DATABASE_ERROR' }) as unknown }])
})

test('a stream may close in good order after its time is over, and has still failed', async () => {
  const { result, ended } = start({
    timeoutMs: 30,
    work: async (signal) =>
      streamOf(
        (async function* () {
          yield '{'
          await new Promise((resolve) => {
            signal.addEventListener('abort', resolve)
          })
          yield '"complete":false}'
        })(),
      ),
  })
  expect(await read(await result)).toBe('{"complete":false}')
  expect(ended).toEqual([{ error: expect.objectContaining({ code: 'OPERATION_TIMEOUT' }) as unknown }])
})

test('a stream that is stuck is given up after its time', async () => {
  const { result } = start({
    timeoutMs: 20,
    work: async () =>
      streamOf(
        (async function* () {
          yield 'a'
          await forever()
        })(),
      ),
  })
  await expect(result.then(read)).rejects.toMatchObject({ code: 'OPERATION_TIMEOUT' })
})

test('a stream that comes too late is closed', async () => {
  let close: () => void = () => undefined
  const closed = new Promise<void>((resolve) => (close = resolve))
  const chunks = {
    [Symbol.asyncIterator]: () => ({
      next: forever,
      return: async () => {
        close()
        return { done: true as const, value: undefined }
      },
    }),
  }
  let arrive: (stream: StreamedResult) => void = () => undefined
  const { result, ended } = start({ timeoutMs: 10, work: () => new Promise((resolve) => (arrive = resolve)) })
  await expect(result).rejects.toMatchObject({ code: 'OPERATION_TIMEOUT' })
  expect(ended).toEqual([])
  arrive(streamOf(chunks))
  await closed
  await new Promise((resolve) => setImmediate(resolve))
  expect(ended).toEqual([{ error: expect.objectContaining({ code: 'OPERATION_TIMEOUT' }) as unknown }])
})

test('a stream that is not read to its end was cancelled', async () => {
  const { result, ended } = start({
    work: async () =>
      streamOf(
        (async function* () {
          yield 'a'
          yield 'b'
        })(),
      ),
  })
  const chunks = ((await result) as StreamedResult).chunks[Symbol.asyncIterator]()
  await chunks.next()
  await chunks.return?.()
  expect(ended).toEqual([{ error: expect.objectContaining({ code: 'OPERATION_CANCELLED' }) as unknown }])
})

test('a stream that is left aborts what hangs on the signal, though it is stuck or was never begun', async () => {
  for (const isBegun of [true, false]) {
    let given: AbortSignal | undefined
    const { result, ended } = start({
      work: async (signal) => {
        given = signal
        return streamOf(
          (async function* () {
            yield 'a'
            await new Promise((_, reject) => {
              signal.addEventListener('abort', () => {
                reject(new Error('released'))
              })
            })
          })(),
        )
      },
    })
    const chunks = ((await result) as StreamedResult).chunks[Symbol.asyncIterator]()
    if (isBegun) {
      await chunks.next()
      void chunks.next().catch(() => undefined)
    }
    await chunks.return?.()
    expect(given?.aborted).toBe(true)
    expect(ended).toEqual([{ error: expect.objectContaining({ code: 'OPERATION_CANCELLED' }) as unknown }])
  }
})
