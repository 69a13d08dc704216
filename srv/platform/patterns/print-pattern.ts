import { printSet } from './character-set.ts'
import type { Pattern } from './read-pattern.ts'

const times = (least: number, most: number): string => {
  if (least === most) return `{${String(least)}}`
  return `{${String(least)},${Number.isFinite(most) ? String(most) : ''}}`
}

/** In the one form that means the same to ECMAScript, with the flag `u`, and to PostgreSQL: sets, groups and numbers. */
export function printPattern(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'set':
      return printSet(pattern.set)
    case 'start':
      return '^'
    case 'end':
      return '$'
    case 'sequence':
      return pattern.of.map((part) => (part.kind === 'choice' ? group(part) : printPattern(part))).join('')
    case 'choice':
      return pattern.of.map(printPattern).join('|')
    case 'repeat':
      return group(pattern.of) + times(pattern.least, pattern.most)
  }
}

const group = (pattern: Pattern): string => `(?:${printPattern(pattern)})`
