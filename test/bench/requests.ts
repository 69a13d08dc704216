/** Requests to the administration API, as an admin; whatever is not answered with success is an error. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream/promises'

const HEADERS = { 'content-type': 'application/json', authorization: `Basic ${btoa('admin:admin')}` }

/** Writes the answer to a file. Not by fetch: its streams cost as much as the export. */
export const download = async (url: string, body: object, file: string, accept = 'text/csv'): Promise<void> => {
  const outgoing = request(url, { method: 'POST', headers: { ...HEADERS, accept } })
  outgoing.end(JSON.stringify(body))
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${String(answer.statusCode)}`)
  await pipeline(answer, createWriteStream(file, { highWaterMark: 1_048_576 }))
  if (!answer.complete) throw new Error('The answer broke off')
}

/** @returns the body of the answer. */
export const call = async (url: string, body: object): Promise<unknown> => {
  const answer = await fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}
