/** More than 200 lines: each request is a few of them, and the list is what it is about. */

/** Stands for the cursor that the same request without it answers with. */
export const NEXT = 'next'

/** What an operation is asked: together all their options, each choice of them, and every part of filters. */
export interface OperationRequest {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  /** The code of the error that is the right answer. */
  readonly fails?: string
}

const all = (operation: string, ...inputs: readonly OperationRequest['input'][]): OperationRequest[] =>
  inputs.map((input) => ({ operation, input }))

const pair = { table1: 'FILM', table2: 'FILM_OLD' }
const spread = (name: string, ...values: readonly unknown[]) => values.map((value) => ({ [name]: value }))

/** Each function, operator and kind of literal of the filters. */
const FILTERS: readonly string[] = [
  `lower(title) like '%hope%' and upper(title) <> 'X' or not (length(title) > 3)`,
  `trim(title) = 'A' or substring(title, 1, 3) in ('A N', 'The') or title not like 'a!%%' escape '!'`,
  `abs(episode) >= 4 and round(rating) <= 9 and coalesce(title, 'x') not in ('y')`,
  `year(released) = 1977 and month(released) < 6 and day(seen) between 1 and 9`,
  `released <= current_date and seen < current_timestamp and seen >= '2024-01-01T00:00:00Z'`,
  `rating is not null and budget > 1.5 and is_canon = true and is_canon`,
  `title->'a'->>0 = 'x' or title ilike 'a%' or opening->>'a' is null`,
  `(rating + 1) * 2 > 3.5 / episode and floor(rating) < ceil(rating) and hour(seen) + minute(seen) < second(seen)`,
  `seen > now() - 7 days and released < current_date + 2 months - 1 year and seen < now() + 1 hour - 2 weeks + 3 minutes - 4 seconds`,
  `code is null or released not between '1977-01-01' and '1980-01-01' or director_id in (1, 2)`,
]

/** Each rule of the validator. */
const RULES: readonly string[] = [
  'title:required;title:notEmpty;title:length:1:100;title:in:A New Hope:x;title:notIn:y;title:pattern:^A',
  'id:unique;episode:unique:rating;id:integer;rating:numeric;is_canon:boolean;released:date;seen:timestamp',
  'title:email;title:url;title:uuid;episode:range:1:9;rating:range:1.5:9;released:range:1970-01-01:;director_id:compare:<:id',
  `director_id:references:DIRECTOR;director_id:references:DIRECTOR:ID;*:rowCount:1:9;*:expression:rating > 3 or rating is null`,
]

const SERIES = { table: 'FILM', timeColumn: 'SEEN', valueColumn: 'RATING' }
const FUNCTIONS = 'count,sum,avg,min,max,first,last,stddev'
const INTERVALS = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR']

