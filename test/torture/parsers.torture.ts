/** Each parser of what clients send over texts eight times as long as in the normal tests, and begun in more ways. */
import { growthOf } from '../support/growth.ts'
import { PARSERS, STARTS, UNITS } from '../support/parsers.ts'

jest.setTimeout(1_800_000)

const LENGTH = 131_072

test.each(Object.entries(PARSERS))('%s', (_, parse) => {
  const texts = STARTS.flatMap((start) =>
    UNITS.flatMap((unit) => ['', 'x', '"', "'"].map((end) => [start, unit, end] as const)),
  )
  expect(texts.flatMap((text) => growthOf(parse, text, LENGTH) ?? [])).toEqual([])
})
