import { type CharacterSet, has } from './character-set.ts'
import type { Pattern } from './read-pattern.ts'

/** One step of a machine that is in several states at a time: it passes a character, or forks, or asks where it is. */
type State =
  | { readonly kind: 'set'; readonly set: CharacterSet; readonly next: number }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { kind: 'fork'; readonly next: number[] }
  | { readonly kind: 'found' }

/** Some states together, and where characters lead from there. */
interface Together {
  readonly states: readonly number[]
  readonly isFound: boolean
  readonly isFoundAtEnd: boolean
  readonly next: Map<number, Together>
}

/** Ways from one set of states to another that are kept: patterns decide how many there could be. */
const MOST_KEPT = 5_000

/**
 * Tells whether a pattern is somewhere in a text. Each character of the text is looked at once, with no more states than
 * the pattern has characters: no pattern makes it go back.
 */
export class Matcher {
  readonly #states: State[] = [{ kind: 'found' }]
  readonly #first: number
  #known = new Map<string, Together>()
  #kept = 0

  constructor(pattern: Pattern) {
    this.#first = this.#build(pattern, 0)
  }

  matches(text: string): boolean {
    let at = this.#together([this.#first], true)
    for (const character of text) {
      if (at.isFound) return true
      const code = character.codePointAt(0) ?? 0
      const known = at.next.get(code)
      at = known ?? this.#step(at, code)
    }
    return at.isFoundAtEnd
  }

  #step(from: Together, code: number): Together {
    const states = from.states.flatMap((index) => {
      const state = this.#states[index]
      return state?.kind === 'set' && has(state.set, code) ? [state.next] : []
    })
    if (++this.#kept > MOST_KEPT) {
      this.#known = new Map()
      this.#kept = 0
      return this.#together([...states, this.#first], false)
    }
    const next = this.#together([...states, this.#first], false)
    from.next.set(code, next)
    return next
  }

  /** States with those that they lead to without a character. */
  #together(seeds: readonly number[], isStart: boolean): Together {
    const states = this.#reached(seeds, isStart, false)
    const key = `${isStart ? '^' : ''}${states.join()}`
    const known = this.#known.get(key)
    if (known) return known
    const together: Together = {
      states,
      isFound: states.includes(0),
      isFoundAtEnd: this.#reached(states, isStart, true).includes(0),
      next: new Map(),
    }
    this.#known.set(key, together)
    return together
  }

  #reached(seeds: readonly number[], isStart: boolean, isEnd: boolean): number[] {
    const reached = new Set<number>()
    const waiting = [...seeds]
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (reached.has(index)) continue
      reached.add(index)
      const state = this.#states[index]
      if (state?.kind === 'fork') waiting.push(...state.next)
      else if ((state?.kind === 'start' && isStart) || (state?.kind === 'end' && isEnd)) waiting.push(state.next)
    }
    return [...reached].sort((a, b) => a - b)
  }

  #add(state: State): number {
    return this.#states.push(state) - 1
  }

  /** Adds the states of a pattern behind which another state comes. @returns the first of them */
  #build(pattern: Pattern, next: number): number {
    switch (pattern.kind) {
      case 'set':
        return this.#add({ kind: 'set', set: pattern.set, next })
      case 'start':
      case 'end':
        return this.#add({ kind: pattern.kind, next })
      case 'sequence':
        return pattern.of.reduceRight((behind, part) => this.#build(part, behind), next)
      case 'choice':
        return this.#add({ kind: 'fork', next: pattern.of.map((part) => this.#build(part, next)) })
      case 'repeat':
        return this.#repeat(pattern, next)
    }
  }

  #repeat({ of, least, most }: Pattern & { readonly kind: 'repeat' }, next: number): number {
    let first = next
    if (!Number.isFinite(most)) {
      const again: State & { kind: 'fork' } = { kind: 'fork', next: [next] }
      first = this.#add(again)
      again.next.push(this.#build(of, first))
    } else
      for (let count = least; count < most; count++)
        first = this.#add({ kind: 'fork', next: [next, this.#build(of, first)] })
    for (let count = 0; count < least; count++) first = this.#build(of, first)
    return first
  }
}
