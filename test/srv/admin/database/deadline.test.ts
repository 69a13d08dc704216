import { beforeDeadline, type Deadline, startDeadline } from '../../../../srv/admin/database/deadline.ts'
import { AdminError } from '../../../../srv/admin/core/errors.ts'

const forever = new Promise<never>(() => undefined)

const started: Deadline[] = []
const start = (signal: AbortSignal, timeoutMs = 10_000): Deadline => {
  const deadline = startDeadline({ signal, timeoutMs })
  started.push(deadline)
  return deadline
}
afterEach(() => {
  for (const deadline of started.splice(0)) deadline.dispose()
})

it('ends work whose time is over', async () => {
  const deadline = start(new AbortController().signal, 10)
  await expect(beforeDeadline(forever, deadline)).rejects.toMatchObject({ code: 'OPERATION_TIMEOUT' })
  expect(() => {
    deadline.check()
  }).toThrow(AdminError)
})

it('ends work that nobody waits for, with the reason that is given', async () => {
  const controller = new AbortController()
  const deadline = start(controller.signal)
  const work = beforeDeadline(forever, deadline)
  const reason = new AdminError('OPERATION_TIMEOUT', 'ours')
  controller.abort(reason)
  await expect(work).rejects.toBe(reason)
  await expect(beforeDeadline(forever, start(AbortSignal.abort()))).rejects.toMatchObject({
    code: 'OPERATION_CANCELLED',
  })
})

it('leaves work alone that ends before, and all work once it is disposed of', async () => {
  const controller = new AbortController()
  const deadline = start(controller.signal)
  expect(await beforeDeadline(Promise.resolve(7), deadline)).toBe(7)
  await expect(beforeDeadline(Promise.reject(new Error('own')), deadline)).rejects.toThrow('own')
  deadline.dispose()
  controller.abort()
  deadline.check()
})
