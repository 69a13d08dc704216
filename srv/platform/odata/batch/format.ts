import { requestError } from '../errors/errors.ts'
import { readMediaRange } from '../answers/content-negotiation.ts'

export type Format = 'json' | 'multipart'

/** By their media types. */
export const FORMATS: Readonly<Record<string, Format>> = { 'application/json': 'json', 'multipart/mixed': 'multipart' }

const isFor = (range: string, type: string): boolean =>
  range === type || range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))

/**
 * The format to answer a batch with: the one that was sent wherever it is accepted, the other one where that alone is.
 * Clients whose HTTP library accepts JSON first and anything after it read what they wrote, and one that accepts JSON
 * alone gets JSON for multipart, too.
 *
 * @throws NOT_ACCEPTABLE (406)
 * @see OData Protocol 4.01, section 11.7, "Batch Requests"
 */
export const responseFormat = (accept: string | undefined, sent: Format): Format => {
  if (!accept) return sent
  const ranges = accept.split(',').map(readMediaRange)
  const accepted = Object.entries(FORMATS).flatMap(([type, format]) => {
    const found = ranges.filter((range) => isFor(range.type, type))
    // What is named itself counts, not the wildcard beside it.
    const [nearest] = found.toSorted((a, b) => b.type.replace('*', '').length - a.type.replace('*', '').length)
    return nearest && nearest.quality > 0 ? format : []
  })
  if (accepted.includes(sent)) return sent
  const [other] = accepted
  if (!other) throw requestError(406, 'NOT_ACCEPTABLE', 'A batch is answered as multipart/mixed or application/json.')
  return other
}
