/** Every parser of text that clients send, by what it reads: for tests that measure how long each takes. */
import { readQuery } from '../../srv/admin/http/read-input.ts'
import { contentDisposition } from '../../srv/admin/http/send-result.ts'
import { readCursor } from '../../srv/admin/core/comparison/page-cursor.ts'
import { CsvReader } from '../../srv/admin/core/csv/csv-reader.ts'
import { parseFilter } from '../../srv/admin/core/filter/parse.ts'
import { tokenize } from '../../srv/admin/core/filter/tokens.ts'
import { nearNames, parseColumnList } from '../../srv/admin/core/identifiers.ts'
import { JsonArrayReader, NdjsonReader } from '../../srv/admin/core/json/json-record-reader.ts'
import { mentionedTables } from '../../srv/admin/dialects/postgres/function-flows.ts'
import { readNodeTree } from '../../srv/admin/core/lineage/node-tree.ts'
import { likePattern } from '../../srv/admin/operations/list-page.ts'
import { parseOrderBy } from '../../srv/admin/operations/transfer/export/query.ts'
import { parseRules } from '../../srv/admin/core/rules/parse-rules.ts'
import { readSqlTokens } from '../../srv/admin/core/sql-tokens.ts'
import { statementText } from '../../srv/admin/core/statement-text.ts'
import { viewParts } from '../../srv/admin/dialects/sqlite/view-parts.ts'
import { parseJsonObject } from '../../srv/admin/core/strict-json.ts'
import { timestampInUtc } from '../../srv/admin/core/timestamps.ts'
import { decimalConverter, toFloat, toInteger } from '../../srv/admin/core/transfer/convert-number.ts'
import { isDateFormat } from '../../srv/admin/core/xlsx/serial-date.ts'
import { XmlScanner, attributeOf, cellText } from '../../srv/admin/core/xlsx/xml-scanner.ts'
import { tokensOf } from '../../srv/admin/dialects/sqlite/sql-text.ts'
import { calledFunctions } from '../../srv/admin/core/structure/called-functions.ts'
import { readForeignValue } from '../../srv/admin/core/transfer/foreign-value.ts'
import { createShaper } from '../../srv/admin/core/transfer/any-converter.ts'
import { splitTrigger } from '../../srv/admin/dialects/sqlite/lineage-questions.ts'
import { tableReferences } from '../../srv/admin/dialects/sqlite/structure/table-references.ts'
import { checkBody, checkQuery, checkUrl, readLimits } from '../../srv/platform/guard/index.ts'
import { parseBasicCredentials } from '../../srv/platform/identity/authenticate.ts'
import { networkOf } from '../../srv/platform/guard/request-rate.ts'
import { checkHost, withinService } from '../../srv/platform/odata/http/batch/part.ts'
import { responseFormat } from '../../srv/platform/odata/http/batch/batch.ts'
import { readJsonBatch } from '../../srv/platform/odata/http/batch/json.ts'
import { boundaryOf, readMultipartBatch } from '../../srv/platform/odata/http/batch/multipart.ts'
import { referenceOf, withReferences } from '../../srv/platform/odata/http/batch/plan.ts'
import { checkHeaders } from '../../srv/platform/odata/http/batch/batch-request.ts'
import { bodyType } from '../../srv/platform/odata/http/bodies/body-type.ts'
import { contentNegotiation, protocolVersion } from '../../srv/platform/odata/http/answers/content-negotiation.ts'
import { dataUrls } from '../../srv/data/data-urls.ts'
import { expandedOf } from '../../srv/platform/odata/meaning/expanded.ts'
import { parseQueryString, readOption } from '../../srv/platform/odata/url/query.ts'
import { preference } from '../../srv/platform/odata/http/answers/representation.ts'
import { optionNames, rawOptions, wellFormedUrl } from '../../srv/platform/odata/http/urls/well-formed-url.ts'
import { readPairs } from '../../srv/platform/odata/url/path.ts'
import { resourceAt } from '../../srv/platform/odata/meaning/resource.ts'
import { skipToken } from '../../srv/platform/odata/http/paging/pages.ts'
import { mayBeLong } from '../../srv/platform/odata/protocol/exact-json.ts'
import type { Concern } from '../../srv/platform/cap/odata.ts'

/** Reads a text; what it makes of it, and how it refuses it, is tested elsewhere. */
export type Parse = (text: string) => unknown

const picture = { name: 'picture', _type: 'cds.LargeBinary', '@Core.MediaType': 'image/png' }
const entities = { Film: { elements: { picture } } }
const adapter = { service: { name: 'DataService', path: '/odata/v4/x', entities } } as unknown as Parameters<Concern>[0]

