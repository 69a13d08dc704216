import fc from 'fast-check'
import { boundaryOf, readMultipartBatch } from '../../../../../../srv/platform/odata/http/batch/multipart.ts'
import { changeSet, multipart, part } from '../../../../../support/odata.ts'

describe('the boundary', () => {
  test.each([
    ['multipart/mixed;boundary=b1', 'b1'],
    ['multipart/mixed; Boundary=b1', 'b1'],
    ['multipart/mixed; boundary="b 1"', 'b 1'],
    ['multipart/mixed; boundary="b1"; charset=utf-8', 'b1'],
    ["multipart/mixed; boundary=gc0p4Jq0M2Yt08j34c0p'()+_,-./:=?", "gc0p4Jq0M2Yt08j34c0p'()+_,-./:=?"],
    ['multipart/mixed', undefined],
    ['multipart/mixed; boundary=', undefined],
    ['multipart/mixed; boundary=""', undefined],
    [`multipart/mixed; boundary=${'x'.repeat(71)}`, undefined],
    ['multipart/mixed; boundary="<b1>"', undefined],
  ])('of %s is %s', (contentType, boundary) => {
    expect(boundaryOf(contentType)).toBe(boundary)
  })
})

test('requests are read with their names, groups, headers and bodies', () => {
  const body = multipart(
    'b',
    part('GET', "Film?$filter=title eq 'a b'", { headers: { Accept: 'application/json' } }),
    changeSet(part('POST', 'Film', { body: { title: 'x' } }, '1'), part('PATCH', '$1', { body: { title: 'y' } }, '2')),
    part('DELETE', 'Film(1)'),
  )
  const requests = readMultipartBatch(body, 'b')
  expect(requests.map(({ id, name, group, method, url }) => [id, name, group, method, url])).toEqual([
    ['r1', undefined, undefined, 'GET', "Film?$filter=title eq 'a b'"],
    ['r2', '1', 'changeset2', 'POST', 'Film'],
    ['r3', '2', 'changeset2', 'PATCH', '$1'],
    ['r4', undefined, undefined, 'DELETE', 'Film(1)'],
  ])
  expect(requests[0]!.headers['accept']).toBe('application/json')
  expect(requests[1]!.body).toBe('{"title":"x"}')
})

describe('both line endings, text before and after, and space behind boundaries are accepted', () => {
  const body = multipart('b', part('GET', 'Film'), changeSet(part('POST', 'Film', { body: { title: 'x' } })))
  test.each([
    ['bare line feeds', body.replaceAll('\r\n', '\n')],
    ['a preamble', `This is a multipart message.\r\n\r\n${body}`],
    ['an epilogue', `${body}the end\r\n--b\r\n`],
    ['no line break at the end', body.trimEnd()],
    ['space behind boundaries', body.replaceAll('--b\r\n', '--b \t\r\n')],
  ])('%s', (_, source) => {
    const requests = readMultipartBatch(source, 'b')
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET Film', 'POST Film'])
    expect(requests[1]!.body).toBe('{"title":"x"}')
  })
})

test.each([
  ['\r\n'.repeat(5), 'x', '\r\n'.repeat(3)],
  ['\n', 'x\n\ny', '\n\r\n\n'],
  ['', 'x\r', '\n'],
])('the line breaks around a body are no part of it: %j, %j, %j', (before, body, after) => {
  const head = '--b\r\nContent-Type: application/http\r\n\r\n'
  const source = `${head}${before}POST Film HTTP/1.1\r\n\r\n${body}${after}\r\n--b--`
  expect(readMultipartBatch(source, 'b')[0]!.body).toBe(body.replace(/\r$/, ''))
})

test('a boundary within a line divides nothing', () => {
  const body = 'a --b\r\n--bb\r\n--b x\r\n--b--x'
  const source = multipart('b', part('POST', 'Film', { body }), part('GET', 'Film'))
  expect(readMultipartBatch(source, 'b').map((request) => request.body)).toEqual([body, undefined])
})

test.each([
  ['nothing', ''],
  ['no boundary', 'garbage'],
  ['no end', '--b\r\nContent-Type: application/http\r\n\r\nGET Film HTTP/1.1\r\n\r\n'],
  ['a part without Content-Type', '--b\r\n\r\nGET Film HTTP/1.1\r\n\r\n--b--'],
  ['a part of another type', '--b\r\nContent-Type: text/plain\r\n\r\nGET Film HTTP/1.1\r\n\r\n--b--'],
  ['no request line', '--b\r\nContent-Type: application/http\r\n\r\nFilm\r\n\r\n--b--'],
  ['a method alone', '--b\r\nContent-Type: application/http\r\n\r\nGET HTTP/1.1\r\n\r\n--b--'],
  ['a version that is none', '--b\r\nContent-Type: application/http\r\n\r\nGET Film HTTP/x\r\n\r\n--b--'],
  ['an empty part', '--b\r\nContent-Type: application/http\r\n\r\n--b--'],
  [
    'a line that is no header',
    '--b\r\nContent-Type: application/http\r\n\r\nGET Film HTTP/1.1\r\nnonsense\r\n\r\n--b--',
  ],
  ['a change set without boundary', '--b\r\nContent-Type: multipart/mixed\r\n\r\n--c--\r\n--b--'],
])('a batch with %s is refused', (_, source) => {
  expect(() => readMultipartBatch(source, 'b')).toThrow(
    expect.objectContaining({ status: 400, code: 'BATCH_MALFORMED' }),
  )
})

test('what is written is read back, whatever the bodies hold', () => {
  const bodies = fc.array(fc.dictionary(fc.string(), fc.string()), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(bodies, (values) => {
      const source = multipart('b0undary', ...values.map((body) => part('POST', 'Film', { body })))
      expect(readMultipartBatch(source, 'b0undary').map(({ body }) => JSON.parse(body as string) as object)).toEqual(
        values,
      )
    }),
  )
})

test.each([
  ['GET Film HTTP/1.1', 'Film'],
  ['GET Film', 'Film'],
  ['get  Film \t', 'Film'],
  ["GET Film?$filter=title eq 'a b'", "Film?$filter=title eq 'a b'"],
  ["GET Film?$filter=title eq 'a HTTP/1' HTTP/1.1", "Film?$filter=title eq 'a HTTP/1'"],
])('the request line %j is for %s', (line, url) => {
  const source = `--b\r\nContent-Type: application/http\r\n\r\n${line}\r\n\r\n--b--`
  expect(readMultipartBatch(source, 'b')).toMatchObject([{ method: 'GET', url }])
})

test('no text makes it throw anything but a refusal, or takes long', () => {
  const pieces = fc.constantFrom(
    '--b',
    '--b--',
    '\r\n',
    '\n',
    'Content-Type: application/http',
    'multipart/mixed',
    ':',
    ' ',
    'GET / HTTP/1.1',
    'x',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (text) => {
      try {
        readMultipartBatch(text.join(''), 'b')
      } catch (error) {
        expect(error).toMatchObject({ status: 400 })
      }
    }),
  )
  expect(() => readMultipartBatch(`--b\r\n${'A: b\r\n'.repeat(15_000)}${' '.repeat(10_000)}`, 'b')).toThrow()
})
