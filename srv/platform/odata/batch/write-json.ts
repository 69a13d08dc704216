import type { Exchange } from './batch-request.ts'

/** The body as JSON text: JSON stays what it is, other text becomes a string, and so do bytes, in base64url. */
const bodyText = (body: string | Buffer, contentType: string | undefined): string => {
  if (Buffer.isBuffer(body)) return JSON.stringify(body.toString('base64url'))
  return contentType?.includes('application/json') ? body : JSON.stringify(body)
}

const writeAnswer = ({ request, answer }: Exchange): string => {
  const { status, headers, body } = answer
  const id = request.name ?? request.id
  const head = JSON.stringify({ id, status, headers, ...(request.group && { atomicityGroup: request.group }) })
  return body === undefined ? head : `${head.slice(0, -1)},"body":${bodyText(body, headers['content-type'])}}`
}

/** The answers of a batch in OData's JSON format, piece by piece. Bodies are put in as the text they already are. */
export function* writeJsonBatch(steps: readonly (readonly Exchange[])[]): Generator<string> {
  let before = '{"responses":['
  for (const exchange of steps.flat()) {
    yield before + writeAnswer(exchange)
    before = ','
  }
  yield before === ',' ? ']}' : `${before}]}`
}