/** Each kind of operation on a column of each type. */
const kindRequests = (table: string, other: string, large: readonly string[], odd: readonly string[]) => {
  const without = [...large, ...odd]
  const texts = large.filter((name) => !/BYTES/.test(name) || name === 'SEARCHED_BYTES')
  const refused = (fails: string, operation: string, ...inputs: readonly object[]): OperationRequest[] =>
    inputs.map((input) => ({ operation, input: { table, ...input }, fails }))
  const pairs = { table1: table, table2: other }
  return [
    ...all('table', { table }, ...without.map((name) => ({ table, where: `${name} is not null`, count: true }))),
    ...all(
      'table',
      ...texts.map((name) => ({ table, where: `${name} like 'a%' and length(${name}) > 3`, count: true })),
    ),
    ...all('export', { table, format: 'json' }, { table, format: 'csv', orderBy: 'NAME', columns: without.join() }),
    ...all('import', { table, file: 'kinds.csv', dryRun: true }),
    ...all('dataProfile', { table, topValues: 3, histogramBins: 3 }),
    ...all('dataDiff', { ...pairs, excludeColumns: odd, showValues: true, ignoreCase: true, trim: true }),
    ...all('compareData', { ...pairs, excludeColumns: odd }, { ...pairs, excludeColumns: ['ID', ...odd] }),
    ...all('compareData', ...texts.map((name) => ({ ...pairs, keyColumns: name, columns: 'NAME' }))),
    ...all(
      'dataValidator',
      { table },
      { table, rules: without.map((name) => `${name}:required;${name}:notEmpty`).join(';') },
    ),
    ...all('dataValidator', { table, rules: texts.map((name) => `${name}:length:1:9;${name}:pattern:^A`).join(';') }),
    ...all('duplicateDetection', { table }, { table, mode: 'fuzzy', columns: 'NAME' }),
    ...all('tableCopy', { sourceTable: table, targetTable: `${table}_COPY`, includeData: true }),
    ...without.flatMap((name) => [
      ...refused('INVALID_FILTER', 'table', { where: `${name} = 'a'`, count: true }),
      ...refused('INVALID_FILTER', 'table', {
        where: `${name} in ('a', 'b') or ${name} between 'a' and 'b'`,
        count: true,
      }),
      ...refused('INVALID_FILTER', 'export', { where: `coalesce(${name}, 'a') is null` }),
      ...refused('INVALID_PARAMETER', 'export', { orderBy: `NAME, ${name} desc` }),
      ...refused(
        'INVALID_RULE',
        'dataValidator',
        ...['unique', 'in:a:b', 'compare:=:NAME', 'references:KINDS:NAME'].map((rule) => ({
          rules: `${name}:${rule}`,
        })),
      ),
      ...refused(
        'INVALID_PARAMETER',
        'duplicateDetection',
        { columns: name },
        { columns: 'NAME', mode: 'fuzzy', blockBy: name },
      ),
    ]),
    ...texts.flatMap((name) =>
      ['upper', 'lower', 'trim'].flatMap((call) =>
        refused('INVALID_FILTER', 'export', { where: `${call}(${name}) = 'a'` }, { where: `${name} ilike 'a%'` }),
      ),
    ),
    ...odd.map((name) => ({ operation: 'compareData', input: { ...pairs, columns: name }, fails: 'NOT_SUPPORTED' })),
    ...odd.map((name) => ({ operation: 'dataDiff', input: { ...pairs, keyColumns: name }, fails: 'NOT_SUPPORTED' })),
  ]
}

/** Of types that not every release has: for the double alone. */
export const OTHER_KIND_REQUESTS: readonly OperationRequest[] = [
  ...kindRequests(
    'OTHER_KINDS',
    'OTHER_KINDS_OLD',
    ['LARGE_TEXT', 'LARGE_BYTES', 'NARROW_LARGE', 'SEARCHED', 'SEARCHED_BYTES'],
    ['AREA', 'PLACE', 'EMBEDDING', 'NUMBERS'],
  ),
  ...all(
    'compareData',
    { table1: 'KINDS', table2: 'KINDS_AS_TEXT', excludeColumns: 'LARGE_BYTES' },
    { table1: 'KINDS_AS_TEXT', table2: 'KINDS', excludeColumns: 'ID,LARGE_BYTES' },
  ),
  {
    operation: 'compareData',
    input: { table1: 'KINDS_AS_TEXT', table2: 'KINDS', columns: 'LARGE_BYTES' },
    fails: 'NOT_SUPPORTED',
  },
]

