/** SQLite's names differ in letter case only when they differ beyond ASCII: https://www.sqlite.org/c3ref/stricmp.html */
export const foldName = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

export const isSameName = (a: string, b: string): boolean => foldName(a) === foldName(b)

/** A set of names that does not tell letter case apart. */
export class NameSet {
  readonly #folded: Set<string>

  constructor(names: Iterable<string>) {
    this.#folded = new Set([...names].map(foldName))
  }

  readonly has = (name: string): boolean => this.#folded.has(foldName(name))

  add(name: string): void {
    this.#folded.add(foldName(name))
  }
}
