import { type Element, elementOf, type Entity, type Operand, type Token } from '../../../cap/csn.ts'
import { BadRequest } from '../../protocol/errors.ts'
import { cdsTypeOf, keyNames } from '../../meaning/edm.ts'
import { inUtc } from '../../meaning/literals.ts'
import type { RecordStep } from '../../meaning/resource.ts'
import { type Pair, readValue, type Written } from '../../url/path.ts'
import type { QueryOption } from '../../url/nodes.ts'
import { GUID } from '../../protocol/formats.ts'

/** What aliases and further parameters stand for, as they are written. */
export type Options = readonly QueryOption[]

const WORDS: Readonly<Record<string, unknown>> = { null: null, true: true, false: false }
export const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** A number of JavaScript where it keeps all digits, and else their text. */
const numberIn = (text: string): number | string => {
  const value = Number(text)
  return String(value) === text || /^-?\d{1,15}\.0+$/.test(text) ? value : text
}

/** What is written, as handlers see it where the model tells no type. */
export function plainValue(written: Written, options: Options): unknown {
  if (written.kind === 'json') return written.value
  if (written.kind === 'alias') {
    const given = options.find(({ name }) => name === written.name)
    return given && given.value !== written.name ? plainValue(readValue(given.value, written.name), options) : null
  }
  const { text, isQuoted, prefix } = written
  if (prefix === 'binary') return Buffer.from(text, 'base64').toString('base64')
  if (isQuoted) return text
  if (Object.hasOwn(WORDS, text)) return WORDS[text]
  return NUMBER.test(text) ? numberIn(text) : text
}

type Checked = Element & { readonly strict_check?: (value: unknown) => boolean }

/** Types whose values may be outside of what a database can look for. Texts are what they are. */
const BOUNDED = /^(?:U?Int|Double|Decimal|Date|Time)/

/** Numbers that may have more digits than one of JavaScript keeps. */
const LONG = /^(?:Decimal|Int64|Integer64)/

export const invalidKey = (message: string): BadRequest => new BadRequest(message, 'INVALID_KEY')

const asBoolean = (value: unknown): unknown => (typeof value === 'string' && value in WORDS ? WORDS[value] : value)

/** The value of a key as its property has it. GUIDs are in lower case, as they are stored; quoted numbers are numbers. */
function keyValue(value: unknown, element: Checked): unknown {
  const type = cdsTypeOf(element)
  const text = String(value)
  if (value === null) throw invalidKey(`The key "${element.name}" must have a value.`)
  if (type === 'UUID') {
    if (!GUID.test(text)) throw invalidKey(`The key "${element.name}" must be a GUID.`)
    return text.toLowerCase()
  }
  if (type === 'Boolean') {
    if (typeof asBoolean(value) !== 'boolean') throw invalidKey(`The key "${element.name}" must be true or false.`)
    return asBoolean(value)
  }
  if (type === 'String' || type === 'LargeString') return text
  const known = numberIn(text)
  if (BOUNDED.test(type) && !(element.strict_check?.(NUMBER.test(text) ? known : value) ?? true))
    throw invalidKey(`The key "${element.name}" must be a valid ${type}.`)
  if (LONG.test(type)) return text
  if (type === 'Timestamp') return inUtc(text)
  return /^(?:U?Int|Double)/.test(type) ? Number(text) : value
}

/** A draft is told from the active record by this key. */
export const STATE = 'IsActiveEntity'

/** Keys that a URL has to give: those that tell which record another one is part of, and the state of a draft, it may not. */
const isNeeded = (name: string, entity: Entity, isBehind: boolean): boolean => {
  const { _foreignKey4: link } = entity.keys?.[name] ?? {}
  if (name === STATE || link === 'up_' || entity.keys?.[name]?.['@cds.api.ignore']) return false
  return !(
    isBehind &&
    link !== undefined &&
    (entity.keys?.[link] as { _isBacklink?: boolean } | undefined)?._isBacklink
  )
}

const shortName = ({ name }: Entity): string => name.slice(name.lastIndexOf('.') + 1)

/** The property of a key, whose name may be a path. */
const keyElement = (name: string, entity: Entity): Checked | undefined => {
  const element = elementOf(entity, name.replaceAll('/', '_'))
  return element?.key && !element.isAssociation ? element : undefined
}

/** What the parts of a key say of its properties. @param only the name of the one that is meant without a name */
export const keyParts = (pairs: readonly Pair[], entity: Entity, only: string | undefined, options: Options = []) =>
  pairs.map(({ name = only ?? '', value }): [element: Element, operand: Operand] => {
    const element = keyElement(name, entity)
    if (!element) throw invalidKey(`"${name}" is no key of ${shortName(entity)}.`)
    const plain = plainValue(value, options)
    const val = keyValue(plain, element)
    const isLong = LONG.test(cdsTypeOf(element)) && value.kind === 'text' && !value.isQuoted && val === plain
    return [element, { val, ...(isLong && { literal: 'number' }) }]
  })

/** The key of a record as a condition. */
export function keyCondition({ entity, pairs = [], element }: RecordStep, options: Options): Token[] {
  const needed = keyNames(entity).filter((name) => isNeeded(name, entity, element !== undefined))
  const parts = keyParts(pairs, entity, needed.length === 1 ? needed[0] : undefined, options)
  const missing = needed.find((name) => !parts.some(([each]) => each.name === name))
  if (missing !== undefined) throw invalidKey(`The key of ${shortName(entity)} needs "${missing}".`)
  return parts.flatMap(([{ name }, operand], index) => [...(index ? ['and'] : []), { ref: [name] }, '=', operand])
}