/** Runs one handler of requests over a request with the text in its URL or in a header. */
const handled = (concern: Concern, request: (text: string) => object): Parse => {
  const handler = concern(adapter)
  return (text) => {
    const req = { method: 'GET', path: '/Film', url: '/Film', headers: {}, query: {}, ...request(text) }
    const res = { set: () => undefined, vary: () => undefined }
    return void handler(
      req as Parameters<typeof handler>[0],
      res as unknown as Parameters<typeof handler>[1],
      () => undefined,
    )
  }
}

const inUrl = (concern: Concern, start: string): Parse => handled(concern, (text) => ({ url: start + encodeURI(text) }))
const inHeader = (concern: Concern, name: string, method = 'GET'): Parse =>
  handled(concern, (text) => ({ method, headers: { 'content-length': '1', [name]: text } }))

const request = (headers: object) => ({ headers }) as unknown as Parameters<typeof preference>[0]
const batchOf = (host: string) => ({ host, headers: { host } }) as Parameters<typeof checkHost>[1]
const part = (text: string) => `--b\r\nContent-Type: application/http\r\n\r\nPOST Film HTTP/1.1\r\n\r\n${text}\r\n--b--`
const limits = readLimits(undefined)
const film = { name: 'Film', elements: {} } as unknown as Parameters<typeof expandedOf>[1]
const films = { entities: { Film: film }, actions: {} } as unknown as Parameters<typeof resourceAt>[1]
const nothing = { open: () => undefined, close: () => undefined, text: () => undefined }

/** Gives a text to a reader of files in pieces, as they come. */
const inPieces = (push: (piece: Buffer) => void, text: string): void => {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 4_096) push(bytes.subarray(at, at + 4_096))
}

export const PARSERS: Readonly<Record<string, Parse>> = {
  'a multipart batch': (text) => readMultipartBatch(text, 'b'),
  'a part of a batch': (text) => readMultipartBatch(part(text), 'b'),
  'headers of a part': (text) => readMultipartBatch(part('').replace('\r\n\r\nPOST', `\r\n${text}\r\n\r\nPOST`), 'b'),
  'a request line': (text) => readMultipartBatch(part('').replace('POST Film', text), 'b'),
  'a boundary': boundaryOf,
  'a change set': (text) =>
    readMultipartBatch(`--b\r\nContent-Type: multipart/mixed; boundary=${text}\r\n\r\n--b--`, 'b'),
  'a JSON batch': readJsonBatch,
  'a header of a part': (text) => checkHeaders({ [text.slice(0, 9)]: text }),
  'a reference': referenceOf,
  'a URL of a part': (text) => withinService(text, '/odata/v4/x'),
  'the host of a part': (text) =>
    checkHost({ id: '', method: 'GET', url: `http://${text}`, headers: { host: text }, dependsOn: [] }, batchOf('a')),
  'Accept of a batch': (text) => responseFormat(text, 'json'),
  Prefer: (text) => preference(request({ prefer: text }), 'maxpagesize'),
  Accept: inHeader(contentNegotiation, 'accept'),
  'Content-Type': inHeader(bodyType, 'content-type', 'POST'),
  'the address of a stream': handled(bodyType, (text) => ({
    method: 'PUT',
    path: `/Film(${text}/picture`,
    headers: { 'content-length': '1' },
  })),
  'a body with long numbers': (text) => mayBeLong(`9${text}`),
  'OData-MaxVersion': inHeader(protocolVersion, 'odata-maxversion'),
  Authorization: (text) => parseBasicCredentials(`Basic ${text}`),
  'credentials in it': (text) => parseBasicCredentials(`Basic ${Buffer.from(text).toString('base64')}`),
  'a network address': networkOf,
  'a path': inUrl(wellFormedUrl, '/'),
  'a URL': (text) => checkUrl(`/x?${encodeURI(text)}`, Infinity),
  'what a URL asks for': (text) => checkQuery(`/x?$filter=${encodeURI(text)}`, limits),
  'names of options': inUrl(optionNames, '/Film?$expand='),
  'a token of a page': inUrl(skipToken, '/Film?$skiptoken='),
  $format: inUrl(contentNegotiation, '/Film?$format='),
  'a URL of the data service': inUrl(() => dataUrls, '/Entities_columns('),
  'an order of the data service': inUrl(() => dataUrls, "/Entities('x')/records?$orderby="),
  'options of a URL': parseQueryString,
  'options as they were sent': (text) => rawOptions(`?${text}`),
  'steps of a path': (text) => resourceAt(`Film(${encodeURI(text)}/${encodeURI(text)}`, films),
  'segments of a path': (text) => resourceAt(`Film/${encodeURI(text)}`, films),
  'parts of a key': (text) => readPairs(text, 'The key', 'INVALID_KEY'),
  'what a request of a batch refers to': (text) =>
    withReferences(
      {
        id: '',
        method: 'POST',
        url: `$1/${text}?$id=${text}`,
        headers: { 'if-match': text },
        body: `{"@id":"${text}"}`,
        dependsOn: [],
      },
      () => ({ path: '/x' }),
    ),
  'references in $expand': (text) => expandedOf(readOption('expand', `${text}/$ref`), film),
  $expand: (text) => readOption('expand', text),
  'options of an expanded property': (text) => readOption('expand', `a(${text})`),
  'a search in $expand': (text) => readOption('expand', `a($search=${text})`),
  'an expression': (text) => readOption('filter', text),
  $apply: (text) => readOption('apply', text),
  $search: (text) => readOption('search', text),
  'a body': (text) => checkBody({ [text]: text.split(',') }, limits),
  'a query of the administration API': readQuery,
  'a JSON body': parseJsonObject,
  'a JSON text in a body': (text) => parseJsonObject(`{"a":${JSON.stringify(text)}}`),
  where: parseFilter,
  'words of where': tokenize,
  orderBy: parseOrderBy,
  columns: (text) => parseColumnList(text),
  pattern: likePattern,
  'a name that is not there': (text) => nearNames(text, ['films', 'people', text.slice(1)]),
  cursor: (text) => readCursor('a', Buffer.from(text).toString('base64url'), 1),
  rules: parseRules,
  'a rule with a pattern': (text) => parseRules(`a:pattern:${text}`),
  'a statement': readSqlTokens,
  'a statement that runs': (text) => statementText(text, false, 'postgres'),
  'tables of a statement': mentionedTables,
  'the tree of a stored query': readNodeTree,
  'parts of a view': (text) => viewParts(`CREATE VIEW v AS ${text}`, 'v'),
  'words of a statement': tokensOf,
  'a trigger': splitTrigger,
  'the functions of a stored statement': calledFunctions,
  'a date in the shape of its column': createShaper(['0000-00-00 00:00:00']),
  'a value that tells what it is': readForeignValue,
  'references of a table': tableReferences,
  'a file name': contentDisposition,
  'a timestamp': timestampInUtc,
  'a whole number': toInteger,
  'a float': toFloat,
  'a decimal': decimalConverter(
    { precision: 20, scale: 9 } as Parameters<typeof decimalConverter>[0],
    { hasExactDecimals: true } as Parameters<typeof decimalConverter>[1],
  ),
  'a number format': (text) => isDateFormat(200, text),
  'a CSV file': (text) => {
    const reader = new CsvReader({
      delimiter: ',',
      encoding: 'utf-8',
      nullValues: [],
    } as unknown as ConstructorParameters<typeof CsvReader>[0])
    inPieces((piece) => reader.push(piece, () => undefined), text)
    reader.end(() => undefined)
  },
  'an NDJSON file': (text) => {
    const reader = new NdjsonReader()
    inPieces((piece) => reader.push(piece, () => undefined), text)
    reader.end(() => undefined)
  },
  'a JSON file': (text) => {
    const reader = new JsonArrayReader()
    inPieces((piece) => reader.push(piece, () => undefined), `[{"a":${text}`)
    reader.end()
  },
  'the XML of a workbook': (text) => {
    const scanner = new XmlScanner(nothing, 'x')
    inPieces((piece) => scanner.push(piece.toString()), text)
    scanner.end()
  },
  'a tag of a workbook': (text) => new XmlScanner(nothing, 'x').push(`<a ${text}>`),
  'an attribute of a workbook': (text) => attributeOf(` ${text}`, 'r'),
  'a text of a workbook': cellText,
}

