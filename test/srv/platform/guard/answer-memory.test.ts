import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { AnswerMemory } from '../../../../srv/platform/guard/under-way.ts'

/** What is used of an answer: it tells that it is over. */
class Answer extends EventEmitter {
  closed = false
  close(): void {
    this.closed = true
    this.emit('close')
  }
}
const open = () => new Answer() as unknown as ServerResponse & Answer

test('what an answer takes is free again when it is over', () => {
  const memory = new AnswerMemory(100)
  const res = open()
  memory.add(res, 60)
  memory.add(res, 20)
  expect([memory.bytes, memory.hasRoom(20), memory.hasRoom(21)]).toEqual([80, true, false])
  memory.take(res, 10)
  expect(memory.bytes).toBe(10)
  res.close()
  expect(memory.bytes).toBe(0)
})

test('an answer alone may be larger than all', () => {
  const memory = new AnswerMemory(100)
  const res = open()
  expect([memory.hasRoom(1_000), memory.mayTake(res, 1_000)]).toEqual([true, true])
  memory.take(res, 1_000)
  expect([memory.isFull, memory.mayTake(res, 2_000), memory.mayTake(open(), 1)]).toEqual([true, true, false])
})

test('bytes that are kept for many count once', () => {
  const memory = new AnswerMemory(100)
  const [body, other] = [new Uint8Array(80), new Uint8Array(30)]
  const [first, second] = [open(), open()]
  memory.share(first, body)
  memory.share(second, body)
  expect([memory.bytes, memory.mayShare(body), memory.mayShare(other)]).toEqual([80, true, false])
  first.close()
  expect([memory.bytes, memory.mayShare(body)]).toEqual([80, true])
  second.close()
  expect([memory.bytes, memory.mayShare(other)]).toEqual([0, true])
})

test('an answer whose client has left takes nothing', () => {
  const memory = new AnswerMemory(100)
  const res = open()
  res.close()
  memory.add(res, 60)
  memory.share(res, new Uint8Array(10))
  expect(memory.bytes).toBe(0)
})

test('whatever happens, all is free in the end, and nothing is counted twice', () => {
  const step = fc.record({
    answer: fc.nat(4),
    what: fc.constantFrom('add' as const, 'take' as const, 'share' as const, 'close' as const),
    bytes: fc.nat(1_000),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const memory = new AnswerMemory(1_000)
      const bodies = [new Uint8Array(7), new Uint8Array(11)]
      const answers = Array.from({ length: 5 }, open)
      const taken = new Map<ServerResponse, number>()
      for (const { answer, what, bytes } of steps) {
        const res = answers[answer]!
        if (what === 'close') res.close()
        else if (what === 'share') memory.share(res, bodies[bytes % 2]!)
        else memory[what](res, bytes)
        if (what === 'close') taken.delete(res)
        else if (what !== 'share' && !res.closed) taken.set(res, bytes + (what === 'add' ? (taken.get(res) ?? 0) : 0))
      }
      const sum = [...taken.values()].reduce((total, bytes) => total + bytes, 0)
      expect([0, 7, 11, 18]).toContain(memory.bytes - sum)
      for (const res of answers) res.close()
      expect(memory.bytes).toBe(0)
    }),
  )
})
