import { setImmediate } from 'node:timers/promises'
import cds from '@sap/cds'
import { answerMemory, languageOf } from '../../../guard/index.ts'
import { onlyReading } from '../../../readers/index.ts'
import { requestError } from '../../protocol/errors.ts'
import {
  type CapAdapter,
  type Failure,
  finalErrorHandlers,
  isErrorHandler,
  isPart,
  type NextFunction,
  type Request,
  type Response,
} from '../../../cap/odata.ts'
import { checkHost, withinService, createPart, type Part, putBody } from './part.ts'
import { standardAnswers, type BatchAnswer, type BatchRequest, type Exchange } from './batch-request.ts'
import { Tries } from './retries.ts'
import { referenceOf, type Step, type Known, withReferences } from './plan.ts'
import { textBefore } from '../../url/query.ts'
import { versionOf } from '../answers/content-negotiation.ts'

/** The part of a router that passes a request through its handlers. */
interface Handlers {
  stack: { handle: { length: number } }[]
  handle(req: Request, res: Response, next: NextFunction): void
}

/** The adapter's handlers without those for errors: the error of a part is told when its transaction has ended. */
const handlersOf = (adapter: CapAdapter): Handlers => {
  const handlers = Object.create(adapter.router) as Handlers
  handlers.stack = handlers.stack.filter(({ handle }) => !isErrorHandler(handle))
  return handlers
}

/** Texts and messages of a part are in its own language, which CAP finds in the context alone. */
const speakAs = (req: Request): void => {
  Object.assign(cds.context ?? {}, { locale: languageOf(req) })
}

/** The text of a part exists as it was made, in the text of the batch, and as bytes. */
const COPIES = 3

/** No part can do better than the one before it that met no database: each would wait for it anew. */
const UNAVAILABLE = 503

const lengthOf = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce((sum, { answer }) => sum + (answer.body?.length ?? 0), 0)

/** Rolls a transaction back whose part was refused by an answer instead of an error. */
class Refusal extends Error {}

/** Rolls a transaction back in which something depends on what has failed before. */
class FailedDependency extends Error {}

/** Runs the steps of one batch in order, each in a transaction of its own. */
export class BatchRun {
  private readonly adapter: CapAdapter
  private readonly batch: Request
  private readonly response: Response
  private readonly handlers: Handlers
  private readonly standard: ReturnType<typeof standardAnswers>
  /** Ids and groups that have failed. */
  private readonly failed = new Set<string>()
  /** What `$` references stand for, by the name of the request. */
  private readonly known = new Map<string, Known>()

  constructor(adapter: CapAdapter, batch: Request, response: Response) {
    this.adapter = adapter
    this.batch = batch
    this.response = response
    this.handlers = handlersOf(adapter)
    this.standard = standardAnswers(versionOf(batch))
  }

  /** @returns what was run, one list per step; without `continueOnError` up to the first step that failed */
  async run(steps: readonly Step[], continueOnError: boolean): Promise<Exchange[][]> {
    const results: Exchange[][] = []
    let unavailable: BatchAnswer | undefined
    const memory = answerMemory()
    for (const step of steps) {
      if (memory.isFull) unavailable ??= this.standard.tooMuch
      if (unavailable) {
        const answer = unavailable
        results.push(step.requests.map((request) => ({ request, answer })))
        continue
      }
      // SQLite answers without ever waiting: others get their turn between the steps.
      await setImmediate()
      const exchanges = await this.runStep(step)
      results.push(exchanges)
      memory.add(this.response, COPIES * lengthOf(exchanges))
      this.remember(step, exchanges)
      unavailable = exchanges.find(({ answer }) => answer.status === UNAVAILABLE)?.answer
      if (!continueOnError && exchanges.some(({ answer }) => answer.status >= 400)) break
    }
    return results
  }

