import { ask, aPlanet, get, metadata, refused, type Row } from './ask.ts'

/**
 * What a service may leave out: refused in words, or passed over where a preference may be, and said in `$metadata`. The
 * numbers are those of the levels: Minimal, Intermediate, Advanced.
 */
export const NOT_OFFERED: readonly Row[] = [
  [
    'A9.8',
    '$levels of what leads to records of another kind',
    () => refused('Film?$expand=characters($levels=2)', {}, 400),
  ],
  ['A12', '$all', () => refused('$all', {}, 404)],
  [
    'M16, A13',
    'nothing is answered later: respond-async is passed over',
    async () => {
      const { status, headers } = await get('Film?$top=1', { prefer: 'respond-async,wait=0' })
      expect([status, headers['preference-applied'], headers['location']]).toEqual([200, undefined, undefined])
      const made = await ask('POST', 'Planet', { headers: { prefer: 'respond-async' }, body: { name: 'At once' } })
      expect([made.status, made.headers['preference-applied']]).toEqual([201, undefined])
      const body = { requests: [{ id: '1', method: 'GET', url: '/Film?$top=1' }] }
      expect((await ask('POST', '$batch', { headers: { prefer: 'respond-async' }, body })).status).toBe(200)
    },
  ],
  [
    'A14',
    'changes are not tracked: the preference is passed over, and what would ask for them refused',
    async () => {
      for (const prefer of ['track-changes', 'odata.track-changes']) {
        const { headers, text } = await get('Planet?$top=1', { prefer })
        expect([headers['preference-applied'], text.includes('deltaLink')]).toEqual([undefined, false])
      }
      for (const path of ['Planet?$deltatoken=1', 'Planet/$delta', 'Planet/$delta?$deltatoken=1'])
        await refused(path, {}, 400)
    },
  ],
  ['A15', '$crossjoin', () => refused('$crossjoin(Film,People)?$filter=Film/title eq People/name', {}, 400)],
  [
    'M33',
    'changes of whole sets but for deltas',
    async () => {
      for (const [method, path, status] of [
        ['PATCH', 'Planet', 400],
        ['DELETE', 'Planet', 405],
        ['PATCH', 'Planet/$each', 400],
        ['DELETE', "Planet/$filter(@f)/$each?@f=name eq 'x'", 400],
      ] as const) {
        const answer = await ask(method, path, method === 'PATCH' ? { body: { climate: 'wet' } } : {})
        expect([path, answer.status, typeof answer.body.error.code]).toEqual([path, status, 'string'])
      }
    },
  ],
  ['4.01', 'positions in a collection', () => refused('Planet?$index=0', {}, 400)],
  [
    'all',
    'and $metadata says so',
    async () => {
      for (const service of ['SagaFilm', 'SagaEpisode', '-data']) {
        const text = await metadata(service)
        for (const term of ['AsynchronousRequestsSupported', 'CrossJoinSupported'])
          expect(text).toContain(`<Annotation Term="Capabilities.${term}" Bool="false"/>`)
      }
    },
  ],
  [
    '4.01',
    'links within deltas, deltas in parts that fail, and conditions of requests of a batch',
    async () => {
      const planet = { '@id': `Planet(${await aPlanet()})`, climate: 'lost' }
      const link = { '@context': '#People/$link', source: 'People', relationship: 'homeworld', target: 'Planet' }
      const headers = { prefer: 'continue-on-error' }
      const answer = await ask('PATCH', 'Planet', { headers, body: { '@context': '#$delta', value: [planet, link] } })
      expect([answer.status, answer.headers['preference-applied']]).toEqual([400, undefined])
      expect((await get(`Planet(${await aPlanet()})`)).body.climate).not.toBe('lost')
      const requests = [{ id: '1', method: 'GET', url: 'Film', if: 'true' }]
      expect((await ask('POST', '$batch', { body: { requests } })).status).toBe(400)
    },
  ],
  ['I7.4', 'geo functions', () => refused('Film?$filter=geo.length(title) eq 1', {}, 400)],
  [
    'I7.4',
    'patterns that go back or look around, and those that are no literal',
    async () => {
      for (const pattern of [String.raw`'(A)\1'`, "'A(?= New)'", 'title'])
        await refused(`Film?$filter=matchesPattern(title,${pattern})`, {}, 400)
    },
  ],
]
