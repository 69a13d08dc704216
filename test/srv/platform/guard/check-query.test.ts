import fc from 'fast-check'
import { checkQuery } from '../../../../srv/platform/guard/check-query.ts'
import { LIMITS } from '../../../../srv/platform/guard/limits.ts'
import type { Refusal } from '../../../../srv/platform/guard/error-answer.ts'

const outcome = (query: string): unknown => {
  try {
    checkQuery(`/Film?${query}`, LIMITS)
    return 'let through'
  } catch (error) {
    return (error as Refusal).code
  }
}
const nested = (depth: number): string => `${'('.repeat(depth)}a eq 1${')'.repeat(depth)}`
const times = (count: number, text: string, separator: string): string => Array(count).fill(text).join(separator)

/** What Fiori Elements asks of the list of films, in one of its batches. */
const FIORI = [
  '$count=true',
  '$select=HasActiveEntity,HasDraftEntity,ID,IsActiveEntity,director,episode_id,producer,release_date,title',
  '$expand=DraftAdministrativeData($select=DraftUUID,InProcessByUser,LastChangedByUser)',
  "$filter=(IsActiveEntity eq false or SiblingEntity/IsActiveEntity eq null) and (title eq 'A' or title eq 'B')",
  '$search="a new hope"',
  '$orderby=title',
  '$skip=0&$top=30',
].join('&')

test.each([
  FIORI,
  `$filter=${nested(LIMITS.parenthesesDepth)}`,
  `$filter=${times(LIMITS.filterTerms + 1, 'a eq 1', ' or ')}`,
  `$filter=${times(LIMITS.lambdas, 'x/any()', ' and ')}`,
  `$search=${times(LIMITS.searchTerms, 'a', ' ')}`,
  `$filter=a eq ${'9'.repeat(LIMITS.numberDigits)}`,
  `$apply=${times(LIMITS.applySteps - 1, 'filter(a eq 1)', '/')}/aggregate(a with sum as b)`,
  `$select=${times(LIMITS.listItems + 1, 'a', ',')}`,
  `$filter=a${' add 1'.repeat(LIMITS.expressionDepth - 1)} eq 1`,
  `$filter=a eq '${'['.repeat(50)}'`,
  `$filter=a in ('${times(400, 'b', ',')}')`,
  `$filter=a eq '${nested(50)}'`,
  `$filter=a eq '${times(500, 'and', ' ')}'`,
  `$filter=a eq 'it''s (((((((((((((('`,
  `$search="((((((((((((((" or '`,
])('%s is let through', (query) => {
  expect(outcome(query)).toBe('let through')
})

test.each([
  [`$filter=${nested(LIMITS.parenthesesDepth + 1)}`, 'EXPRESSION_TOO_DEEP'],
  [`$filter=${encodeURIComponent(nested(LIMITS.parenthesesDepth + 1))}`, 'EXPRESSION_TOO_DEEP'],
  [`$filter=a eq ${'['.repeat(LIMITS.parenthesesDepth + 1)}`, 'EXPRESSION_TOO_DEEP'],
  [`$filter=${times(LIMITS.filterTerms + 2, 'a eq 1', ' or ')}`, 'TOO_MANY_CONDITIONS'],
  [`$filter=${times(LIMITS.filterTerms + 2, 'a eq 1', '%20AND%20')}`, 'TOO_MANY_CONDITIONS'],
  [`$filter=${times(LIMITS.lambdas + 1, 'x/any()', ' and ')}`, 'TOO_MANY_CONDITIONS'],
  [`$search=${times(LIMITS.searchTerms + 1, 'a', '+')}`, 'SEARCH_TOO_LONG'],
  [`$expand=x($search=${times(LIMITS.searchTerms + 1, 'a', ' ')})`, 'SEARCH_TOO_LONG'],
  [`$filter=a eq ${'9'.repeat(LIMITS.numberDigits + 1)}`, 'INVALID_VALUE'],
  [`$apply=${times(LIMITS.applySteps + 1, 'filter(a eq 1)', '/')}`, 'TOO_MANY_STEPS'],
  [`$apply=concat(${times(LIMITS.applySteps, 'identity', ',')})`, 'TOO_MANY_STEPS'],
  [`$orderby=${times(LIMITS.listItems + 2, 'a', ',')}`, 'LIST_TOO_LONG'],
  [`$filter=a${' add 1'.repeat(LIMITS.expressionDepth)} eq 1`, 'EXPRESSION_TOO_DEEP'],
  [`$filter=a eq {"${'{'.repeat(LIMITS.jsonDepth)}"`, 'EXPRESSION_TOO_DEEP'],
  ['$filter=x/any(a:a/x/any(b:b/x/any(c:c/y eq 1)))', 'EXPRESSION_TOO_DEEP'],
  [`$filter=${times(50, 'a eq @p', ' or ')}&@p='${'x'.repeat(200)}'`, 'EXPRESSION_TOO_LONG'],
  [`$filter=${times(50, 'a in @p', ' or ')}&@p=[${times(10, '1', ',')}]`, 'LIST_TOO_LONG'],
  [`$search="'"&$filter=${nested(13)} or a eq 'x'`, 'EXPRESSION_TOO_DEEP'],
  [`$search=" '&$filter=${nested(13)} or a eq 'x"'`, 'EXPRESSION_TOO_DEEP'],
])('%s is refused as %s', (query, code) => {
  expect(outcome(query)).toBe(code)
})

test('one more parenthesis than the limit is refused, wherever text stands between them', () => {
  const text = fc.stringMatching(/^[a-z ]{0,3}('[^']{0,5}')?$/)
  fc.assert(
    fc.property(fc.array(text, { minLength: LIMITS.parenthesesDepth + 1, maxLength: 40 }), (texts) => {
      expect(outcome(`$filter=${encodeURIComponent(texts.map((part) => `${part}(`).join(''))}`)).not.toBe('let through')
    }),
  )
})
