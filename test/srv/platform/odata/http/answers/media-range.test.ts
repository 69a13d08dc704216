import { readMediaRange } from '../../../../../../srv/platform/odata/http/answers/content-negotiation.ts'

test.each([
  ['application/json', 'application/json', {}, 1],
  [' */* ; q=0.5', '*/*', {}, 0.5],
  ['Application/JSON;odata.metadata="NONE";q=x', 'application/json', { metadata: 'none' }, 0],
  [
    'application/json;IEEE754Compatible=true;charset=utf-8',
    'application/json',
    { ieee754compatible: 'true', charset: 'utf-8' },
    1,
  ],
  ['', '', {}, 1],
])('%j is read', (text, type, parameters, quality) => {
  const range = readMediaRange(text)
  expect([range.type, Object.fromEntries(range.parameters), range.quality]).toEqual([type, parameters, quality])
})
