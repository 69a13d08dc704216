/**
 * Requests that no honest client sends, by name. None may stop the server, make it wait, be answered with 5XX, or get an
 * answer that tells of its inside.
 */
import { gzipSync } from 'node:zlib'

/** A service to send them to: an entity set, a text property, and navigation properties of it. */
export interface Target {
  readonly root: string
  readonly set: string
  /** A key predicate of no record. */
  readonly key: string
  readonly keyName: string
  readonly text: string
  readonly one: string
  readonly many: string
  /** Body of a new record, where the service takes one. */
  readonly record: Readonly<Record<string, unknown>>
}

/** A request. `path` is below the service unless it begins with a slash; `raw` goes over a socket as it stands. */
export interface HostileRequest {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly raw?: string
}

const NOBODY = '00000000-0000-4000-8000-000000000000'

export const TARGETS: readonly Target[] = [
  {
    root: '/odata/v4/SagaFilm',
    set: 'People',
    key: NOBODY,
    keyName: 'ID',
    text: 'name',
    one: 'homeworld',
    many: 'films',
    record: { name: 'x' },
  },
  {
    root: '/odata/v4/SagaEpisode',
    set: 'Episodes',
    key: NOBODY,
    keyName: 'ID',
    text: 'title',
    one: 'show',
    many: 'characters',
    record: { title: 'x' },
  },
  {
    root: '/odata/v4/-data',
    set: 'Entities_columns',
    key: "up__name='x',name='y'",
    keyName: 'name',
    text: 'type',
    one: 'up_',
    many: 'up_',
    record: { up__name: 'Film', name: 'x' },
  },
]

const JSON_TYPE = { 'content-type': 'application/json' }

const get = (path: string, headers?: Record<string, string>): HostileRequest => ({ path, ...(headers && { headers }) })
const query = (set: string, options: string): HostileRequest => get(`${set}?${options}`)
const post = (path: string, body: unknown, headers: Record<string, string> = {}): HostileRequest => ({
  method: 'POST',
  path,
  headers: { ...JSON_TYPE, ...headers },
  body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
})
const batch = (requests: unknown): HostileRequest => post('$batch', { requests })
const multipart = (body: string, type = 'multipart/mixed; boundary=b'): HostileRequest =>
  post('$batch', body.replaceAll('\n', '\r\n'), { 'content-type': type })
const part = (request: string): string =>
  `--b\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\n${request}\n`
const changeset = (...requests: string[]): string =>
  [
    '--b',
    'Content-Type: multipart/mixed; boundary=c',
    '',
    ...requests.map((request, index) =>
      ['--c', 'Content-Type: application/http', `Content-ID: ${index + 1}`, '', request].join('\n'),
    ),
    '--c--',
    '--b--',
    '',
  ].join('\n')

const nested = (depth: number, inner: string, open = '(', close = ')'): string =>
  open.repeat(depth) + inner + close.repeat(depth)
const times = (count: number, text: string, separator = ''): string => Array<string>(count).fill(text).join(separator)
const e = encodeURIComponent

type Make = (t: Target) => HostileRequest

const URLS: Record<string, Make> = {
  'a lone percent sign': () => get('%'),
  'a percent sign with other letters': () => get('%zz'),
  'an overlong slash': ({ set }) => get(`${set}%c0%af`),
  'a byte that no text has': ({ set }) => get(`${set}/%ff`),
  'NUL in the path': ({ set }) => get(`${set}%00`),
  'a surrogate by itself': ({ set }) => get(`${set}%ed%a0%80`),
  'a line break in the path': ({ set }) => get(`${set}%0d%0aSet-Cookie:%20a=b`),
  'an escape sequence in the path': () => get('%1b%5b31m'),
  'text that runs from right to left': () => get('%e2%80%ae'),
  'a heart': () => get('%f0%9f%96%a4'),
  'another way to escape': () => get('%u0041'),
  __proto__: () => get('__proto__'),
  constructor: () => get('constructor'),
  prototype: () => get('prototype'),
  toString: () => get('toString'),
  'toString as a function': () => get('toString()'),
  'hasOwnProperty as a set': () => get('hasOwnProperty'),
  '__proto__ of a set': ({ set }) => get(`${set}/__proto__`),
  'constructor of a set': ({ set }) => get(`${set}/constructor`),
  '__proto__ of a record': ({ set, key }) => get(`${set}(${key})/__proto__`),
  'constructor of a record': ({ set, key }) => get(`${set}(${key})/constructor/name`),
  'out of the folder': () => get('../../../../etc/passwd'),
  'out of the folder, encoded': () => get('..%2f..%2f..%2fetc%2fpasswd'),
  'out of the folder, with backslashes': () => get('..%5c..%5cwindows'),
  'two slashes': ({ root, set }) => get(`//${root}//${set}`),
  'a slash at the end of two': ({ set }) => get(`${set}//`),
  'a path parameter': ({ set }) => get(`${set};jsessionid=1`),
  'a path of 20 000 characters': () => get(times(10_000, 'a/')),
  'a path of 400 segments': ({ set, key, one }) => get(`${set}(${key})/${times(400, one, '/')}`),
  'a query of 20 000 characters': ({ set }) => query(set, `x=${times(20_000, 'a')}`),
  'an unknown service': () => get('/odata/v4/Nobody/Nothing'),
  'another version': ({ set }) => get(`/odata/v2/SagaFilm/${set}`),
  'behind $metadata': () => get('$metadata/x'),
  '$metadata with a key': () => get('$metadata(1)'),
  '$metadata with a filter': () => get('$metadata?$filter=%'),
  '$metadata in a language that is a path': () => get('$metadata?sap-language=../../x'),
  $entity: () => get('$entity?$id=x'),
  $all: () => get('$all'),
  $crossjoin: ({ set }) => get(`$crossjoin(${set},${set})`),
  $root: ({ set }) => get(`$root/${set}`),
  '$ref of a set': ({ set }) => get(`${set}/$ref`),
  '$value of a set': ({ set }) => get(`${set}/$value`),
  '$count of a record': ({ set, key }) => get(`${set}(${key})/$count`),
  '$count twice': ({ set }) => get(`${set}/$count/$count`),
  'a type cast': ({ set }) => get(`${set}/Some.Type`),
  'an action with GET': ({ set, key }) => get(`${set}(${key})/SagaFilm.draftEdit`),
  'an action on a set': ({ set }) => post(`${set}/SagaFilm.draftEdit`, {}),
  'an action that is none': ({ set, key }) => post(`${set}(${key})/SagaFilm.constructor`, {}),
}

