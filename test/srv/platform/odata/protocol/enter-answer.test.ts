import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { answerQueue, enterAnswer } from '../../../../../srv/platform/odata/protocol/enter-answer.ts'

class Answer extends EventEmitter {
  closed = false
  leave(): void {
    this.closed = true
    this.emit('close')
  }
}
const open = () => new Answer() as unknown as ServerResponse & Answer
/** For work to begin that may: it waits for turns of the event loop, whatever time they take. */
const soon = async () => {
  for (let turn = 0; turn < 10; turn++) await setImmediate()
}

test('answers are made while they have no more rows together than one may have', async () => {
  const queue = answerQueue(100)
  const begun: number[] = []
  const answers = [60, 30, 50, 5].map((rows) => {
    const res = open()
    enterAnswer(queue, rows, res, () => begun.push(rows))
    return res
  })
  await soon()
  // The last one would have room, but those before it would wait for ever if others always went first.
  expect(begun).toEqual([60, 30])
  answers[0]!.emit('prefinish')
  await soon()
  expect(begun).toEqual([60, 30, 50, 5])
})

test('one with more rows than that has them all for itself', async () => {
  const queue = answerQueue(100)
  const begun: number[] = []
  const [first, second] = [open(), open()]
  enterAnswer(queue, 1, first, () => begun.push(1))
  enterAnswer(queue, 1_000, second, () => begun.push(1_000))
  await soon()
  expect(begun).toEqual([1])
  first.emit('prefinish')
  await soon()
  expect(begun).toEqual([1, 1_000])
})

test('whoever has left is not waited for, and is never begun', async () => {
  const queue = answerQueue(100)
  const begun: string[] = []
  const [first, second, third] = [open(), open(), open()]
  enterAnswer(queue, 100, first, () => begun.push('first'))
  enterAnswer(queue, 100, second, () => begun.push('second'))
  enterAnswer(queue, 100, third, () => begun.push('third'))
  second.leave()
  first.emit('prefinish')
  first.leave()
  await soon()
  expect(begun).toEqual(['first', 'third'])
})

test('who has left before asking takes no place', async () => {
  const queue = answerQueue(100)
  const begun: string[] = []
  const [gone, next] = [open(), open()]
  gone.leave()
  enterAnswer(queue, 100, gone, () => begun.push('gone'))
  enterAnswer(queue, 100, next, () => begun.push('next'))
  await soon()
  expect(begun).toEqual(['next'])
})

test('an answer that waits stays that of its own request', async () => {
  const queue = answerQueue(1)
  const caller = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  for (const name of ['a', 'b', 'c']) {
    const res = open()
    caller.run(name, () => {
      enterAnswer(queue, 1, res, () => {
        seen.push(caller.getStore())
        res.emit('prefinish')
      })
    })
  }
  await soon()
  expect(seen).toEqual(['a', 'b', 'c'])
})

test('more than may wait is refused at once', async () => {
  const queue = answerQueue(100, 150)
  const told: string[] = []
  const answers = [100, 100, 60, 50, 1].map((rows) => {
    const res = open()
    const tell = (what: string) => () => told.push(`${what} ${rows}`)
    enterAnswer(queue, rows, res, tell('begun'), tell('refused'))
    return res
  })
  expect(told).toEqual(['begun 100', 'refused 60', 'refused 1'])
  answers[0]!.emit('prefinish')
  await soon()
  const late = open()
  enterAnswer(queue, 100, late, () => told.push('begun late'), () => told.push('refused late')) // prettier-ignore
  answers[1]!.emit('prefinish')
  await soon()
  answers[3]!.emit('prefinish')
  await soon()
  expect(told.slice(3)).toEqual(['begun 100', 'begun 50', 'begun late'])
})
