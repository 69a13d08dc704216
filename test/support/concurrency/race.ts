/** Runs operations at once, and tells what no order of them, one after the other, explains. */
import { setTimeout } from 'node:timers/promises'
import { basic } from '../users.ts'
import type { Operation } from './operations.ts'
import { instant, instantsOf, isSame, type Outcome, outcomeOf, readScenes } from './outcome.ts'
import { BUSY, readReply, REFUSED, type Reply } from './reply.ts'
import { clear, makeScenes, makeTemplate, type Scene, type Template } from './scene.ts'
import type { Store } from './store.ts'

/** In which order operations are done, by their places; an operation may be left out. */
type Order = readonly number[]

const ordersOf = (items: Order): Order[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item) => ordersOf(items.filter((each) => each !== item)).map((rest) => [item, ...rest]))

/** All selections of some of them, from the largest to the smallest. */
const selectionsOf = (items: Order): Order[] =>
  items
    .reduce<Order[]>((all, item) => [...all, ...all.map((some) => [...some, item])], [[]])
    .toSorted((a, b) => b.length - a.length)

const mark = (index: number): string => `w${String(index)}`
const isRefused = (status: string | undefined): boolean => status === REFUSED || status === BUSY
const isFault = (status: string): boolean => /^5|\b5\d\d\b/.test(status) && status !== BUSY

/** What happens in a scene, and what it is for. */
type Happening = (scene: Scene) => Promise<Reply[]>

interface End {
  readonly outcome: Outcome
  readonly replies: readonly Reply[]
}

export class Races {
  readonly #store: Store
  readonly #template: Template
  readonly #began: ReadonlySet<string>
  readonly #serial = new Map<string, Outcome>()
  #scenes = 0
  /** Rounds so far. */
  rounds = 0

  private constructor(store: Store, template: Template) {
    this.#store = store
    this.#template = template
    this.#began = instantsOf(template)
  }

  static async on(store: Store): Promise<Races> {
    return new Races(store, await makeTemplate(store))
  }

  /** Runs a combination many times. @returns what is wrong, each once, with how often. */
  async run(operations: readonly Operation[], rounds: number, random: () => number): Promise<string[]> {
    const found = new Map<string, number>()
    await this.#learn(operations, ordersOf([...operations.keys()]))
    const happenings = Array.from(
      { length: rounds },
      (): Happening => (scene) => this.#atOnce(operations, scene, random),
    )
    for (const end of await this.#play(operations, happenings)) {
      const problem = await this.#judge(operations, end)
      if (problem !== undefined) found.set(problem, (found.get(problem) ?? 0) + 1)
    }
    this.rounds += rounds
    const names = operations.map(({ name }) => name).join(' | ')
    return [...found].map(([problem, n]) => `${names}: ${problem} (${String(n)} of ${String(rounds)})`)
  }

