import { setImmediate } from 'node:timers/promises'
import express from 'express'
import { requestError, badRequest } from '../../protocol/errors.ts'
import { readMediaRange } from '../answers/content-negotiation.ts'
import { TOO_MUCH_UNDER_WAY, answerMemory } from '../../../guard/index.ts'
import { limitsInForce, enterWrite, enterAnswerWithRows } from '../../protocol/limits.ts'
import { preference, tellApplied } from '../answers/representation.ts'
import { planBatch } from './plan.ts'
import { readJsonBatch, writeJsonBatch } from './json.ts'
import { boundaryOf, readMultipartBatch, writeMultipartBatch } from './multipart.ts'
import { BatchRun } from './run.ts'
import { textBefore } from '../../url/query.ts'
import type { CapAdapter, Concern, Request, Response } from '../../../cap/odata.ts'
import type { BatchRequest, Exchange } from './batch-request.ts'

type Format = 'json' | 'multipart'

/** By their media types. */
const FORMATS: Readonly<Record<string, Format>> = { 'application/json': 'json', 'multipart/mixed': 'multipart' }

const isFor = (range: string, type: string): boolean =>
  range === type || range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))

/**
 * The format to answer a batch with: the one that was sent wherever it is accepted, the other one where that alone is.
 * Clients whose HTTP library accepts JSON first and anything after it read what they wrote, and one that accepts JSON
 * alone gets JSON for multipart, too.
 *
 * @throws NOT_ACCEPTABLE (406)
 * @see OData Protocol 4.01, section 11.7, "Batch Requests"
 */
export const responseFormat = (accept: string | undefined, sent: Format): Format => {
  if (!accept) return sent
  const ranges = accept.split(',').map(readMediaRange)
  const accepted = Object.entries(FORMATS).flatMap(([type, format]) => {
    const found = ranges.filter((range) => isFor(range.type, type))
    // What is named itself counts, not the wildcard beside it.
    const [nearest] = found.toSorted((a, b) => b.type.replace('*', '').length - a.type.replace('*', '').length)
    return nearest && nearest.quality > 0 ? format : []
  })
  if (accepted.includes(sent)) return sent
  const [other] = accepted
  if (!other) throw requestError(406, 'NOT_ACCEPTABLE', 'A batch is answered as multipart/mixed or application/json.')
  return other
}

const mediaType = (header: string): string => textBefore(header, ';').trim().toLowerCase()

const requestFormat = (req: Request): Format => {
  const format = FORMATS[mediaType(req.headers['content-type'] ?? '')]
  if (!format)
    throw badRequest('BATCH_MALFORMED', 'A batch must have the Content-Type multipart/mixed or application/json.')
  return format
}

const textOf = ({ body }: Request): string => (typeof body === 'string' ? body : '')

const readRequests = (req: Request, format: Format): BatchRequest[] => {
  const body = textOf(req)
  if (format === 'json') return readJsonBatch(body)
  const boundary = boundaryOf(req.headers['content-type'] ?? '')
  if (!boundary) throw badRequest('BATCH_MALFORMED', 'The Content-Type of the batch has no valid boundary.')
  return readMultipartBatch(body, boundary)
}

/** Without the preference a multipart batch stops at the first failure, and a JSON batch goes on, as CAP's always did. */
const continuesOnError = (req: Request, format: Format): boolean => {
  const wish = preference(req, 'continue-on-error')
  return wish ? wish.value.toLowerCase() !== 'false' : format === 'json'
}

/** Bytes that are encoded in one turn of the event loop. */
const TURN_BYTES = 524_288

/** The texts as bytes, made in turns: some of them are megabytes. */
const bytesOf = async (pieces: Iterable<string | Buffer>): Promise<Buffer> => {
  const buffers: Buffer[] = []
  let inTurn = 0
  for (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    buffers.push(bytes)
    inTurn += bytes.byteLength
    if (inTurn < TURN_BYTES) continue
    inTurn = 0
    await setImmediate()
  }
  return Buffer.concat(buffers)
}

const send = async (res: Response, format: Format, steps: readonly (readonly Exchange[])[]): Promise<void> => {
  const written = format === 'json' ? { pieces: writeJsonBatch(steps) } : writeMultipartBatch(steps)
  const bytes = await bytesOf(written.pieces)
  if ('boundary' in written) res.set('Content-Type', `multipart/mixed; boundary=${written.boundary}`)
  else res.type('json')
  if (bytes.byteLength < TURN_BYTES) res.send(bytes)
  // By itself: express would look through all of it for an ETag, which tells nobody anything of a batch.
  else res.set('Content-Length', String(bytes.byteLength)).end(bytes)
}

/** How many of the largest batches may be under way; what a part expands to is known too late to wait for it. */
const LARGEST_AT_ONCE = 4
/** The part of the largest batch below which a batch goes on at once. */
const FEW = 0.04
/** What a part that writes comes to in records at least: most of its work is not about these. */
const PART_ROWS = 10

/** About as many records as a batch writes: as objects in its text, which also has some of the batch itself. */
const rowsWritten = (requests: readonly BatchRequest[], text: string): number => {
  const writes = requests.filter(({ method }) => method !== 'GET').length
  return writes === 0 ? 0 : writes * PART_ROWS + text.split('{').length
}

const EXPAND = /(?:\$|%24)expand/i

/** Waits until a batch may begin: before it has a connection to the database that those in front of it may need. */
const myTurn = async (requests: readonly BatchRequest[], text: string, res: Response): Promise<void> => {
  if (answerMemory().isFull) throw requestError(503, TOO_MUCH_UNDER_WAY.code, TOO_MUCH_UNDER_WAY.message)
  await new Promise<void>((resolve, reject) => {
    enterWrite(rowsWritten(requests, text), res, (refused) => (refused ? reject(refused) : resolve()))
  })
  const { expandRows, batchParts } = limitsInForce()
  const size = requests.some(({ url }) => EXPAND.test(url)) ? 1 : requests.length / batchParts
  if (size <= FEW) return
  await new Promise<void>((resolve) => enterAnswerWithRows((size * expandRows) / LARGEST_AT_ONCE, res, resolve))
}

const processBatch = async (adapter: CapAdapter, req: Request, res: Response): Promise<void> => {
  const sent = requestFormat(req)
  const asked = responseFormat(req.headers.accept, sent)
  const requests = readRequests(req, sent)
  const plan = planBatch(requests, limitsInForce().batchParts)
  await myTurn(requests, textOf(req), res)
  const steps = await new BatchRun(adapter, req, res).run(plan, continuesOnError(req, sent))
  const wish = preference(req, 'continue-on-error')
  if (wish) tellApplied(res, wish.text)
  await send(res, asked, steps)
}

/**
 * $batch in both formats, instead of CAP's.
 *
 * Either format is read into one list of requests, planned and checked as a whole before anything is run, then run
 * one after the other through the adapter's own handlers, and answered in the format that came, or in the other one where that alone is accepted.
 */
export const batch: Concern = (adapter) => {
  const readBody = express.text({ ...adapter.body_parser_options, type: () => true })
  return (req, res, next) => {
    if (req.method !== 'POST') {
      res.set('Allow', 'POST')
      return next(requestError(405, 'METHOD_NOT_ALLOWED', 'A batch must be sent with POST.'))
    }
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- express types its own request so
    readBody(req, res, (error?: unknown) => {
      if (error) next(error)
      else processBatch(adapter, req, res).catch(next)
    })
  }
}
