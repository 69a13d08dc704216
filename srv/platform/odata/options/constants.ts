/** Conditions that hold for every record, and for none, in the dialect of CAP's parser. */
export const ALWAYS = 'true eq true'
export const NEVER = 'true eq false'

/** A literal as a condition: null is no match, and neither is its negation. CAP's parser takes `true` and `false` nowhere but in the place of a whole filter. */
export function constantCondition(text: string, isNegated: boolean): string {
  if (text === 'null') return NEVER
  if (text !== 'true' && text !== 'false') return text
  return (text === 'true') === isNegated ? NEVER : ALWAYS
}
