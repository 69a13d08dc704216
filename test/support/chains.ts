/** Every operator and function that the service accepts, as chains and inside themselves. */

/** Query options of `Film` with an operator or function `times` times. */
export interface Chain {
  readonly name: string
  readonly options: (times: number) => string
}

/** How often: within the limits, at them, and far beyond. */
export const MANY = [5, 10, 22, 100, 39, 40, 41, 60, 61, 400, 700] as const

const NUMBER = 'episode_id'
const TEXT = 'title'

const around = (shape: string, of: string, times: number): string => {
  const [before = '', after = ''] = shape.split('#')
  return before.repeat(times) + of + after.repeat(times)
}

const arithmetic: Chain[] = ['add', 'sub', 'mul', 'div', 'divby', 'mod'].flatMap((operator) =>
  ['2', '1.5', NUMBER].flatMap((operand): Chain[] => {
    const chain = (of: string, times: number): string => of + ` ${operator} ${operand}`.repeat(times)
    const name = `${operator} ${operand}`
    return [
      { name, options: (times) => `$filter=${chain(NUMBER, times)} eq 1` },
      { name: `not ${name}`, options: (times) => `$filter=not (${chain(NUMBER, times)} gt ${chain(NUMBER, 1)})` },
      {
        name: `${name} to the right`,
        options: (times) => `$filter=${around(`(${operand} ${operator} #)`, NUMBER, times)} eq 1`,
      },
      { name: `${name} in $orderby`, options: (times) => `$orderby=${chain(NUMBER, times)} desc` },
      { name: `${name} in $compute`, options: (times) => `$compute=${chain(NUMBER, times)} as x&$select=x` },
      { name: `${name} in $apply`, options: (times) => `$apply=filter(${chain(NUMBER, times)} eq 1)` },
      {
        name: `${name} in $expand`,
        options: (times) =>
          `$expand=characters($filter=length(ID) ${chain('add 1', times).replaceAll(NUMBER, '3')} eq 1)`,
      },
      {
        name: `${name} in any`,
        options: (times) =>
          `$filter=characters/any(c:length(c/people/name)${` ${operator} ${operand === NUMBER ? '3' : operand}`.repeat(times)} eq 1)`,
      },
    ]
  }),
)

const comparisons: Chain[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'has', 'in'].flatMap((operator): Chain[] => [
  { name: operator, options: (times) => `$filter=${TEXT}${` ${operator} ${TEXT}`.repeat(times)}` },
  {
    name: `${operator} in parentheses`,
    options: (times) => `$filter=${around(`(# ${operator} ${TEXT})`, TEXT, times)}`,
  },
])

const junctions: Chain[] = ['and', 'or'].flatMap((operator): Chain[] =>
  ['', 'not '].flatMap((not): Chain[] => [
    {
      name: `${not}${operator}`,
      options: (times) =>
        `$filter=${not}(tolower(title) eq director${` ${operator} tolower(title) gt 'x'`.repeat(times)})`,
    },
    {
      name: `${not}${operator} inside each other`,
      options: (times) => `$filter=${around(`${not}(title gt director ${operator} #)`, "title eq 'x'", times)}`,
    },
  ]),
)

const prefixes: Chain[] = ['not #', 'not (#)', '(#)'].map((shape) => ({
  name: shape,
  options: (times) => `$filter=${around(shape, "(title eq 'x')", times)}`,
}))
const signs: Chain[] = ['-#', '- #', '-(#)'].map((shape) => ({
  name: shape,
  options: (times) => `$filter=${around(shape, NUMBER, times)} eq 1`,
}))

const texts = [
  ...['tolower(#)', 'toupper(#)', 'trim(#)', `concat(#,'a')`, `concat(title,#)`, 'substring(#,1)', 'substring(#,-1)'],
  ...['substring(#,1,2)', 'substring(#,episode_id)', 'substring(#,0 sub episode_id,2)'],
]
const numbers = [
  ...['floor(#)', 'ceiling(#)', 'round(#)', 'round(# divby 3)', 'floor(# mod 3.5)', 'cast(#,Edm.Decimal)'],
  ...['length(substring(title,#))', 'indexof(title,substring(title,#))'],
]
const calls: (readonly [shape: string, of: string, rest: string])[] = [
  ...texts.map((shape) => [shape, TEXT, `eq 'x'`] as const),
  ...numbers.map((shape) => [shape, NUMBER, 'eq 1'] as const),
  ['date(#)', 'release_date', 'eq 1977-05-25'],
]
const functions: Chain[] = calls.flatMap(([shape, of, rest]): Chain[] => [
  { name: shape, options: (times) => `$filter=${around(shape, of, times)} ${rest}` },
  { name: `${shape} in $orderby`, options: (times) => `$orderby=${around(shape, of, times)}` },
  { name: `${shape} in $apply`, options: (times) => `$apply=filter(${around(shape, of, times)} ${rest})` },
  {
    name: `${shape} of groups`,
    options: (times) => `$apply=groupby((title,episode_id,release_date))/filter(${around(shape, of, times)} ${rest})`,
  },
])

const many: Chain[] = [
  `contains(title,concat('x',tolower(title)))`,
  `startswith(title,concat('x',tolower(title)))`,
  `endswith(title,concat('x',tolower(title)))`,
  `indexof(title,concat('x',tolower(title))) eq 1`,
  ...['year', 'month', 'day', 'hour', 'minute', 'second', 'fractionalseconds'].map((name) => `${name}(createdAt) eq 1`),
  'date(createdAt) eq 2020-01-01',
  'time(createdAt) eq 00:00:00',
  'createdAt lt now()',
  'isof(title,Edm.String)',
  'characters/$count eq 1',
].flatMap((condition): Chain[] => [
  { name: condition, options: (times) => `$filter=${Array(times).fill(condition).join(' or ')}` },
  { name: `not ${condition}`, options: (times) => `$filter=not (${Array(times).fill(condition).join(' and ')})` },
])

const others: Chain[] = [
  { name: 'a list', options: (times) => `$filter=not (tolower(title) in (${Array(times).fill(`'x'`).join(',')}))` },
  { name: '$orderby', options: (times) => `$orderby=${Array(times).fill('length(title)').join(',')}` },
  { name: 'counts', options: (times) => `$filter=characters/$count${' div characters/$count'.repeat(times)} eq 1` },
  { name: '$search', options: (times) => `$search=${Array(times).fill('a').join(' ')}` },
  { name: 'NOT of $search', options: (times) => `$search=${'NOT '.repeat(times)}a` },
  { name: 'parentheses of $search', options: (times) => `$search=${around('(a OR #)', 'b', times)}` },
  { name: 'a path', options: (times) => `$filter=${'SiblingEntity/'.repeat(times)}title eq 'x'` },
  { name: 'a path in $orderby', options: (times) => `$orderby=${'SiblingEntity/'.repeat(times)}title` },
  { name: 'a path in any', options: (times) => `$filter=characters/any(c:${'c/film/'.repeat(times)}title eq 'x')` },
  { name: 'any', options: (times) => `$filter=${around('characters/any(c:c/film/#)', `title eq 'x'`, times)}` },
  { name: '$expand', options: (times) => `$expand=${around('characters($expand=film($expand=#))', 'planets', times)}` },
  {
    name: 'an alias',
    options: (times) => `$filter=${Array(times).fill('title eq @p').join(' or ')}&@p='${'x'.repeat(500)}'`,
  },
  { name: 'an alias in an alias', options: (times) => `$filter=title eq @p&@p=${'@p&@p='.repeat(times)}'x'` },
  { name: 'steps of $apply', options: (times) => `$apply=${Array(times).fill(`filter(title ne 'x')`).join('/')}` },
  { name: 'JSON', options: (times) => `$filter=title eq {"${'{'.repeat(times)}"` },
  { name: 'JSON in a list', options: (times) => `$filter=title eq [{'${'[{'.repeat(times)}'` },
  { name: 'JSON of an alias', options: (times) => `$filter=title eq @p&@p={"${'{'.repeat(times)}"` },
  { name: 'JSON in $apply', options: (times) => `$apply=filter(title eq {"${'{'.repeat(times)}")` },
  { name: 'JSON in $expand', options: (times) => `$expand=characters($filter=ID eq {"${'{'.repeat(times)}")` },
  {
    name: 'JSON behind an apostrophe in a search',
    options: (times) => `$expand=characters($search=it's;$filter=ID eq {"${'{'.repeat(times)}" or ID eq 'x')`,
  },
  {
    name: 'operators behind an apostrophe in a search',
    options: (times) =>
      `$expand=characters($search=it's;$filter=length(ID)${' mod 1.5'.repeat(times)} eq 1 or ID eq 'x')`,
  },
]

export const CHAINS: readonly Chain[] = [
  ...arithmetic,
  ...comparisons,
  ...junctions,
  ...prefixes,
  ...signs,
  ...functions,
  ...many,
  ...others,
]

/** Query options percent-encoded. */
export const encodeOptions = (options: string): string =>
  options
    .split('&')
    .map(
      (option) => option.slice(0, option.indexOf('=') + 1) + encodeURIComponent(option.slice(option.indexOf('=') + 1)),
    )
    .join('&')