  /** Lets something happen in a fresh scene each, and reads how they end. */
  async #play(operations: readonly Operation[], happenings: readonly Happening[]): Promise<End[]> {
    if (!happenings.length) return []
    if (happenings.length > 1 && operations.some(({ isWide }) => isWide)) {
      const ends: End[] = []
      for (const happening of happenings) ends.push(...(await this.#play(operations, [happening])))
      return ends
    }
    const scenes = await makeScenes(
      this.#store,
      this.#template,
      happenings.map(() => ++this.#scenes),
    )
    const all: Reply[][] = []
    for (const [place, scene] of scenes.entries()) {
      await Promise.all(operations.map((operation, index) => this.#upload(operation, scene, index)))
      all.push(await happenings[place]!(scene))
    }
    const contents = await readScenes(this.#store, this.#template)
    await clear(this.#store, contents)
    const strays = contents.rows.get(undefined) ?? []
    return scenes.map(({ number }, index) => {
      const replies = all[index]!
      const rows = [...(contents.rows.get(number) ?? []), ...strays]
      return { replies, outcome: outcomeOf(rows, replies, this.#began) }
    })
  }

  async #upload({ file }: Operation, scene: Scene, index: number): Promise<void> {
    if (!file) return
    const { name, text } = file(scene, mark(index))
    const path = `/api/v1/files/${name}?overwrite=true`
    const headers = { ...basic('admin'), 'content-type': 'text/csv' }
    const reply = await fetch(this.#store.servers[0]!.url + path, { method: 'PUT', headers, body: text })
    const answer = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${String(reply.status)} ${answer}`)
  }

  async #send(operation: Operation, scene: Scene, index: number, server = 0): Promise<Reply> {
    const { method, path, body, headers } = operation.request(scene, mark(index))
    const { servers } = this.#store
    const reply = await fetch(servers[server % servers.length]!.url + path, {
      method,
      headers: { ...basic(operation.user), 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return readReply(operation.request(scene, ''), reply.status, reply.headers, await reply.text())
  }

  #atOnce(operations: readonly Operation[], scene: Scene, random: () => number): Promise<Reply[]> {
    const first = Math.floor(random() * 2)
    const isApart = random() < 0.7
    const spreadMs = random() < 0.5 ? 0 : 6
    return Promise.all(
      operations.map(async (operation, index) => {
        const waitMs = Math.floor(random() * spreadMs)
        if (waitMs) await setTimeout(waitMs)
        return this.#send(operation, scene, index, first + (isApart ? index : 0))
      }),
    )
  }

  async #inOrder(operations: readonly Operation[], order: Order, scene: Scene): Promise<Reply[]> {
    const replies: Reply[] = operations.map(() => ({ status: '', text: '' }))
    for (const index of order) {
      replies[index] = await this.#send(operations[index]!, scene, index)
      // No two changes are of the same millisecond here.
      await setTimeout(2)
    }
    return replies
  }

  /** How a scene ends after operations in each of some orders. */
  async #learn(operations: readonly Operation[], orders: readonly Order[]): Promise<Outcome[]> {
    const keyOf = (order: Order): string => order.map((at) => `${String(at)} ${operations[at]!.name}`).join(' > ')
    const unknown = orders.filter((order) => !this.#serial.has(keyOf(order)))
    const happenings = unknown.map(
      (order): Happening =>
        (scene) =>
          this.#inOrder(operations, order, scene),
    )
    for (const [index, { outcome, replies }] of (await this.#play(operations, happenings)).entries()) {
      const fault = outcome.statuses.findIndex(isFault)
      if (fault >= 0) throw new Error(`${operations[fault]!.name} alone is answered with ${replies[fault]!.text}`)
      this.#serial.set(keyOf(unknown[index]!), outcome)
    }
    return orders.map((order) => this.#serial.get(keyOf(order))!)
  }

  /** What is wrong with an outcome, if anything is. */
  async #judge(operations: readonly Operation[], { outcome, replies }: End): Promise<string | undefined> {
    const fault = outcome.statuses.findIndex(
      (status) => isFault(status) || (status === BUSY && !this.#mayBeBusy(operations)),
    )
    if (fault >= 0) return `${operations[fault]!.name} is answered with ${replies[fault]!.text.slice(0, 300)}`
    const twins = sharedTags(operations, replies, this.#began)
    if (twins) return twins
    const all = [...operations.keys()]
    const orders = ordersOf(all)
    const serial = await this.#learn(operations, orders)
    if (serial.some((each) => isSame(each, outcome, all))) return undefined
    // Who comes too late to create something, or too early for a busy file, has changed nothing.
    const isLeft = (at: number): boolean =>
      outcome.statuses[at] === BUSY || (operations[at]!.isCreating === true && isRefused(outcome.statuses[at]))
    for (const some of selectionsOf(all)) {
      const others = all.filter((at) => !some.includes(at))
      if (!others.length || !others.every(isLeft) || !some.some((at) => !isRefused(outcome.statuses[at]))) continue
      if ((await this.#learn(operations, ordersOf(some))).some((each) => isSame(each, outcome, some))) return undefined
    }
    return explain(outcome, serial, orders)
  }

  #mayBeBusy(operations: readonly Operation[]): boolean {
    return this.#store.servers.length === 1 && operations.some(({ isAdmin }) => isAdmin)
  }
}

/** Two changes of one film that gave it the same ETag, so that nobody can tell one from the other. */
function sharedTags(
  operations: readonly Operation[],
  replies: readonly Reply[],
  began: ReadonlySet<string>,
): string | undefined {
  const seen = new Map<string, string>()
  for (const [index, { etag, changes }] of replies.entries()) {
    if (!etag || !changes || began.has(instant(etag))) continue
    const key = `${changes} ${instant(etag)}`
    const other = seen.get(key)
    if (other !== undefined) return `${other} and ${operations[index]!.name} have the same ETag`
    seen.set(key, operations[index]!.name)
  }
  return undefined
}

/** How an outcome differs from that of the order which is nearest to it. */
function explain(outcome: Outcome, serial: readonly Outcome[], orders: readonly Order[]): string {
  const lines = ({ rows, tags }: Outcome): string[] => rows.map((row, n) => `${row} etag of ${tags[n]!.join('/')}`)
  const statuses = outcome.statuses.join(' ')
  const expected = [...new Set(serial.map((each) => each.statuses.join(' ')))].join(' or ')
  const own = lines(outcome)
  const differences = serial.map((each) => {
    const theirs = lines(each)
    const more = own.filter((line) => !theirs.includes(line)).map((line) => `  + ${line}`)
    const less = theirs.filter((line) => !own.includes(line)).map((line) => `  - ${line}`)
    return { isLike: each.statuses.join(' ') === statuses, lines: [...more, ...less] }
  })
  const near = differences.toSorted(
    (a, b) => Number(b.isLike) - Number(a.isLike) || a.lines.length - b.lines.length,
  )[0]!
  const order = orders[differences.indexOf(near)]!.join()
  if (!near.isLike) return `${statuses}, where ${expected} would be right`
  return [`${statuses}, but not as after ${order}`, ...near.lines].join('\n')
}
