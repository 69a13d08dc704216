import express, { type RequestHandler } from 'express'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Answer, recordAnswer } from '../../../../srv/platform/cache/record-answer.ts'
import { Recording } from '../../../../srv/read-cache/table-versions.ts'

/** What is handed over of the answer that a handler gives. */
const recorded = async (handler: RequestHandler): Promise<{ answer: Answer; recording: Recording } | undefined> => {
  let kept: { answer: Answer; recording: Recording } | undefined
  const app = express().disable('etag')
  const record = () => new Recording(7)
  const keep = (_request: string, answer: Answer, recording: Recording): void => void (kept = { answer, recording })
  app.use(recordAnswer({ record, keep, answerBytes: 1_000 }), handler)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await fetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/x`)
  await answer.text()
  server.close()
  return kept
}

test('an answer is handed over as it was sent, with what it was recorded in', async () => {
  const kept = await recorded((_req, res) => void res.json({ a: 1 }))
  expect(kept!.recording.since).toBe(7)
  expect(kept!.answer.body).toBe('{"a":1}')
  expect(kept!.answer.etag).toMatch(/^".+"$/)
  expect(kept!.answer.headers).toEqual(expect.arrayContaining(['ETag', kept!.answer.etag]))
})

test.each<[string, RequestHandler]>([
  ['an error', (_req, res) => void res.status(404).json({})],
  ['nothing', (_req, res) => void res.status(204).end()],
  ['what has no body', (_req, res) => void res.end()],
  ['more than is kept', (_req, res) => void res.send('x'.repeat(2_000))],
  [
    'a stream',
    (_req, res) => {
      res.write('x')
      res.end('y')
    },
  ],
])('%s is not kept', async (_, handler) => {
  expect(await recorded(handler)).toBeUndefined()
})
