/** Characters that one line of the log holds of what it is about, those of one text, and items of a list. */
const MOST_CHARACTERS = 8_192
const LONGEST_TEXT = 2_048
const MOST_ITEMS = 20
const MOST_DEPTH = 8

/** Copies what is to be logged, as far as there is room. */
class Room {
  isCut = false
  #left = MOST_CHARACTERS
  readonly #copies = new Map<object, unknown>()

  copy(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value !== 'object' || value === null) return value
    if (ArrayBuffer.isView(value)) return this.#text(`${value.byteLength} bytes`)
    const known = this.#copies.get(value)
    if (known !== undefined) return known
    if (depth > MOST_DEPTH) return '…'
    if (Array.isArray(value)) return this.#members(value, [], depth)
    if (value instanceof Error) return this.#error(value, depth)
    // Others make what is logged by themselves.
    return Object.getPrototypeOf(value) === Object.prototype ? this.#members(value, {}, depth) : value
  }

  #text(text: string): string {
    const most = Math.min(this.#left, LONGEST_TEXT)
    this.#left -= Math.min(most, text.length)
    if (text.length <= most) return text
    this.isCut = true
    return `${text.slice(0, most)}… (${text.length} characters)`
  }

  #members<T extends object>(value: object, copy: T, depth: number): T {
    this.#copies.set(value, copy)
    const members = Object.entries(value)
    const isLong = members.length > MOST_ITEMS && Array.isArray(value)
    // Lists last, whose items may take all the room.
    if (!Array.isArray(value)) members.sort(([, a], [, b]) => Number(Array.isArray(a)) - Number(Array.isArray(b)))
    this.isCut ||= isLong
    for (const [name, member] of isLong ? members.slice(0, MOST_ITEMS) : members) {
      // Defined, since names may be those of members that cannot be assigned.
      const value = this.copy(member, depth + 1)
      Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true })
    }
    if (isLong) (copy as unknown[]).push(`… (${members.length} items)`)
    return copy
  }

  #error(error: Error, depth: number): Error {
    const copy = new Error(this.#text(error.message))
    this.#copies.set(error, copy)
    const { stack, cause, name } = error
    // The message is the head of most stacks.
    const value = stack === undefined ? undefined : this.#text(stack)
    Object.defineProperty(copy, 'stack', { value, configurable: true, writable: true })
    if (name !== 'Error') Object.defineProperty(copy, 'name', { value: name, configurable: true })
    if (cause !== undefined && !Object.keys(error).includes('cause'))
      Object.defineProperty(copy, 'cause', { value: this.copy(cause, depth + 1), configurable: true })
    return this.#members(error, copy, depth)
  }
}

/** What a line of the log is made of, in a size that does not depend on what clients send: as it is where it is small. */
export const boundArguments = (args: unknown[]): unknown[] => {
  const room = new Room()
  const copies = args.map((arg) => room.copy(arg))
  return room.isCut ? copies : args
}
