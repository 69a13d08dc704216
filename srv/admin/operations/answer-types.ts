import * as t from '../core/json-schema.ts'
import { type JsonObject, type OperationContext, StreamedResult } from './operation.ts'

/** Whether an engine knows what is asked for. */
export const SUPPORT = {
  engine: t.string(),
  supported: t.boolean('The engine knows such a thing'),
  reason: t.optional(t.string('Why it is not supported')),
}

/** Views of the engine that were read, or not. */
export const SOURCE_LIST = t.arrayOf({
  name: t.string(),
  status: t.oneOf(['ok', 'denied', 'missing', 'error']),
  reason: t.optional(t.string()),
})

/** What every listing answers besides its items. */
export const LISTING = {
  pattern: t.string(),
  count: t.integer(),
  total: t.integer('As many there are that match, listed or not'),
  truncated: t.boolean(),
}

/** What every listed table and view tells. */
export const IS_TECHNICAL = {
  isTechnical: t.boolean("Of CAP, of a plugin or of the engine; not the application's own"),
}

/**
 * An answer in a format of its own: as the text itself for a client that prefers its media type, otherwise in the field
 * `content` of a JSON answer, since the contract's bodies are JSON.
 */
export const textAnswer = (
  context: Pick<OperationContext, 'accepts'>,
  text: { readonly contentType: string; readonly fileName: string; readonly content: string },
  rest: JsonObject,
): JsonObject | StreamedResult => {
  const { contentType, fileName, content } = text
  if (context.accepts(['application/json', contentType]) !== contentType) return { ...rest, content }
  return new StreamedResult({ contentType: `${contentType}; charset=utf-8`, fileName, chunks: chunksOf(content) })
}

async function* chunksOf(content: string): AsyncGenerator<string> {
  yield await Promise.resolve(content)
}
