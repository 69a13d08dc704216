import express, { type RequestHandler } from 'express'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Answer } from '../../../../srv/platform/cache/answer-store.ts'
import { TableVersions } from '../../../../srv/read-cache/table-versions.ts'
import { recordAnswer, recordingOf } from '../../../../srv/platform/cache/record-answer.ts'

/** What is handed over of the answer that a handler gives. */
const recorded = async (versions: TableVersions, handler: RequestHandler): Promise<Answer | undefined> => {
  let kept: Answer | undefined
  const app = express().disable('etag')
  app.use(recordAnswer({ now: () => versions.now, keep: (_, answer) => (kept = answer), answerBytes: 1_000 }), handler)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await fetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/x`)
  await answer.text()
  server.close()
  return kept
}

const isGood = (versions: TableVersions, { tables, since }: Answer): boolean => versions.areUnchanged(tables, since)

test('an answer is good until a table changes that it was read from', async () => {
  const versions = new TableVersions()
  versions.change(['film'])
  const answer = await recorded(versions, (req, res) => {
    recordingOf(req)!.read(['film', 'people'])
    res.json({})
  })
  expect(isGood(versions, answer!)).toBe(true)
  versions.change(['planet'])
  expect(isGood(versions, answer!)).toBe(true)
  versions.change(['people'])
  expect(isGood(versions, answer!)).toBe(false)
})

test.each([
  ['before', ['film'], []],
  ['after', [], ['film']],
])('an answer is not good when its table changed while it was made, %s it was read', async (_, before, after) => {
  const versions = new TableVersions()
  const answer = await recorded(versions, (req, res) => {
    if (before.length > 0) versions.change(before)
    recordingOf(req)!.read(['film'])
    if (after.length > 0) versions.change(after)
    res.json({})
  })
  expect(isGood(versions, answer!)).toBe(false)
})

test('an answer is not good after everything may have changed', async () => {
  const versions = new TableVersions()
  const answer = await recorded(versions, (_req, res) => void res.json({}))
  versions.changeAll()
  expect(isGood(versions, answer!)).toBe(false)
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
  [
    'what will be different',
    (req, res) => {
      recordingOf(req)!.spoil()
      res.json({})
    },
  ],
])('%s is not kept', async (_, handler) => {
  expect(await recorded(new TableVersions(), handler)).toBeUndefined()
})