const KEYS: Record<string, Make> = {
  'an empty key': ({ set }) => get(`${set}()`),
  'a key of a comma': ({ set }) => get(`${set}(,)`),
  'a key without a value': ({ set, keyName }) => get(`${set}(${keyName}=)`),
  'a key given twice': ({ set, keyName }) => get(`${set}(${keyName}='1',${keyName}='2')`),
  'a key that is left open': ({ set }) => get(`${set}(`),
  'a quote that is left open': ({ set }) => get(`${set}('`),
  'a key in 50 parentheses': ({ set }) => get(`${set}${nested(50, '1')}`),
  'a key of 4 000 characters': ({ set }) => get(`${set}('${times(4_000, 'a')}')`),
  'a key of 4 000 quotes': ({ set }) => get(`${set}('${times(4_000, "'")}')`),
  'a key with SQL': ({ set, keyName }) => get(`${set}(${keyName}='x''; drop table saga_Film; --')`),
  'a key that is null': ({ set, keyName }) => get(`${set}(${keyName}=null)`),
  'a key beyond all numbers': ({ set, keyName }) => get(`${set}(${keyName}=${times(400, '9')})`),
  'a key that is no number': ({ set }) => get(`${set}(NaN)`),
  'a key that is JSON': ({ set, keyName }) => get(`${set}(${keyName}=${e('{"a":1}')})`),
  'a key named __proto__': ({ set }) => get(`${set}(__proto__=1)`),
  'a key named constructor': ({ set }) => get(`${set}(constructor='x')`),
  'a key of an alias that is not there': ({ set }) => get(`${set}(@a)`),
  'a key of an alias of itself': ({ set, keyName }) => get(`${set}(${keyName}=@a)?@a=@a`),
  'NUL in a key': ({ set, keyName }) => get(`${set}(${keyName}='%00')`),
}

const FILTERS: Record<string, string | ((t: Target) => string)> = {
  nothing: '',
  blanks: '%20%20',
  'a word': 'x',
  '13 parentheses': ({ text }) => nested(13, `${text} eq 'x'`),
  '2 000 parentheses': ({ text }) => nested(2_000, `${text} eq 'x'`),
  'parentheses that do not close': '((((((((((',
  '150 conditions': ({ text }) => times(150, `${text} eq 'x'`, ' or '),
  '1 000 nots': ({ text }) => `${times(1_000, 'not ')}${text} eq 'x'`,
  'functions 12 deep': ({ text }) => `${nested(12, text, 'tolower(')} eq 'x'`,
  'functions 500 deep': ({ text }) => `${nested(500, text, 'tolower(')} eq 'x'`,
  'a pattern that never ends': ({ text }) => `matchesPattern(${text},'^(a+)+$')`,
  'a pattern, in capitals': ({ text }) => `MATCHESPATTERN(${text},'^(a%2B)%2B$')`,
  'a pattern with blanks': ({ text }) => `matchesPattern (${text},'(')`,
  'a pattern that is none': ({ text }) => `matchesPattern(${text},'[')`,
  'an unknown function': ({ text }) => `sleep(${text},10) eq 1`,
  'a function of the database': ({ text }) => `pg_sleep(10) eq ${text}`,
  'a function of JavaScript': ({ text }) => `hasOwnProperty(${text})`,
  'a function named constructor': ({ text }) => `constructor(${text}) eq 'x'`,
  'a function without arguments': 'contains()',
  'a function with ten arguments': ({ text }) => `contains(${times(10, text, ',')})`,
  'a property named __proto__': "__proto__ eq 'x'",
  'a property of the constructor': "constructor/name eq 'Object'",
  'an unknown property': 'nothing eq 1',
  'a number for a text': ({ text }) => `${text} eq 1`,
  'a text for a key': ({ keyName }) => `${keyName} eq 'x'`,
  'a comparison of types': ({ text }) => `${text} gt 2020-01-01T00:00:00Z`,
  'a date that is none': ({ text }) => `${text} eq 2020-99-99`,
  'a number beyond all': ({ text }) => `${text} eq ${times(500, '9')}`,
  'a number of 39 digits': ({ text }) => `length(${text}) eq ${times(39, '9')}`,
  'an exponent beyond all': ({ text }) => `length(${text}) lt 1e400`,
  infinity: ({ text }) => `length(${text}) lt INF`,
  'no number': ({ text }) => `length(${text}) eq NaN`,
  'division by zero': '1 div 0 eq 1',
  'the rest of a division by zero': ({ text }) => `length(${text}) mod 0 eq 1`,
  'arithmetic with text': ({ text }) => `${text} add 1 eq 2`,
  'the year of a text': ({ text }) => `year(${text}) eq 1`,
  'the date of a text': ({ text }) => `date(${text}) eq 2020-01-01`,
  'the rounding of a text': ({ text }) => `round(${text}) eq 1`,
  'a substring from -1': ({ text }) => `substring(${text},-1) eq 'x'`,
  'a substring beyond all': ({ text }) => `substring(${text},99999999999999999999) eq 'x'`,
  'the index of a number': ({ text }) => `indexof(${text},1) eq 1`,
  'a cast': ({ text }) => `cast(${text},Edm.Int32) eq 1`,
  'an isof': 'isof(Edm.String)',
  geography: ({ text }) => `geo.distance(${text},geography'POINT(0 0)') lt 1`,
  'a duration': "duration'P99999Y' eq 1",
  'an empty list': ({ text }) => `${text} in ()`,
  'a list of 900': ({ text }) => `${text} in (${times(900, "'x'", ',')})`,
  'a list within lists': ({ text }) => `${text} in ${nested(11, "'x'")}`,
  '3 000 wildcards': ({ text }) => `contains(${text},'${times(3_000, '%25')}')`,
  'a quote that is left open': ({ text }) => `${text} eq 'x`,
  '3 000 quotes': ({ text }) => `${text} eq '${times(3_000, "''")}'`,
  'NUL in a text': ({ text }) => `${text} eq '%00'`,
  'an escape sequence in a text': ({ text }) => `${text} eq '%1b%5b2J'`,
  'a surrogate in a text': ({ text }) => `${text} eq '%ed%a0%80'`,
  'SQL in a text': ({ text }) => `${text} eq 'x'' or 1=1; --'`,
  'SQL beside a text': ({ text }) => `${text} eq 'x' union select 1`,
  'a comment of SQL': ({ text }) => `${text} eq 'x'/**/--`,
  JSON: ({ text }) => `${text} eq ${e('{"a":[1,{"b":null}]}')}`,
  'JSON that is left open': ({ text }) => `${text} eq ${e('{"a":')}`,
  'an alias that is not there': ({ text }) => `${text} eq @a`,
  'aliases of each other': ({ text }) => `${text} eq @a&@a=@b&@b=@a`,
  'an alias named __proto__': ({ text }) => `${text} eq @__proto__`,
  'a path through a collection': ({ many, text }) => `${many}/${text} eq 'x'`,
  'a path through a text': ({ text }) => `${text}/${text}/${text} eq 'x'`,
  'a navigation property as a value': ({ one }) => `${one} eq 'x'`,
  'a collection as a value': ({ many }) => `${many} eq null`,
  'a lambda without a variable': ({ many }) => `${many}/any(:1 eq 1)`,
  'a lambda that is left open': ({ many }) => `${many}/any(x:`,
  'a lambda with an unknown variable': ({ many }) => `${many}/any(x:y/ID eq 1)`,
  'a lambda named __proto__': ({ many }) => `${many}/any(__proto__:__proto__/ID eq 1)`,
  'six lambdas': ({ many }) => times(6, `${many}/any()`, ' and '),
  'lambdas six deep': ({ many }) => nested(6, 'true', `${many}/any(x:x/`),
  'a count in a filter': ({ many }) => `${many}/$count gt 1`,
  $it: '$it eq null',
  $root: "$root/X('y')/z eq 1",
}