/** What is repeated: quotes, brackets, separators, line ends and words, as the grammars have them. */
export const UNITS: readonly string[] = [
  ...'\'"`()[]{}<>,;:=&/\\|?*+-.%_$@#!~ \t\n0aé',
  ...[
    '\r\n',
    "''",
    '""',
    '\\"',
    '\\\\',
    '"\\',
    '/*',
    '*/',
    '--',
    '--b',
    '\r\n--b',
    '\n--b ',
    '[a',
    '{"a":',
    '<a ',
    '<!',
    '&#',
  ],
  ...[
    'a=',
    'a,',
    'a ',
    'a:',
    ' a',
    "'a",
    '"a',
    'a"',
    'a(',
    'a/',
    ' or a',
    ' and ',
    'not ',
    'a eq ',
    ' eq 1 ',
    'e1',
    '1e',
    '0.',
    '00',
  ],
  ...[
    ';a=',
    ' desc',
    ', ',
    '; ',
    ' ;',
    '$a=',
    '$search=',
    '$expand=a(',
    'in(1,',
    '/any(a:',
    '//',
    '../',
    '%20',
    '%27',
    '\u2003',
  ],
  ...[
    'begin ',
    'from a ',
    'x;',
    'case ',
    ' end',
    'pattern:',
    'a:range:',
    '\\,',
    '\\;',
    'A: b\r\n',
    'null,',
    '"",',
    '[],',
  ],
]

/** What stands before them. */
export const STARTS: readonly string[] = ['', "'", '"', '(', '[', '{"a":"', 'a ', ' ', '/*', '<a b="']
