import cds from '@sap/cds'
import type { ExternalChanges } from './external-changes/external-changes.ts'
import { type Trust, watchExternalChanges } from './external-changes/watch-external-changes.ts'
import type { CapDatabase } from './host/cap-database.ts'
import type { Model } from './model-tables.ts'
import { RecentMap } from './recent-map.ts'
import { Recording, TableVersions, watchDatabase } from './table-versions.ts'

export interface AnswerCacheOptions<Answer> {
  /** Memory for all answers. */
  readonly bytes: number
  readonly bytesOf: (key: string, answer: Answer) => number
  /** After which an answer is not used any more, whatever nobody has noticed; 0 for no such time. */
  readonly maxAgeMs: number
  readonly trust: Trust
  /** Told why nothing is kept. */
  readonly onTrouble: (reason: unknown) => void
}

/** Since the start, and what is kept now. */
export interface Statistics {
  /** Reads answered from memory. */
  readonly hits: number
  /** Reads answered by the services. */
  readonly misses: number
  readonly answers: number
  readonly bytes: number
}

interface Kept<Answer> {
  readonly answer: Answer
  /** The tables that it was read from, and the time before that. */
  readonly tables: readonly string[]
  readonly since: number
  readonly storedMs: number
  /** The time by `TableVersions` when it was last seen to be good. */
  checkedAt: number
}

/** Answers by key, each good until a table changes that it was read from. What a key and an answer are, its user decides. */
export class AnswerCache<Answer> {
  readonly #options: AnswerCacheOptions<Answer>
  readonly #store: RecentMap<string, Kept<Answer>>
  readonly #versions = new TableVersions(() => this.#store.clear())
  readonly #recordings = new WeakMap<object, Recording>()
  readonly #count = { hits: 0, misses: 0 }
  #model: (() => Model) | undefined
  #external: ExternalChanges | undefined

  constructor(options: AnswerCacheOptions<Answer>) {
    this.#options = options
    this.#store = new RecentMap(options.bytes, (key, { answer }) => options.bytesOf(key, answer))
  }

  /** To be told of the database that CAP connects, before it is used. */
  watchDatabase(database: unknown): void {
    this.#model = watchDatabase(database, this.#versions, this.current, () => this.#external)
  }

  /** Begins to keep answers; a database in memory has to be filled by then. */
  async open(): Promise<void> {
    const { db } = cds as { readonly db?: unknown }
    if (!db || !this.#model) return
    const { trust, onTrouble } = this.#options
    try {
      this.#external = await watchExternalChanges(db as CapDatabase, this.#versions, this.#model, trust)
    } catch (error) {
      onTrouble(error)
    }
  }

  close(): void {
    this.#external?.close?.()
    this.#external = undefined
  }

  get isOpen(): boolean {
    return this.#external !== undefined
  }

  /** Whether all that others have committed is known; false while nothing is kept. */
  isCurrent(): boolean | Promise<boolean> {
    return this.#external?.isCurrent() ?? false
  }

  /** Whether there is an answer, which may have become old. */
  has(key: string): boolean {
    return this.#store.has(key)
  }

  /** A good answer, which is counted as a hit. To be asked while the cache is current. */
  get(key: string): Answer | undefined {
    const kept = this.#store.get(key)
    if (!kept) return undefined
    const { maxAgeMs } = this.#options
    const isTooOld = maxAgeMs > 0 && performance.now() - kept.storedMs > maxAgeMs
    const { now } = this.#versions
    if (isTooOld || (kept.checkedAt !== now && !this.#versions.areUnchanged(kept.tables, kept.since))) {
      this.#store.delete(key)
      return undefined
    }
    kept.checkedAt = now
    this.#count.hits++
    return kept.answer
  }

  /** Begins to take down what an HTTP request reads, which is counted as a miss; undefined while nothing is kept. */
  record(request: object): Recording | undefined {
    this.#count.misses++
    if (!this.#external) return undefined
    const recording = new Recording(this.#versions.now)
    this.#recordings.set(request, recording)
    return recording
  }

  /** What the HTTP request is recorded in that CAP answers now. */
  readonly current = (): Recording | undefined => {
    const { req } = (cds.context as { http?: { req?: object } } | undefined)?.http ?? {}
    return req && this.#recordings.get(req)
  }

  /** Keeps an answer, if the same request would get it again. */
  keep(key: string, answer: Answer, { isRepeatable, tables, since }: Recording): void {
    if (isRepeatable) this.#store.set(key, { answer, tables, since, storedMs: performance.now(), checkedAt: since })
  }

  /** To be called when something may have been committed that did not come through CAP, before anybody is told of it. */
  changed(): void {
    this.#versions.changeAll()
  }

  statistics(): Statistics {
    return { ...this.#count, answers: this.#store.size, bytes: this.#store.weight }
  }
}