export const OPERATION_REQUESTS: readonly OperationRequest[] = [
  ...kindRequests('KINDS', 'KINDS', ['LARGE_TEXT', 'LARGE_BYTES'], []),
  ...all('dbInfo', {}, { details: true }),
  ...all(
    'alerts',
    {},
    { severity: 'high', limit: 3 },
    ...spread('severity', 'all', 'critical', 'medium', 'low', 'info'),
  ),
  ...all('replicationStatus', {}),
  ...all('sessions', {}),
  ...all('tables', {}, { schema: 'app', pattern: 'F*', limit: 2, offset: 1 }),
  ...all('views', { definition: true }, { schema: 'app', pattern: 'f*', limit: 1, offset: 0 }),
  ...all('structure', {}, { schema: 'app', pattern: 'F*', limit: 2, offset: 1, columns: 'all' }, { columns: 'keys' }),
  ...all('table', { table: 'FILM' }, { schema: 'app', table: 'FILM_TITLE', structure: true, count: true }),
  ...all(
    'table',
    { table: 'FILM', structure: false },
    ...FILTERS.map((where) => ({ table: 'FILM', structure: false, count: true, where })),
    { table: 'FILM', count: false },
  ),
  ...all('columns', {}, { schema: 'app', pattern: '*ID*', limit: 2, offset: 1 }),
  ...all('schemas', {}, { pattern: 'A*', limit: 1, offset: 0, includeSystem: true }),
  ...all('export', ...['csv', 'json', 'ndjson', 'xlsx', 'excel'].map((format) => ({ table: 'FILM', format }))),
  ...all('export', {
    ...{ table: 'FILM', schema: 'APP', format: 'csv', columns: 'TITLE,RATING', limit: 2, offset: 1 },
    ...{
      orderBy: 'RATING desc,TITLE',
      delimiter: ';',
      includeHeaders: false,
      nullValue: '-',
      escapeFormulas: true,
      valueLimit: 100,
    },
  }),
  ...all(
    'export',
    { table: 'FILM_NO_KEY', format: 'csv', limit: 2, offset: 2 },
    { table: 'FILM_TITLE', format: 'json' },
  ),
  ...all(
    'export',
    ...['plain', 'exact', 'stored'].map((values) => ({ table: 'FILM', format: 'csv', values, gzip: true })),
  ),
  ...all('export', ...FILTERS.map((where) => ({ table: 'FILM', format: 'json', where }))),
  ...all('import', {
    ...{ table: 'FILM', schema: 'APP', file: 'films.csv', matchMode: 'name', format: 'csv' },
    ...{ delimiter: ',', encoding: 'utf-8', hasHeader: true, nullValues: 'NULL' },
    ...{ strictColumns: true, identities: 'keep', allowIncomplete: true },
  }),
  ...all('import', {
    ...{ table: 'FILM', file: 'films.csv', onError: 'skip', maxErrors: 9, batchSize: 2 },
    ...{
      columnMapping: [
        { file: 1, table: 'ID' },
        { file: 'TITLE', table: 'title' },
      ],
      keepRejected: true,
      trueValues: 'ja',
      falseValues: 'nein',
    },
    dryRun: true,
  }),
  ...all('import', {
    table: 'FILM',
    file: 'films.tsv',
    format: 'tsv',
    matchMode: 'order',
    hasHeader: false,
    encoding: 'latin1',
    identities: 'renumber',
    dryRun: true,
  }),
  ...all(
    'import',
    { table: 'FILM', file: 'films.json', format: 'json', dryRun: true },
    { table: 'FILM', file: 'films.ndjson', format: 'ndjson', onError: 'abort', dryRun: true },
  ),
  ...all('import', { table: 'FILM_NO_KEY', file: 'films.csv', truncate: true, matchMode: 'auto' }),
  ...all(
    'import',
    ...[
      { values: 'plain', decimal: '.', dates: 'iso', epoch: 'seconds' },
      { values: 'exact', dates: 'german', epoch: 'milliseconds' },
      { values: 'stored', strict: true },
    ].map((how) => ({ table: 'FILM', file: 'films.csv', onError: 'skip', ...how, dryRun: true })),
    { table: 'FILM', file: 'films.tsv', matchMode: 'order', hasHeader: false, decimal: ',', dryRun: true },
  ),
  ...all(
    'import',
    { table: 'FILM', file: 'films.csv', mode: 'insert', onError: 'skip', dryRun: true },
    { table: 'FILM', file: 'films.csv', mode: 'upsert', dryRun: true },
    { table: 'FILM', file: 'films.csv', mode: 'ignore', keys: 'TITLE', onError: 'skip', dryRun: true },
    { table: 'FILM', file: 'films.csv', mode: 'update', keys: ['ID', 'TITLE'], dryRun: true },
    {
      files: [
        { table: 'FILM', file: 'films.ndjson' },
        { table: 'DIRECTOR', file: 'directors.csv' },
      ],
      mode: 'upsert',
      dryRun: true,
    },
  ),
  { operation: 'import', input: { table: 'FILM', file: 'films.csv', format: 'xlsx' }, fails: 'INVALID_FILE_CONTENT' },
  {
    operation: 'import',
    input: { table: 'DIRECTOR', file: 'directors.csv', truncate: true },
    fails: 'TRUNCATE_BLOCKED',
  },
  ...all(
    'dataProfile',
    { table: 'FILM', topValues: 3, histogramBins: 4 },
    { table: 'FILM', schema: 'APP', columns: 'TITLE,OPENING', sampleSize: 2 },
  ),
  ...all(
    'dataProfile',
    { table: 'FILM', columns: ['ID', 'RATING', 'BUDGET'], topValues: 0, histogramBins: 0 },
    { table: 'FILM_TITLE' },
  ),
  ...all('dataProfile', ...FILTERS.slice(0, 3).map((where) => ({ table: 'FILM', where, histogramBins: 2 }))),
  ...all('compareData', pair, {
    ...pair,
    schema1: 'APP',
    schema2: 'APP',
    keyColumns: 'ID',
    excludeColumns: 'POSTER',
    samples: 2,
  }),
  ...all(
    'compareData',
    { ...pair, columns: 'TITLE,RATING', tolerance: 0.05, where: 'episode > 3', samples: 0 },
    { table1: 'FILM', table2: 'FILM_NO_KEY', keyColumns: ['TITLE'] },
  ),
  ...all(
    'compareData',
    { ...pair, tolerance: { absolute: 0.1, relative: 0.01 } },
    { table1: 'FILM_NO_KEY', table2: 'FILM_NO_KEY' },
  ),
  ...all('dataDiff', pair, {
    ...pair,
    schema1: 'APP',
    schema2: 'APP',
    keyColumns: 'ID',
    compareColumns: 'TITLE,RATING',
    showValues: true,
    limit: 1,
    where: 'id > 0',
  }),
  ...all(
    'dataDiff',
    {
      ...pair,
      excludeColumns: 'POSTER',
      tolerance: 0.1,
      ignoreCase: true,
      trim: true,
      format: 'csv',
      showValues: true,
    },
    { ...pair, tolerance: { absolute: 1, relative: 0 } },
  ),
  ...all(
    'dataDiff',
    { ...pair, keyColumns: 'TITLE', allowDuplicateKeys: true, showValues: true, limit: 5, format: 'json' },
    { ...pair, format: 'summary' },
    { ...pair, limit: 1, showValues: true, cursor: NEXT },
    { ...pair, keyColumns: 'TITLE', allowDuplicateKeys: true, limit: 1, cursor: NEXT },
  ),
  ...all('dataValidator', ...RULES.map((rules) => ({ table: 'FILM', rules })), {
    ...{ table: 'FILM', schema: 'APP', columns: 'TITLE', where: FILTERS[0], limit: 3 },
    ...{ rules: RULES[0], maxErrors: 2, stopOnFirstError: true, format: 'csv' },
  }),
  ...all(
    'dataValidator',
    { table: 'FILM' },
    { table: 'FILM', rules: RULES[3], limit: 3, where: 'id > 0', format: 'json' },
    { table: 'FILM', rules: RULES[1], format: 'summary', maxErrors: 0 },
  ),
  ...all('dataValidator', {
    table: 'FILM',
    rules: [
      {
        ...{ rule: 'range', column: 'EPISODE', name: 'n', severity: 'warn', mostly: 0.5 },
        min: 1,
        max: 3,
        where: 'id < 9',
      },
      { rule: 'pattern', column: 'TITLE', regex: '^A', maxFailures: 1, severity: 'error' },
      { rule: 'in', column: 'EPISODE', values: [4, 5] },
      { rule: 'references', columns: ['DIRECTOR_ID'], schema: 'APP', table: 'DIRECTOR', referencedColumns: ['ID'] },
      { rule: 'compare', column: 'ID', operator: '<=', other: 'EPISODE' },
    ],
  }),
  ...all(
    'duplicateDetection',
    { table: 'FILM', excludeColumns: 'ID,POSTER,OPENING,DIRECTOR_ID' },
    {
      ...{ table: 'FILM', schema: 'APP', columns: 'TITLE,EPISODE', mode: 'partial', ignoreCase: true, trim: true },
      ...{ nulls: 'distinct', limit: 2, records: 1, where: 'id > 0' },
    },
  ),
  ...all(
    'duplicateDetection',
    {
      ...{
        table: 'FILM',
        columns: 'TITLE,RATING',
        mode: 'fuzzy',
        threshold: 0.8,
        blockBy: 'EPISODE,TITLE:3',
        maxPairs: 100,
      },
    },
    { table: 'FILM_NO_KEY', columns: 'TITLE', mode: 'fuzzy', nulls: 'equal' },
  ),
  ...all(
    'duplicateDetection',
    { table: 'FILM_NO_KEY', columns: 'TITLE,RATING,SEEN', mode: 'exact', limit: 1 },
    { table: 'FILM', columns: 'TITLE', limit: 0 },
  ),
  {
    operation: 'duplicateDetection',
    input: { table: 'FILM', columns: 'TITLE', mode: 'fuzzy', maxPairs: 0 },
    fails: 'LIMIT_TOO_LARGE',
  },
  ...all(
    'dataLineage',
    ...['upstream', 'downstream', 'bidirectional'].map((direction) => ({ table: 'FILM', direction })),
  ),
  ...all(
    'dataLineage',
    ...['json', 'csv', 'graphml', 'openlineage', 'mermaid'].map((format) => ({ table: 'FILM_TITLE', format })),
  ),
  ...all(
    'dataLineage',
    {
      ...{ table: 'FILM_TITLE', schema: 'APP', depth: 2, maxNodes: 10, includeTransformations: true },
      ...{ columnLevel: true, includeForeignKeys: true },
    },
    { table: 'FILM_TITLE', includeTransformations: false },
  ),
  ...all('referentialCheck', ...['check', 'report', 'detailed'].map((mode) => ({ mode }))),
  ...all(
    'referentialCheck',
    { schema: 'APP', table: 'FILM', constraints: 'FK_FILM_DIRECTOR_ID', source: 'catalog', mode: 'detailed', limit: 2 },
    { source: 'model' },
    { source: 'all' },
  ),
  { operation: 'referentialCheck', input: { mode: 'repair' }, fails: 'NOT_SUPPORTED' },
  ...all(
    'compareSchema',
    { schema1: 'APP', schema2: 'OTHER' },
    {
      ...{
        schema1: 'APP',
        schema2: 'OTHER',
        tables: 'FILM',
        compareIndexes: true,
        compareTriggers: true,
        compareConstraints: true,
      },
      ...{
        compareViews: true,
        compareSequences: true,
        compareTypes: true,
        compareRoutines: true,
        comparePolicies: true,
        compareStatistics: true,
        comparePrivileges: true,
        compareComments: true,
        ignoreColumnOrder: true,
        ignoreConstraintNames: true,
      },
    },
    { schema1: 'APP', schema2: 'OTHER', excludeTables: 'FILM', compareViews: false },
  ),
  {
    operation: 'rows',
    input: { table: 'FILM', changes: [{ action: 'insert', values: { ID: 1 } }] },
    fails: 'NOT_SUPPORTED',
  },
  { operation: 'dump', input: {}, fails: 'NOT_SUPPORTED' },
  { operation: 'load', input: { file: 'films.csv' }, fails: 'NOT_SUPPORTED' },
  ...all('checks/run', { schema: 'APP' }, { schema: 'APP', tables: ['FILM'], maxErrors: 2 }),
  ...all('checks/history', {}),
  ...all('modelDrift', {}, { schema: 'APP', ignore: 'FILM', limit: 10 }),
  ...all(
    'schemaClone',
    { source: 'APP', target: 'CLONE_DRY', dryRun: true },
    { source: 'APP', target: 'CLONE', includeData: true, excludeTables: 'FILM_OLD' },
    { source: 'APP', target: 'CLONE_EMPTY', includeData: false },
    {
      ...{ source: 'APP', target: 'CLONE_ALL', includeTriggers: true, includeTypes: true, includeFunctions: true },
      ...{ includePolicies: true, includeGrants: true, allowHiddenRows: true },
    },
  ),
  ...all(
    'tableCopy',
    { sourceTable: 'FILM', targetTable: 'DRY', dryRun: true, allowHiddenRows: true },
    {
      ...{ sourceSchema: 'APP', sourceTable: 'FILM', targetSchema: 'OTHER', targetTable: 'COPY' },
      includeData: true,
      where: FILTERS[2],
      limit: 3,
    },
    { sourceTable: 'FILM', targetTable: 'Copied', includeTriggers: true },
  ),
  ...all('sdiTasks', {}),
  ...all('xsaServices', {}),
  ...all(
    'timeseriesTools',
    {},
    { action: 'list', table: 'FILM', schema: 'APP' },
    { action: 'info' },
    { action: 'info', table: 'FILM', limit: 3 },
  ),
  ...all(
    'timeseriesTools',
    { ...SERIES, action: 'analyze', interval: 'DAY' },
    { table: 'FILM', timeColumn: 'RELEASED', action: 'analyze', interval: 'YEAR', where: 'id > 0', limit: 2 },
  ),
  ...all(
    'timeseriesTools',
    ...INTERVALS.filter((interval) => interval !== 'SECOND' && interval !== 'MINUTE').map((interval) => ({
      ...SERIES,
      action: 'aggregate',
      interval,
      functions: FUNCTIONS,
    })),
  ),
  ...all(
    'timeseriesTools',
    {
      ...SERIES,
      action: 'aggregate',
      interval: 'SECOND',
      from: '2024-01-01T10:00:00',
      to: '2024-01-01T10:00:30',
      size: 10,
    },
    { ...SERIES, action: 'aggregate', interval: 'MINUTE', from: '2024-01-01T10:00:00', to: '2024-01-01T10:10:00' },
  ),
  ...all('timeseriesTools', {
    ...SERIES,
    action: 'aggregate',
    interval: 'MONTH',
    groupBy: 'TITLE,IS_CANON',
    functions: 'sum,first',
    timezone: 'Europe/Berlin',
    fill: 'zero',
    movingAverage: 2,
    limit: 5,
    where: FILTERS[0],
  }),
  ...all(
    'timeseriesTools',
    ...['none', 'null', 'zero', 'locf', 'linear'].map((fill) => ({
      ...SERIES,
      action: 'aggregate',
      interval: 'DAY',
      fill,
    })),
  ),
  ...all(
    'timeseriesTools',
    ...['zscore', 'iqr', 'mad'].map((method) => ({
      ...SERIES,
      action: 'detect',
      interval: 'DAY',
      method,
      fill: 'locf',
      threshold: 2,
      functions: 'avg',
    })),
  ),
  ...all(
    'timeseriesTools',
    ...['linear', 'holt', 'naive', 'drift'].map((method) => ({
      ...SERIES,
      action: 'forecast',
      interval: 'DAY',
      method,
      horizon: 3,
      fill: 'linear',
    })),
  ),
  ...all('timeseriesTools', {
    ...SERIES,
    action: 'forecast',
    interval: 'DAY',
    method: 'holtWinters',
    season: 2,
    fill: 'linear',
  }),
]
