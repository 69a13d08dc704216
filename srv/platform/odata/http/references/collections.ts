import { jsonBody } from '../bodies/body-type.ts'
import { BatchRun } from '../batch/run.ts'
import { badRequest, requestError } from '../../protocol/errors.ts'
import { limitsInForce } from '../../protocol/limits.ts'
import { type Change, type Delta, deltaChanges, deltaOf } from './deltas.ts'
import { urlOfId } from './entity-id.ts'
import { preference, tellApplied } from '../answers/representation.ts'
import { uplinkOf } from '../../../cap/model.ts'
import { rawOptions } from '../urls/well-formed-url.ts'
import { isOne, printPath, type RecordStep, resourceAt } from '../../meaning/resource.ts'
import { isReferable } from '../../meaning/edm.ts'
import { type CapAdapter, type Concern, type Request, type Response } from '../../../cap/odata.ts'
import type { BatchAnswer, Exchange } from '../batch/batch-request.ts'

/** Sends requests through all that a request passes, as a group that succeeds or fails as a whole. */
class Group {
  private readonly adapter: CapAdapter
  private readonly req: Request
  private readonly res: Response

  constructor(adapter: CapAdapter, req: Request, res: Response) {
    this.adapter = adapter
    this.req = req
    this.res = res
  }

  async make(changes: readonly Change[], headers: Readonly<Record<string, string>> = {}): Promise<readonly Exchange[]> {
    const { batchParts } = limitsInForce()
    if (changes.length > batchParts)
      throw requestError(413, 'BATCH_TOO_LARGE', `A collection is changed in ${batchParts} places at once at most.`)
    const requests = changes.map(({ etag, place: _, ...change }, index) => ({
      ...change,
      ...{ id: String(index), group: 'all', dependsOn: [] },
      headers: { ...headers, 'content-type': 'application/json', ...(etag !== undefined && { 'if-match': etag }) },
    }))
    return requests.length ? new BatchRun(this.adapter, this.req, this.res).runStep({ group: 'all', requests }) : []
  }

  /** The URLs of all that a collection refers to. */
  async idsOf(url: string): Promise<string[]> {
    const [read] = await this.make([{ method: 'GET', url }])
    const answer = read?.answer
    if (!answer || answer.status >= 400) throw Object.assign(new Error('refused'), { answer })
    const { value, ...rest } = JSON.parse(String(answer.body ?? '{}')) as { value: Record<string, string>[] }
    if (Object.keys(rest).some((name) => name.endsWith('nextLink')))
      throw requestError(413, 'BATCH_TOO_LARGE', 'The collection is too large to be changed at once.')
    return value.map((reference) => String(reference['@odata.id'] ?? reference['@id']))
  }
}

type Row = Readonly<Record<string, unknown>>

const failureOf = (exchanges: readonly Exchange[]): Exchange | undefined =>
  exchanges.find(({ answer }) => answer.status >= 400 && answer.status !== 424)

const sendAnswer = (res: Response, { status, body = '' }: BatchAnswer, place?: string): void => {
  const { error } = JSON.parse(String(body)) as { error: { target?: string } }
  const target = [place, error.target].filter((each) => each !== undefined).join('/')
  res.status(status).send({ error: { ...error, ...(target && { target }) } })
}

/** Puts the references of a body, or none, in the place of those that a collection has. */
async function replaceReferences(group: Group, req: Request, steps: readonly RecordStep[], adapter: CapAdapter) {
  const target = steps.at(-1) as RecordStep
  const url = `${printPath(steps).slice(1)}/$ref`
  const { value = req.method === 'DELETE' ? [] : undefined } = (req.body ?? {}) as Row
  if (!Array.isArray(value)) throw badRequest('INVALID_BODY', '"value" must be the list of all references.')
  const toUrl = (id: unknown): string => urlOfId(id, target, adapter, '"@odata.id"')
  const wanted = new Set((value as Row[]).map((each) => toUrl(each['@odata.id'] ?? each['@id'])))
  const present = new Set((await group.idsOf(url)).map(toUrl))
  const removed = [...present.difference(wanted)].map((id) => ({
    method: 'DELETE',
    url: `${url}?$id=${encodeURIComponent(id)}`,
  }))
  const added = [...wanted.difference(present)].map((id) => ({ method: 'POST', url, body: { '@odata.id': id } }))
  return group.make([...removed, ...added])
}

/** Applies a delta, and tells it as it was applied where that is asked for. */
async function applyDelta(group: Group, res: Response, delta: Delta, wish: string | undefined): Promise<void> {
  const { changes, describe } = deltaChanges(delta)
  const exchanges = await group.make(changes, { prefer: `return=${wish ?? 'minimal'}` })
  const failure = failureOf(exchanges)
  if (failure) return sendAnswer(res, failure.answer, changes[Number(failure.request.id)]?.place)
  if (wish === 'minimal' || wish === 'representation') tellApplied(res, `return=${wish}`)
  if (wish === 'representation') res.send(describe(exchanges.map(({ answer }) => answer)))
  else res.sendStatus(204)
}

const isReferences = (rest: readonly string[]): boolean => rest.length === 1 && rest[0] === '$ref'

/**
 * Collections that are changed as a whole: a PATCH of a delta, and PUT and DELETE of all references, but for those to
 * parts, which would delete them. Each is a group of changes of single records, by which all that holds for those holds
 * here.
 *
 * @see OData 4.01 Protocol, sections 11.4.6.4 and 11.4.13
 */
export const collections: Concern = (adapter) => {
  const readBody = jsonBody(adapter)
  const change = async (req: Request, res: Response, steps: readonly RecordStep[]): Promise<void> => {
    const group = new Group(adapter, req, res)
    if (req.method === 'PATCH')
      return applyDelta(group, res, deltaOf(req.body, steps, adapter), preference(req, 'return')?.value)
    const failure = failureOf(await replaceReferences(group, req, steps, adapter))
    if (failure) sendAnswer(res, failure.answer)
    else res.sendStatus(204)
  }
  return (req, res, next) => {
    const isPatch = req.method === 'PATCH'
    if (!isPatch && req.method !== 'PUT' && req.method !== 'DELETE') return next()
    const { records: steps, rest } = resourceAt(req.path, adapter.service)
    const [source, target] = [steps.at(-2), steps.at(-1)]
    if (!target || isOne(target) || !isReferable(target.entity)) return next()
    const isLinked =
      source && isOne(source) && target.element && !target.element.isComposition && uplinkOf(target.element)
    if (isPatch ? rest.length : !isReferences(rest) || !isLinked || rawOptions(req.url).length) return next()
    const begin = (failure?: unknown): void => {
      if (failure) next(failure)
      else
        change(req, res, steps).catch((error: unknown) => {
          const { answer } = error as { answer?: BatchAnswer }
          if (answer) sendAnswer(res, answer)
          else next(error)
        })
    }
    if (req.method === 'DELETE') return begin()
    void readBody(req, res, begin)
  }
}
