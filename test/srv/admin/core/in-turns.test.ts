import { inTurns } from '../../../../srv/admin/core/in-turns.ts'

function* busy(pieces: number): Generator<void, string> {
  for (let piece = 0; piece < pieces; piece++) {
    const end = performance.now() + 1
    while (performance.now() < end);
    yield
  }
  return 'done'
}

test('others have their turn while the work goes on', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await expect(inTurns(busy(100), new AbortController().signal)).resolves.toBe('done')
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
})

test('the work ends when it is told to', async () => {
  const controller = new AbortController()
  const work = inTurns(busy(Infinity), controller.signal)
  setTimeout(() => {
    controller.abort(new Error('enough'))
  }, 20)
  await expect(work).rejects.toThrow('enough')
})
