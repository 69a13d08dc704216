import { type OperationContext, StreamedResult } from '../../../../srv/admin/operations/operation.ts'
import { textAnswer } from '../../../../srv/admin/operations/answer-types.ts'

const text = { contentType: 'text/csv', fileName: 'a.csv', content: 'x\r\n' }
const preferring = (type: string | undefined) => ({ accepts: () => type }) as unknown as OperationContext

test('a client that prefers the media type gets the text itself', async () => {
  const result = textAnswer(preferring('text/csv'), text, { rows: 1 })
  if (!(result instanceof StreamedResult)) throw new Error('It is no stream')
  expect(result).toMatchObject({ contentType: 'text/csv; charset=utf-8', fileName: 'a.csv' })
  expect(await Array.fromAsync(result.chunks)).toEqual(['x\r\n'])
})

test.each(['application/json', undefined])('a client that prefers %s gets JSON around it', (type) => {
  expect(textAnswer(preferring(type), text, { rows: 1 })).toEqual({ rows: 1, content: 'x\r\n' })
})
