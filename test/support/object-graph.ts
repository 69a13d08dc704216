/** Objects as text and back, with what JSON loses: hidden properties, objects without prototype, shared ones and circles. */

/** A value, or the position of an object in the list. */
type Value = null | string | number | boolean | readonly [position: number]
type Property = readonly [name: string, value: Value, isHidden?: 1]
/** An array, an object, or one without prototype. */
type Node = readonly [kind: 'array' | 'object' | 'bare', ...properties: readonly Property[]]

const kindOf = (value: object): Node[0] | undefined => {
  if (Array.isArray(value)) return 'array'
  // Objects of other realms have other prototypes of the same shape: those that end the chain.
  const prototype = Object.getPrototypeOf(value) as object | null
  if (!prototype) return 'bare'
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty') ? 'object' : undefined
}

/** @returns undefined if something in it is not plain data. */
export function toText(root: object): string | undefined {
  const positions = new Map<object, number>()
  const waiting: object[] = []
  const nodes: Node[] = []
  const strange: unknown[] = []

  const write = (value: unknown): Value => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number' && Object.is(JSON.parse(JSON.stringify(value)), value)) return value
    if (typeof value !== 'object') {
      strange.push(value)
      return null
    }
    const known = positions.get(value)
    if (known !== undefined) return [known]
    positions.set(value, waiting.length)
    return [waiting.push(value) - 1]
  }

  write(root)
  for (const value of waiting) {
    const kind = kindOf(value)
    if (!kind) return undefined
    const properties: Property[] = []
    for (const [name, { value: own, enumerable, get }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
      if (own === undefined && !get) continue
      if (kind === 'array' && name === 'length') continue
      if (get) return undefined
      properties.push(enumerable ? [name, write(own)] : [name, write(own), 1])
    }
    if (strange.length > 0) return undefined
    nodes.push([kind, ...properties])
  }
  return JSON.stringify(nodes)
}

const EMPTY = { array: () => [], object: () => ({}), bare: () => Object.create(null) as object }

export function fromText(text: string): object {
  const nodes = JSON.parse(text) as readonly Node[]
  const objects = nodes.map(([kind]) => EMPTY[kind]()) as Record<string, unknown>[]
  for (const [index, node] of nodes.entries()) {
    const object = objects[index]!
    for (let at = 1; at < node.length; at++) {
      const [name, value, isHidden] = node[at] as Property
      const own = Array.isArray(value) ? objects[value[0] as number] : value
      // Assigned where that does the same, as it takes a tenth of the time: `__proto__` is a name like any other.
      if (!isHidden && name !== '__proto__') object[name] = own
      else
        Object.defineProperty(object, name, { value: own, enumerable: !isHidden, writable: true, configurable: true })
    }
  }
  return objects[0]!
}
