import { type JsonObject, type OperationContext, StreamedResult } from './operation.ts'

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
