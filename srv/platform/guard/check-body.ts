import type { Limits } from './limits.ts'
import { Refusal } from './error-answer.ts'

const RESERVED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Refuses a parsed JSON body that is deeper or larger than `limits` allow, or that holds reserved keys or characters
 * that no text has. Walks the body without recursion.
 *
 * @throws Refusal 400 or 413.
 */
export const checkBody = (body: unknown, limits: Limits): void => {
  const stack: [value: unknown, depth: number][] = [[body, 1]]
  let values = 0
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const [value, depth] = entry
    if (++values > limits.bodyValues)
      throw new Refusal(413, 'PAYLOAD_TOO_LARGE', `A body has at most ${limits.bodyValues} values.`)
    if (typeof value === 'string') checkText(value)
    if (!isContainer(value)) continue
    if (depth > limits.bodyDepth)
      throw new Refusal(400, 'BODY_TOO_DEEP', `A body nests at most ${limits.bodyDepth} deep.`)
    for (const [key, member] of Object.entries(value)) {
      if (RESERVED_KEYS.has(key)) throw new Refusal(400, 'INVALID_BODY', 'The body has a reserved name.')
      checkText(key)
      stack.push([member, depth + 1])
    }
  }
}

/** What JSON has, and not a stream that stands for a body. */
const isContainer = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}

const checkText = (text: string): void => {
  if (text.includes('\0') || !text.isWellFormed())
    throw new Refusal(400, 'INVALID_CHARACTERS', 'The body has characters that no text may have.')
}
