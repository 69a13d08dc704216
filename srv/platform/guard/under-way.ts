/** What may be under way at a time: answers by their memory, work by its weight. Over 200 lines: requests share both. */
import type { ServerResponse } from 'node:http'
import { AsyncResource } from 'node:async_hooks'
import { readLimits } from './limits.ts'

/**
 * The memory of all answers that are being made, or that their clients have not taken yet: one budget over all requests.
 * What an answer has taken is free again when it has been sent, or its client has gone.
 */
export class AnswerMemory {
  readonly #maxBytes: number
  #bytes = 0
  readonly #taken = new WeakMap<ServerResponse, number>()
  /** How many answers send the same bytes. */
  readonly #shared = new Map<Uint8Array, number>()

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get isFull(): boolean {
    return this.#bytes >= this.#maxBytes
  }

  /** Whether so many more fit in. One answer always does, where there is no other. */
  hasRoom(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#maxBytes
  }

  /** Whether an answer may become that large, with what it has taken so far. */
  mayTake(res: ServerResponse, bytes: number): boolean {
    const others = this.#bytes - (this.#taken.get(res) ?? 0)
    return others === 0 || others + bytes <= this.#maxBytes
  }

  holds(res: ServerResponse): boolean {
    return this.#taken.has(res)
  }

  /** Takes memory for an answer on top of what it has. */
  add(res: ServerResponse, bytes: number): void {
    this.take(res, (this.#taken.get(res) ?? 0) + bytes)
  }

  /** Takes that much memory for an answer, in place of what it has. */
  take(res: ServerResponse, bytes: number): void {
    if (res.closed) return
    const before = this.#taken.get(res)
    this.#taken.set(res, bytes)
    this.#bytes += bytes - (before ?? 0)
    if (before === undefined)
      res.once('close', () => {
        this.#bytes -= this.#taken.get(res) ?? 0
        this.#taken.delete(res)
      })
  }

  /** Whether an answer may send bytes that are kept for many: they count once. */
  mayShare(body: Uint8Array): boolean {
    return this.#shared.has(body) || this.hasRoom(body.byteLength)
  }

  share(res: ServerResponse, body: Uint8Array): void {
    if (res.closed) return
    const others = this.#shared.get(body) ?? 0
    if (others === 0) this.#bytes += body.byteLength
    this.#shared.set(body, others + 1)
    res.once('close', () => {
      const left = (this.#shared.get(body) ?? 1) - 1
      if (left > 0) this.#shared.set(body, left)
      else {
        this.#shared.delete(body)
        this.#bytes -= body.byteLength
      }
    })
  }
}

/** What is told where there is no room: the same request may succeed in a moment. */
export const TOO_MUCH_UNDER_WAY = {
  code: 'TOO_MUCH_UNDER_WAY',
  message: 'The answers under way take all the memory that there is for them. Try again later.',
}

let memory: AnswerMemory | undefined

/** That of this process. */
export const answerMemory = (): AnswerMemory => (memory ??= new AnswerMemory(readLimits().answerBytes))

/** The queue is full, and the work was not begun. */
export class QueueFull extends Error {}

interface QueueOptions {
  /** The weight of all that runs at a time. */
  readonly capacity: number
  /** The weight of all that may wait; what would go beyond it is refused. */
  readonly waiting?: number
  /** Has work begin later, so that others get their turn between two pieces; at once where it is absent. */
  readonly later?: (work: () => void) => void
}

/** What a piece of work asks for. */
interface Demand {
  /** Its share of the capacity; what is heavier than all of that has it alone. */
  readonly weight?: number
  /** It goes before all that is not. */
  readonly isUrgent?: boolean
  /** Whose it is: callers take turns, so that one with much to do waits behind its own. */
  readonly caller?: string
  /** Whether nobody waits for it any more, asked when it comes and when its turn has come: it is not begun then. */
  readonly isLeft?: () => boolean
}

interface Waiting extends Pick<Demand, 'isLeft'> {
  readonly weight: number
  readonly begin: (leave: () => void) => void
  readonly refuse: (error: QueueFull) => void
}

/**
 * A weighted, fair queue of bounded length. What is next waits until it has room, whatever else would fit. When it is full,
 * the caller with the most waiting work loses a piece for a caller with less.
 */
export class WorkQueue {
  readonly #options: QueueOptions
  /** By caller, in the order of their turns; without callers that wait for nothing. */
  readonly #urgent = new Map<string, Waiting[]>()
  readonly #others = new Map<string, Waiting[]>()
  #running = 0
  #waiting = 0

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /**
   * @param begin called when it is the work's turn, at once where there is room, with what ends it.
   * @param refuse called when it will never be begun.
   */
  enter(
    { weight: asked = 1, isUrgent = false, caller = '', isLeft }: Demand,
    begin: Waiting['begin'],
    refuse: Waiting['refuse'] = () => undefined,
  ): void {
    if (isLeft?.()) return
    const { capacity, waiting: most = Infinity } = this.#options
    const weight = Math.min(asked, capacity)
    const isFirst = this.#urgent.size === 0 && (isUrgent || this.#others.size === 0)
    if (isFirst && this.#running + weight <= capacity) return this.#start(weight, begin)
    const line = isUrgent ? this.#urgent : this.#others
    const own = line.get(caller) ?? []
    while (this.#waiting + weight > most)
      if (!this.#makeRoom(line, own.length + 1)) return refuse(new QueueFull('Too much waits'))
    // It stays the work of its own request, whoever's ends when it begins.
    own.push({ weight, begin: AsyncResource.bind(begin), refuse, isLeft })
    line.set(caller, own)
    this.#waiting += weight
  }

  /** @throws QueueFull when the work was not begun; whatever it throws. */
  async run<Result>(demand: Demand, work: () => Promise<Result>): Promise<Result> {
    const leave = await new Promise<() => void>((resolve, reject) => this.enter(demand, resolve, reject))
    try {
      return await work()
    } finally {
      leave()
    }
  }

  #start(weight: number, begin: Waiting['begin']): void {
    this.#running += weight
    let isOver = false
    begin(() => {
      if (isOver) return
      isOver = true
      this.#running -= weight
      const { later } = this.#options
      if (later) later(this.#beginNext)
      else this.#beginNext()
    })
  }

  readonly #beginNext = (): void => {
    const { capacity, later } = this.#options
    for (;;) {
      const line = this.#urgent.size > 0 ? this.#urgent : this.#others
      const [[caller, own] = ['', []]] = line
      const [first] = own
      if (!first || this.#running + first.weight > capacity) return
      own.shift()
      line.delete(caller)
      if (own.length > 0) line.set(caller, own)
      this.#waiting -= first.weight
      if (first.isLeft?.()) continue
      this.#start(first.weight, first.begin)
      if (!later) continue
      if (this.#urgent.size + this.#others.size > 0) later(this.#beginNext)
      return
    }
  }

  /** @returns false when nobody has more pieces waiting than so many. */
  #makeRoom(line: Map<string, Waiting[]>, pieces: number): boolean {
    const [caller, most] = [...line].reduce<[string, Waiting[]]>(
      (a, b) => (b[1].length > a[1].length ? b : a),
      ['', []],
    )
    if (most.length <= pieces) return false
    const last = most.pop()
    if (most.length === 0) line.delete(caller)
    this.#waiting -= last?.weight ?? 0
    last?.refuse(new QueueFull('Others have less that waits'))
    return true
  }
}