const OPTIONS: Record<string, string | ((t: Target) => string)> = {
  '$filter twice': ({ text }) => `$filter=${text} eq 'x'&$filter=${text} eq 'y'`,
  '$top of -1': '$top=-1',
  '$top of a half': '$top=0.5',
  '$top of a word': '$top=x',
  '$top of nothing': '$top=',
  '$top beyond all': '$top=99999999999999999999999999',
  '$top in hexadecimal': '$top=0x10',
  '$top of infinity': '$top=Infinity',
  '$skip of -1': '$skip=-1',
  '$skip with an exponent': '$skip=1e21',
  '$skip beyond 64 bits': '$skip=9223372036854775808',
  '$top and $skip at the edge': '$top=9007199254740991&$skip=9007199254740991',
  '$count of a word': '$count=x',
  '$orderby of nothing': '$orderby=',
  '$orderby of an unknown property': '$orderby=nothing',
  '$orderby of __proto__': '$orderby=__proto__',
  '$orderby of a collection': ({ many }) => `$orderby=${many}/ID`,
  '$orderby of a number': '$orderby=1',
  '$orderby with SQL': ({ text }) => `$orderby=${text};drop table x`,
  '$orderby of 1 000 properties': ({ text }) => `$orderby=${times(1_000, text, ',')}`,
  '$orderby in a direction that is none': ({ text }) => `$orderby=${text} up`,
  '$select of an unknown property': '$select=nothing',
  '$select of __proto__': '$select=__proto__',
  '$select of constructor': '$select=constructor',
  '$select of commas': '$select=,,,',
  '$select of stars': '$select=*,*,*',
  '$select of 1 500 properties': ({ text }) => `$select=${times(1_500, text, ',')}`,
  '$select of a path': ({ one, text }) => `$select=${one}/${text}/x/y`,
  '$expand of an unknown property': '$expand=nothing',
  '$expand of __proto__': '$expand=__proto__',
  '$expand of constructor': '$expand=constructor($expand=prototype)',
  '$expand of a text': ({ text }) => `$expand=${text}`,
  '$expand that is left open': ({ one }) => `$expand=${one}($expand=`,
  '$expand that ends with a comma': ({ one }) => `$expand=${one},`,
  '$expand of commas': '$expand=,,,',
  '$expand 6 deep': ({ one }) => `$expand=${nested(6, one, `${one}($expand=`)}`,
  '$expand 500 deep': ({ one }) => `$expand=${nested(500, one, `${one}($expand=`)}`,
  '$expand of 300 properties': ({ one }) => `$expand=${times(300, one, ',')}`,
  '$expand to and fro': () => '$expand=homeworld($expand=residents($expand=homeworld($expand=residents)))',
  '$expand to and fro, of episodes': () =>
    '$expand=characters($expand=episode($expand=characters($expand=episode($expand=characters))))',
  '$expand of *($levels=max)': '$expand=*($levels=max)',
  '$expand with a bad limit': ({ many }) => `$expand=${many}($top=-1;$skip=x)`,
  '$expand with a filter too deep': ({ many }) => `$expand=${many}($filter=${nested(13, "ID eq 'x'")})`,
  '$expand with a count': ({ many }) => `$expand=${many}/$count`,
  '$expand with the same option twice': ({ many }) => `$expand=${many}($top=1;$top=2)`,
  '$search of nothing': '$search=',
  '$search of a quote': '$search=%22',
  '$search of a backslash': '$search=%5c',
  '$search of 200 words': `$search=${times(200, 'a', ' ')}`,
  '$search of 100 ORs': `$search=${times(100, 'a', ' OR ')}`,
  '$search of operators': '$search=AND OR NOT',
  '$search of parentheses': `$search=${nested(10, 'a')}`,
  '$search of NUL': '$search=%00',
  '$search with wildcards': `$search=${times(1_000, '%25')}`,
  '$search with SQL': "$search='; drop table x; --",
  '$apply of nothing': '$apply=',
  '$apply of an unknown step': '$apply=explode(1)',
  '$apply of a sum of text': ({ text }) => `$apply=aggregate(${text} with sum as s)`,
  '$apply of an unknown method': ({ text }) => `$apply=aggregate(${text} with x as s)`,
  '$apply of a group by nothing': '$apply=groupby(())',
  '$apply of a group by __proto__': '$apply=groupby((__proto__))',
  '$apply of 40 steps': ({ text }) => `$apply=${times(40, `filter(${text} ne 'x')`, '/')}`,
  '$apply of 40 concatenations': `$apply=concat(${times(40, 'identity', ',')})`,
  '$apply as a name that is SQL': ({ text }) => `$apply=aggregate(${text} with max as ${e('a"; drop table x')})`,
  '$apply with a negative top': '$apply=topcount(-1,ID)',
  '$compute of a division by zero': '$compute=1 div 0 as x&$select=x',
  '$compute of 300 values': `$compute=${times(300, '1 as x', ',')}`,
  '$compute as __proto__': '$compute=1 as __proto__&$select=__proto__',
  '$format of xml': '$format=xml',
  '$format of a line break': '$format=json%0d%0aX-A:%20b',
  '$format of a percent sign': '$format=%25',
  '$skiptoken of a word': '$skiptoken=x',
  '$skiptoken of -1': '$skiptoken=-1',
  '$skiptoken of JSON': `$skiptoken=${Buffer.from('{"r":1,"c":[{"a":"__proto__","v":null}]}').toString('base64')}`,
  '$skiptoken of null': `$skiptoken=${Buffer.from('null').toString('base64')}`,
  '$skiptoken of a number in JSON': `$skiptoken=${Buffer.from('{"r":1e400,"c":[1]}').toString('base64')}`,
  $deltatoken: '$deltatoken=x',
  'an unknown option': '$explode=1',
  'a $ by itself': '$=1',
  '500 parameters': times(500, 'a=b', '&'),
  'a parameter named __proto__': '__proto__=1&constructor[prototype][x]=1',
  'parameters in brackets': `a${times(200, '[b]')}=1`,
  'a language that is SQL': "sap-language=en';drop table x",
  'a language that is unknown': 'sap-locale=xx_YY',
  'a language that every object has': 'sap-locale=hasOwnProperty',
  'a validity that is none': 'sap-valid-at=x&sap-valid-from=%00',
}

const BODIES: Record<string, string | Buffer | ((t: Target) => unknown)> = {
  null: 'null',
  'an array': '[]',
  'an array of null': '[null]',
  'a text': '"x"',
  'a number': '1',
  true: 'true',
  'a brace': '{',
  'a value that is left out': '{"a":}',
  bytes: Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  'a mark of byte order': Buffer.from('\ufeff{}'),
  'UTF-16': Buffer.from('{"name":"x"}', 'utf16le'),
  'arrays 20 000 deep': times(20_000, '['),
  'arrays 10 000 deep that close': nested(10_000, '1', '[', ']'),
  'objects 5 000 deep': nested(5_000, '1', '{"a":', '}'),
  'a record 30 deep': ({ one }) => nested(30, '{}', `{"${one}":`, '}'),
  '30 000 numbers': () => ({ a: Array<number>(30_000).fill(1) }),
  '20 000 properties': () => Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`p${index}`, 1])),
  'a property named __proto__': ({ text }) => `{"${text}":"x","__proto__":{"polluted":true}}`,
  'a property named constructor': ({ text }) => `{"${text}":"x","constructor":{"prototype":{"polluted":true}}}`,
  'a property named toString': ({ record }) => ({ ...record, toString: 'x' }),
  'an unknown property': ({ record }) => ({ ...record, nothing: 1 }),
  'a property with a NUL': ({ record }) => ({ ...record, 'a\0b': 1 }),
  'NUL in a text': ({ record, text }) => ({ ...record, [text]: 'a\0b' }),
  'a surrogate in a text': ({ record, text }) => `${JSON.stringify(record).slice(0, -1)},"${text}":"\\ud800"}`,
  'a text too long': ({ record, text }) => ({ ...record, [text]: times(20_000, 'x') }),
  'an object for a text': ({ record, text }) => ({ ...record, [text]: {} }),
  'an array for a text': ({ record, text }) => ({ ...record, [text]: [1] }),
  'a number for a text': ({ record, text }) => ({ ...record, [text]: 5 }),
  'a truth for a text': ({ record, text }) => ({ ...record, [text]: true }),
  'a number beyond all': ({ record, text }) => `${JSON.stringify(record).slice(0, -1)},"${text}":1e999}`,
  'a query for a text': ({ record, text }) => ({ ...record, [text]: { '=': '1; drop table x' } }),
  'CQN for a text': ({ record, text }) => ({ ...record, [text]: { xpr: [{ ref: ['ID'] }] } }),
  'CQN of SQL for a text': ({ record, text }) => ({ ...record, [text]: { SELECT: { from: { ref: ['x'] } } } }),
  'a key of another type': ({ record, keyName }) => ({ ...record, [keyName]: { a: 1 } }),
  'a key that is null': ({ record, keyName }) => ({ ...record, [keyName]: null }),
  'a key that is a number': ({ record, keyName }) => ({ ...record, [keyName]: 7 }),
  'a text for a record': ({ record, one }) => ({ ...record, [one]: 'x' }),
  'an array for a record': ({ record, one }) => ({ ...record, [one]: [] }),
  'a record for a collection': ({ record, many }) => ({ ...record, [many]: { a: 1 } }),
  'null in a collection': ({ record, many }) => ({ ...record, [many]: [null] }),
  'texts in a collection': ({ record, many }) => ({ ...record, [many]: ['x', 1] }),
  'a collection of collections': ({ record, many }) => ({ ...record, [many]: [[[]]] }),
  'a binding to nothing': ({ record, one }) => ({ ...record, [`${one}@odata.bind`]: 'Nothing(1)' }),
  'a binding to a number': ({ record, one }) => ({ ...record, [`${one}@odata.bind`]: 1 }),
  'a binding to a percent sign': ({ record, one }) => ({ ...record, [`${one}@odata.bind`]: '%' }),
  'a binding to another host': ({ record, one }) => ({ ...record, [`${one}@odata.bind`]: 'http://a.example/X(1)' }),
  'a binding of 10 000 characters': ({ record, one }) => ({ ...record, [`${one}@odata.bind`]: times(10_000, '(') }),
  'a type annotation': ({ record }) => ({ '@odata.type': '#__proto__', ...record }),
  'a context of another host': ({ record }) => ({ '@odata.context': 'http://a.example/$metadata', ...record }),
  'IsActiveEntity of a word': ({ record }) => ({ ...record, IsActiveEntity: 'x' }),
  'a draft it has no right to': ({ record }) => ({ ...record, DraftAdministrativeData: { DraftUUID: NOBODY } }),
  'times that are none': ({ record }) => ({ ...record, createdAt: 'x', modifiedAt: 5 }),
  'more than the limit': times(400_000, ' '),
}

