import { setImmediate } from 'node:timers/promises'
import { answerMemory } from '../../guard/index.ts'
import { onlyReading } from '../../readers/index.ts'
import { badRequest, requestError } from '../errors/errors.ts'
import {
  type CapAdapter,
  type Failure,
  finalErrorHandlers,
  isErrorHandler,
  type NextFunction,
  type Request,
  type Response,
} from '../../cap/odata.ts'
import { checkHost } from './check-host.ts'
import { FAILED_DEPENDENCY, TOO_MUCH } from './standard-answers.ts'
import { createPart, type Part } from './part.ts'
import { Tries } from '../races/tries.ts'
import { referenceOf, type Step } from './plan.ts'
import { withinService } from './service-url.ts'
import { textBefore } from '../urls/text-before.ts'
import type { BatchAnswer, BatchRequest, Exchange } from './batch-request.ts'

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

/** Gives a part its body as any other request has it: what the text says, and the text, which may have more digits. */
const putBody = (body: unknown, req: Request): void => {
  if (body === undefined) return
  const isText = typeof body === 'string'
  if (isText && !req.headers['content-type']?.includes('application/json')) {
    req.body = body
    return
  }
  const text = isText ? body : JSON.stringify(body)
  try {
    Object.assign(req, { body: JSON.parse(text) as unknown, _raw: text })
  } catch {
    throw badRequest('INVALID_BODY', 'The body of the request is not valid JSON.')
  }
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
  /** Ids and groups that have failed. */
  private readonly failed = new Set<string>()
  /** Paths of the resources that `$` references stand for, by the name of the request. */
  private readonly paths = new Map<string, string>()

  constructor(adapter: CapAdapter, batch: Request, response: Response) {
    this.adapter = adapter
    this.batch = batch
    this.response = response
    this.handlers = handlersOf(adapter)
  }

  /** @returns what was run, one list per step; without `continueOnError` up to the first step that failed */
  async run(steps: readonly Step[], continueOnError: boolean): Promise<Exchange[][]> {
    const results: Exchange[][] = []
    let unavailable: BatchAnswer | undefined
    const memory = answerMemory()
    for (const step of steps) {
      if (memory.isFull) unavailable ??= TOO_MUCH
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
        for (const request of requests) {
          if (this.dependsOnFailure(request)) throw new FailedDependency()
          checkHost(request, this.batch)
          const part = createPart(request, this.resolve(request), this.batch)
          parts.push(part)
          await this.dispatch(part, request.body)
          answered += 1
          this.rememberPath(request, part.readAnswer())
        }
      }
      const transact = (): Promise<unknown> => this.adapter.service.tx(work)
      await (requests.every(({ method }) => method === 'GET') ? onlyReading(transact) : transact())
      return requests.map((request, index) => ({ request, answer: parts[index]?.readAnswer() ?? FAILED_DEPENDENCY }))
    } catch (error) {
      if (await tries.again()) return this.runStep(step, tries)
      const isCommit = answered === requests.length
      const answers = requests.map(async (request, index) => {
        if (isCommit) return this.failure(createPart(request, '/', this.batch), error as Failure)
        if (index !== answered || error instanceof FailedDependency) return FAILED_DEPENDENCY
        const part = parts[index]
        if (error instanceof Refusal && part) return part.readAnswer()
        // Without a part it is the request itself that could not be made.
        return this.failure(part ?? this.blankPart(request), error as Failure)
      })
      const settled = await Promise.all(answers)
      return requests.map((request, index) => ({ request, answer: settled[index] ?? FAILED_DEPENDENCY }))
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
    this.adapter.error(error, req, res, (normalized?: unknown) => {
      const [last] = finalErrorHandlers()
      void last?.call(this.adapter, normalized, req, res, () => undefined)
    })
    await part.answered
    return part.readAnswer()
  }

  private resolve({ url }: BatchRequest): string {
    const reference = referenceOf(url)
    const path = reference && this.paths.get(reference)
    const resolved = path ? url.replace(/^\/?\$[\w.~-]+/, () => path) : url
    return withinService(resolved, this.adapter.service.path)
  }

  private rememberPath(request: BatchRequest, { headers }: BatchAnswer): void {
    const path = headers['location'] ?? textBefore(this.resolve(request), '?')
    this.paths.set(request.name ?? request.id, withinService(path, this.adapter.service.path))
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