  /** Runs a step, and again where it has lost to others: nothing of it is answered before. */
  async runStep(step: Step, tries = new Tries(this.batch)): Promise<Exchange[]> {
    const { requests } = step
    const parts: Part[] = []
    let answered = 0
    try {
      const work = async (): Promise<void> => {
        for (const sent of requests) {
          if (this.dependsOnFailure(sent)) throw new FailedDependency()
          checkHost(sent, this.batch)
          const request = withReferences(sent, (name) => this.known.get(name))
          const url = withinService(request.url, this.adapter.service.path)
          const part = createPart(request, url, this.batch)
          parts.push(part)
          await this.dispatch(part, request.body)
          answered += 1
          this.rememberResult(request.name ?? request.id, url, part.readAnswer())
        }
      }
      // What a part of a batch consists of belongs to the transaction of that part.
      const transact = (): Promise<unknown> => (isPart(this.batch) ? work() : this.adapter.service.tx(work))
      await (requests.every(({ method }) => method === 'GET') ? onlyReading(transact) : transact())
      return requests.map((request, index) => ({
        request,
        answer: parts[index]?.readAnswer() ?? this.standard.failedDependency,
      }))
    } catch (error) {
      if (!isPart(this.batch) && (await tries.again())) return this.runStep(step, tries)
      const isCommit = answered === requests.length
      const answers = requests.map(async (request, index) => {
        if (isCommit) return this.failure(createPart(request, '/', this.batch), error as Failure)
        if (index !== answered || error instanceof FailedDependency) return this.standard.failedDependency
        const part = parts[index]
        if (error instanceof Refusal && part) return part.readAnswer()
        // Without a part it is the request itself that could not be made.
        return this.failure(part ?? this.blankPart(request), error as Failure)
      })
      const settled = await Promise.all(answers)
      return requests.map((request, index) => ({ request, answer: settled[index] ?? this.standard.failedDependency }))
    }
  }

  /** Stands for a request that cannot be made, so that its fault can be told. */
  private blankPart({ id, method, dependsOn }: BatchRequest): Part {
    return createPart({ id, method, url: '/', headers: {}, dependsOn }, '/', this.batch)
  }

  private dependsOnFailure({ dependsOn, url }: BatchRequest): boolean {
    return [...dependsOn, referenceOf(url)].some((id) => id !== undefined && this.failed.has(id))
  }

  private async dispatch(part: Part, body: unknown): Promise<void> {
    const { req, res } = part
    speakAs(req)
    putBody(body, req)
    await new Promise<void>((resolve, reject) => {
      void part.answered.then(resolve)
      this.handlers.handle(req, res, (error?: unknown) => {
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- CAP also passes plain status codes
        reject(error ?? requestError(404, 'NOT_FOUND', 'There is nothing at this address.'))
      })
    })
    if (res.statusCode >= 400) throw new Refusal()
  }

  /** Lets CAP's error handlers answer, which localize, log, and hide what is not for clients. */
  private async failure(part: Part, error: Failure): Promise<BatchAnswer> {
    const { req, res } = part
    res.removeHeader('Location')
    speakAs(req)
    this.adapter.error(error, req, res, (normalized?: unknown) => {
      const [last] = finalErrorHandlers()
      void last?.call(this.adapter, normalized, req, res, () => undefined)
    })
    await part.answered
    return part.readAnswer()
  }

  private rememberResult(name: string, url: string, { headers }: BatchAnswer): void {
    const path = withinService(headers['location'] ?? textBefore(url, '?'), this.adapter.service.path)
    this.known.set(name, { path, etag: headers['etag'] })
  }

  private remember({ group }: Step, exchanges: readonly Exchange[]): void {
    for (const { request, answer } of exchanges) {
      for (const name of [request.id, request.name, group].filter((each) => each !== undefined)) {
        if (answer.status >= 400) this.failed.add(name)
        else if (name !== group) this.failed.delete(name)
      }
    }
  }
}