const WRITES: Record<string, Make> = {
  'POST without a body': ({ set }) => ({ method: 'POST', path: set }),
  'POST of an empty body': ({ set }) => post(set, ''),
  'POST of a form': ({ set }) => post(set, 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }),
  'POST of plain text': ({ set }) => post(set, '{"name":"x"}', { 'content-type': 'text/plain' }),
  'POST of plain text in chunks': ({ set }) =>
    post(set, '{}', { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' }),
  'POST without a type': ({ set }) => ({ method: 'POST', path: set, body: '{}' }),
  'POST of a type that looks like JSON': ({ set }) => post(set, {}, { 'content-type': 'application/jsonx' }),
  'POST of multipart': ({ set }) => post(set, '--b--', { 'content-type': 'multipart/mixed; boundary=b' }),
  'POST in an unknown charset': ({ set }) => post(set, {}, { 'content-type': 'application/json; charset=x' }),
  'POST in an unknown encoding': ({ set }) => post(set, {}, { 'content-encoding': 'x' }),
  'POST of what is no gzip': ({ set }) => post(set, 'x', { 'content-encoding': 'gzip' }),
  'POST of 50 MB in gzip': ({ set }) =>
    post(set, gzipSync(Buffer.alloc(50_000_000, ' ')), { 'content-encoding': 'gzip' }),
  'POST to the service': () => post('', {}),
  'POST to $metadata': () => post('$metadata', {}),
  'POST to a record': ({ set, key, record }) => post(`${set}(${key})`, record),
  'POST with a deep $expand': ({ set, record }) =>
    post(`${set}?$expand=homeworld($expand=residents($expand=homeworld($expand=residents)))`, record),
  'PUT to a set': ({ set }) => ({ ...post(set, {}), method: 'PUT' }),
  'PATCH of a set': ({ set }) => ({ ...post(set, {}), method: 'PATCH' }),
  'PATCH of nobody': ({ set, key }) => ({ ...post(`${set}(${key})`, { nothing: 1 }), method: 'PATCH' }),
  'PATCH of a key': ({ set, key, keyName }) => ({ ...post(`${set}(${key})`, { [keyName]: 'x' }), method: 'PATCH' }),
  'PATCH of a property': ({ set, key, text }) => ({ ...post(`${set}(${key})/${text}`, { value: 1 }), method: 'PATCH' }),
  'PUT of a value': ({ set, key, text }) => ({
    method: 'PUT',
    path: `${set}(${key})/${text}/$value`,
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  }),
  'DELETE of a set': ({ set }) => ({ method: 'DELETE', path: set }),
  'DELETE of nobody': ({ set, key }) => ({ method: 'DELETE', path: `${set}(${key})` }),
  'DELETE with a filter': ({ set }) => ({ method: 'DELETE', path: `${set}?$filter=1 eq 1` }),
  'DELETE of a property': ({ set, key, text }) => ({ method: 'DELETE', path: `${set}(${key})/${text}` }),
  'DELETE of a link': ({ set, key, one }) => ({ method: 'DELETE', path: `${set}(${key})/${one}/$ref` }),
  PROPFIND: ({ set }) => ({ method: 'PROPFIND', path: set }),
  PURGE: ({ set }) => ({ method: 'PURGE', path: set }),
  TRACE: ({ set }) => ({ method: 'TRACE', path: set }),
  SEARCH: ({ set }) => ({ method: 'SEARCH', path: set }),
  'another method in a header': ({ set, key }) => post(`${set}(${key})`, {}, { 'x-http-method-override': 'DELETE' }),
}

const HEADERS: Record<string, [name: string, value: string]> = {
  'Accept of everything wrong': ['accept', ';;q=x,,/*'],
  'Accept of 8 000 characters': ['accept', times(2_000, 'a/b,')],
  'Accept-Language with SQL': ['accept-language', 'en"; drop table x'],
  'Accept-Language that is unknown': ['accept-language', 'xx-YY'],
  'Accept-Language that is a path': ['accept-language', '../../../etc'],
  'Accept-Language of a star': ['accept-language', '*;q=x'],
  'Accept-Language of __proto__': ['accept-language', '__proto__'],
  'Accept-Language of constructor': ['accept-language', 'constructor'],
  'Accept-Language of 8 000 letters': ['accept-language', times(8_000, 'a')],
  'X-SAP-Request-Language of toString': ['x-sap-request-language', 'toString'],
  'Accept-Charset': ['accept-charset', 'x'],
  'If-Match of a quote': ['if-match', '"'],
  'If-None-Match of stars': ['if-none-match', '*,*'],
  'If-Modified-Since of a word': ['if-modified-since', 'x'],
  'Prefer of everything': ['prefer', `return=x,maxpagesize=-1,odata.maxpagesize=1e99,${times(500, 'a=b,')}`],
  'Prefer of __proto__': ['prefer', '__proto__=1;constructor'],
  'OData-Version of 9': ['odata-version', '9.9'],
  'OData-MaxVersion of a word': ['odata-maxversion', 'x'],
  'Content-ID': ['content-id', '__proto__'],
  Range: ['range', 'bytes=0-,1-,2-'],
  'X-Correlation-ID of 4 000 characters': ['x-correlation-id', times(4_000, 'a')],
  'X-Correlation-ID with quotes': ['x-correlation-id', '"},{"level":"error"'],
  'X-Forwarded-For of everywhere': ['x-forwarded-for', times(500, '1.1.1.1,')],
  'X-Forwarded-Host of another': ['x-forwarded-host', 'a.example'],
  'Host of another': ['host', 'a.example'],
  'Host that is none': ['host', '@:/\\'],
  'Cookie of 8 000 characters': ['cookie', times(8_000, 'a')],
  Upgrade: ['upgrade', 'x'],
  'sap-contextid': ['sap-contextid', '__proto__'],
  'Features for nobody': ['features', '__proto__,*'],
  'Authorization of a word': ['authorization', 'x'],
  'Authorization of nothing': ['authorization', 'Basic'],
  'Authorization of constructor': ['authorization', `Basic ${btoa('constructor:x')}`],
  'Authorization of a token in two parts': ['authorization', 'Bearer e30.e30'],
  'Authorization of a token of nobody': ['authorization', 'Bearer e30.e30.e30'],
  'Authorization of 8 000 characters': ['authorization', `Basic ${times(8_000, 'A')}`],
}

const BATCHES: Record<string, Make> = {
  'no body and no type': () => ({ method: 'POST', path: '$batch' }),
  'no type': () => ({ method: 'POST', path: '$batch', body: '{"requests":[]}' }),
  'plain text': () => post('$batch', '{}', { 'content-type': 'text/plain' }),
  GET: () => get('$batch'),
  DELETE: () => ({ method: 'DELETE', path: '$batch' }),
  'a query': () => post('$batch?$filter=x', { requests: [] }),
  'behind $batch': () => post('$batch/x', { requests: [] }),
  null: () => post('$batch', 'null'),
  'an array': () => post('$batch', '[]'),
  'a text': () => post('$batch', '"x"'),
  'a brace': () => post('$batch', '{'),
  'no requests': () => post('$batch', {}),
  'requests of null': () => batch(null),
  'requests of an object': () => batch({ length: 1 }),
  'an empty list': () => batch([]),
  'null for a request': () => batch([null]),
  'a text for a request': () => batch(['x']),
  'an array for a request': () => batch([[]]),
  'a number for an id': ({ set }) => batch([{ id: 1, method: 'GET', url: set }]),
  'an id of __proto__': ({ set }) => batch([{ id: '__proto__', method: 'GET', url: set, dependsOn: [] }]),
  'the same id twice': ({ set }) =>
    batch(
      times(2, 'x')
        .split('')
        .map(() => ({ id: '1', method: 'GET', url: set })),
    ),
  'a number for a URL': () => batch([{ id: '1', method: 'GET', url: 1 }]),
  'an empty URL': () => batch([{ id: '1', method: 'GET', url: '' }]),
  'a percent sign for a URL': () => batch([{ id: '1', method: 'GET', url: '%' }]),
  '__proto__ for a URL': () => batch([{ id: '1', method: 'GET', url: '__proto__' }]),
  'a URL of another host': () => batch([{ id: '1', method: 'GET', url: 'http://a.example/secret' }]),
  'a URL without a scheme': () => batch([{ id: '1', method: 'GET', url: '//a.example/secret' }]),
  'a URL of a file': () => batch([{ id: '1', method: 'GET', url: 'file:///etc/passwd' }]),
  'a URL out of the service': () => batch([{ id: '1', method: 'GET', url: '../../../health' }]),
  'a URL of 40 000 characters': ({ set }) =>
    batch([{ id: '1', method: 'GET', url: `${set}?$filter=${times(5_000, "x eq '")}` }]),
  'a URL with NUL': ({ set }) => batch([{ id: '1', method: 'GET', url: `${set}('\0')` }]),
  'a URL with a surrogate': ({ set }) => batch([{ id: '1', method: 'GET', url: `${set}('\ud800')` }]),
  'a method of a number': ({ set }) => batch([{ id: '1', method: 1, url: set }]),
  'a method of TRACE': ({ set }) => batch([{ id: '1', method: 'TRACE', url: set }]),
  'a batch in a batch': () => batch([{ id: '1', method: 'POST', url: '$batch', body: { requests: [] } }]),
  'headers of null': ({ set }) => batch([{ id: '1', method: 'GET', url: set, headers: null }]),
  'headers of an array': ({ set }) => batch([{ id: '1', method: 'GET', url: set, headers: ['a'] }]),
  'a header of an object': ({ set }) => batch([{ id: '1', method: 'GET', url: set, headers: { accept: {} } }]),
  'a header of __proto__': ({ root, set }) =>
    post('$batch', `{"requests":[{"id":"1","method":"GET","url":"${root}/${set}","headers":{"__proto__":"x"}}]}`),
  'a header with a line break': ({ set }) =>
    batch([{ id: '1', method: 'GET', url: set, headers: { 'accept-language': 'en\r\nx: y' } }]),
  'a transfer encoding in a part': ({ set, record }) =>
    batch([{ id: '1', method: 'POST', url: set, headers: { 'transfer-encoding': 'chunked' }, body: record }]),
  'another type in a part': ({ set }) =>
    batch([{ id: '1', method: 'POST', url: set, headers: { 'content-type': 'text/plain' }, body: 'x' }]),
  'a body of null': ({ set }) => batch([{ id: '1', method: 'POST', url: set, body: null }]),
  'a body of a text': ({ set }) => batch([{ id: '1', method: 'POST', url: set, body: 'x' }]),
  'a body of an array': ({ set }) => batch([{ id: '1', method: 'POST', url: set, body: [] }]),
  'a body 30 deep': ({ set }) =>
    batch([{ id: '1', method: 'POST', url: set, body: JSON.parse(nested(30, '1', '{"a":', '}')) as unknown }]),
  'a body with NUL': ({ set, text }) => batch([{ id: '1', method: 'POST', url: set, body: { [text]: '\0' } }]),
  'a request that depends on itself': ({ set, record }) =>
    batch([
      { id: '0', method: 'POST', url: set, atomicityGroup: 'g', body: record },
      { id: '1', method: 'POST', url: set, atomicityGroup: 'g', dependsOn: ['1'], body: record },
    ]),
  'requests that depend on each other': ({ set }) =>
    batch([
      { id: '1', method: 'GET', url: set, dependsOn: ['2'] },
      { id: '2', method: 'GET', url: set, dependsOn: ['1'] },
    ]),
  'a request that depends on nobody': ({ set }) => batch([{ id: '1', method: 'GET', url: set, dependsOn: ['x'] }]),
  'a request that depends on a number': ({ set }) => batch([{ id: '1', method: 'GET', url: set, dependsOn: [1] }]),
  'a request that depends on its group': ({ set, record }) =>
    batch([{ id: '1', method: 'POST', url: set, atomicityGroup: 'g', dependsOn: ['g'], body: record }]),
  'a reference to itself': ({ one }) => batch([{ id: '1', method: 'GET', url: `$1/${one}` }]),
  'a reference to __proto__': () => batch([{ id: '1', method: 'GET', url: '$__proto__/x' }]),
  'a group of a number': ({ set, record }) =>
    batch([{ id: '1', method: 'POST', url: set, atomicityGroup: 1, body: record }]),
  'a group that fails at its end': ({ set, record, keyName }) =>
    batch(
      ['1', '2'].map((id) => ({
        id,
        method: 'POST',
        url: set,
        atomicityGroup: 'g',
        body: { ...record, [keyName]: NOBODY },
      })),
    ),
  'a condition': ({ set }) => batch([{ id: '1', method: 'GET', url: set, if: 'x' }]),
  '101 requests': ({ set }) =>
    batch(Array.from({ length: 101 }, (_, index) => ({ id: String(index), method: 'GET', url: set }))),
  '3 000 requests': () =>
    batch(Array.from({ length: 3_000 }, (_, index) => ({ id: String(index), method: 'GET', url: 'x' }))),
  '100 requests that expand': ({ set, many }) =>
    batch(
      Array.from({ length: 100 }, (_, index) => ({
        id: String(index),
        method: 'GET',
        url: `${set}?$top=1&$expand=${many}`,
      })),
    ),
  'a pattern in a part': ({ set, text }) =>
    batch([{ id: '1', method: 'GET', url: `${set}?$filter=matchesPattern(${text},'^(a+)+$')` }]),
  '13 parentheses in a part': ({ set, text }) =>
    batch([{ id: '1', method: 'GET', url: `${set}?$filter=${nested(13, `${text} eq 'x'`)}` }]),
  '$expand 6 deep in a part': ({ set, one }) =>
    batch([{ id: '1', method: 'GET', url: `${set}?$expand=${nested(6, one, `${one}($expand=`)}` }]),
}

const MULTIPARTS: Record<string, (t: Target) => string> = {
  nothing: () => '',
  'no end': ({ set }) => part(`GET ${set} HTTP/1.1\n`),
  'only an end': () => '--b--\n',
  'a part of nothing': () => '--b\n\n--b--\n',
  'a part of another type': () => '--b\nContent-Type: text/plain\n\nx\n--b--\n',
  'a part without a request': () => `${part('')}--b--\n`,
  'a request without an address': () => `${part('GET')}--b--\n`,
  'another protocol': ({ set }) => `${part(`GET ${set} SMTP/1.1\n`)}--b--\n`,
  'a percent sign': () => `${part('GET % HTTP/1.1\n')}--b--\n`,
  TRACE: ({ set }) => `${part(`TRACE ${set} HTTP/1.1\n`)}--b--\n`,
  'another host': () => `${part('GET http://a.example/x HTTP/1.1\nHost: b.example\n')}--b--\n`,
  'a header that is none': ({ set }) => `${part(`GET ${set} HTTP/1.1\nno header\n`)}--b--\n`,
  'a header of __proto__': ({ set }) => `${part(`GET ${set} HTTP/1.1\n__proto__: x\n`)}--b--\n`,
  'a header of 100 000 characters': ({ set }) => `${part(`GET ${set} HTTP/1.1\nX-A: ${times(100_000, 'a')}\n`)}--b--\n`,
  'a request line of 200 000 spaces': ({ set }) => `${part(`GET ${set}${times(200_000, ' ')}x\n`)}--b--\n`,
  'a header of 200 000 spaces': ({ set }) => `${part(`GET ${set} HTTP/1.1\nX-A: a${times(200_000, ' ')}a\n`)}--b--\n`,
  'a body of 200 000 lines': ({ set }) => `${part(`GET ${set} HTTP/1.1\n\na${times(200_000, '\n')}a`)}--b--\n`,
  '200 requests': ({ set }) => `${times(200, part(`GET ${set} HTTP/1.1\n`))}--b--\n`,
  'a batch in a batch': () => `${part('POST $batch HTTP/1.1\nContent-Type: application/json\n\n{}')}--b--\n`,
  'a change set of a GET': ({ set }) => changeset(`GET ${set} HTTP/1.1\n\n`),
  'a change set in a change set': () =>
    '--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: multipart/mixed; boundary=d\n\n--d--\n--c--\n--b--\n',
  'a change set without a boundary': () => '--b\nContent-Type: multipart/mixed\n\n--c--\n--b--\n',
  'a change set with the boundary around it': () =>
    '--b\nContent-Type: multipart/mixed; boundary=b\n\n--b\n--b--\n--b--\n',
  'a body that is no JSON': ({ set }) => changeset(`POST ${set} HTTP/1.1\nContent-Type: application/json\n\n{`),
  'a body of null': ({ set }) => changeset(`POST ${set} HTTP/1.1\nContent-Type: application/json\n\nnull`),
  'a body with __proto__': ({ set }) =>
    changeset(`POST ${set} HTTP/1.1\nContent-Type: application/json\n\n{"__proto__":{"a":1}}`),
  'a change that refers to itself': ({ one }) =>
    changeset(`POST $1/${one} HTTP/1.1\nContent-Type: application/json\n\n{}`),
  'a change set that fails at its end': ({ set, record, keyName }) => {
    const body = JSON.stringify({ ...record, [keyName]: NOBODY })
    const request = `POST ${set} HTTP/1.1\nContent-Type: application/json\n\n${body}`
    return changeset(request, request)
  },
}

const SITES: Record<string, Make> = {
  'a write from another site': ({ set, record }) => post(set, record, { 'sec-fetch-site': 'cross-site' }),
  'a write from a sibling site': ({ set, record }) => post(set, record, { 'sec-fetch-site': 'same-site' }),
  'a write of an older browser from another site': ({ set, record }) =>
    post(set, record, { origin: 'https://a.example' }),
  'a write from a sandbox': ({ set, record }) => post(set, record, { origin: 'null' }),
  'a batch from another site': () =>
    post('$batch', '', { 'content-type': 'multipart/mixed; boundary=b', 'sec-fetch-site': 'cross-site' }),
  'what would be asked before a write from another site': ({ set }) => ({
    method: 'OPTIONS',
    path: set,
    headers: { origin: 'https://a.example', 'access-control-request-method': 'DELETE' },
  }),
}

const LINES: Record<string, (t: Target) => string> = {
  'no HTTP': () => 'hello\r\n\r\n',
  'bytes of TLS': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'HTTP 0.9': ({ root }) => `GET ${root}\r\n\r\n`,
  'HTTP 9.9': ({ root }) => `GET ${root} HTTP/9.9\r\nHost: x\r\n\r\n`,
  'no host': ({ root }) => `GET ${root}/ HTTP/1.1\r\n\r\n`,
  'an address with a blank': ({ root }) => `GET ${root}/a b HTTP/1.1\r\nHost: x\r\n\r\n`,
  'an address with NUL': ({ root }) => `GET ${root}/\0 HTTP/1.1\r\nHost: x\r\n\r\n`,
  'an absolute address': ({ root }) => `GET http://a.example${root}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  'an address with a user': ({ root }) => `GET http://u:p@x${root}/% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  'a star': () => 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  CONNECT: () => 'CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'two lengths': ({ root }) => `POST ${root}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
  'a length below zero': ({ root }) => `POST ${root}/ HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`,
  'a length and chunks': ({ root }) =>
    `POST ${root}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a chunk that is none': ({ root }) =>
    `POST ${root}/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n`,
  'headers of 40 000 bytes': ({ root }) => `GET ${root}/ HTTP/1.1\r\nHost: x\r\nX-A: ${times(40_000, 'a')}\r\n\r\n`,
  '3 000 headers': ({ root }) => `GET ${root}/ HTTP/1.1\r\nHost: x\r\n${times(3_000, 'a: b\r\n')}\r\n`,
  'a header without a name': ({ root }) => `GET ${root}/ HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n`,
  'a folded header': ({ root }) => `GET ${root}/ HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n`,
  'ten requests at once': ({ root }) =>
    `${times(9, `GET ${root}/% HTTP/1.1\r\nHost: x\r\n\r\n`)}GET ${root}/% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
}

const text = (make: string | ((t: Target) => string), t: Target): string => (typeof make === 'string' ? make : make(t))
const named = <T>(group: string, made: Record<string, T>, request: (value: T, t: Target) => HostileRequest) =>
  Object.entries(made).map(([name, value]) => [`${group}: ${name}`, (t: Target) => request(value, t)] as const)

/** All of them: what it is called, and how it is made for a service. */
export const HOSTILE_REQUESTS: readonly (readonly [name: string, make: Make])[] = [
  ...named('URL', URLS, (make, t) => make(t)),
  ...named('key', KEYS, (make, t) => make(t)),
  ...named('$filter', FILTERS, (make, t) => query(t.set, `$filter=${text(make, t)}`)),
  ...named('option', OPTIONS, (make, t) => query(t.set, text(make, t))),
  ...named('body', BODIES, (made, t) => post(t.set, typeof made === 'function' ? made(t) : made)),
  ...named('write', WRITES, (make, t) => make(t)),
  ...named('header', HEADERS, ([name, value], { set }) => get(`${set}?$top=1`, { [name]: value })),
  ...named('batch', BATCHES, (make, t) => make(t)),
  ...named('multipart', MULTIPARTS, (make, t) => multipart(make(t))),
  ...named('site', SITES, (make, t) => make(t)),
  ...named('line', LINES, (make, t) => ({ raw: make(t) })),
]
