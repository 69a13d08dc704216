/** Portraits: each is drawn from its address alone, the same one each time, and holds nothing of the address as it is. */
import fc from 'fast-check'
import { drawPerson, drawPlanet, drawPoster } from '../../srv/portraits/pictures.ts'
import { readFacts } from '../../srv/portraits/svg.ts'
import { anyCharacter } from '../support/any-character.ts'
import { borrowApp } from '../support/borrowed-server.ts'
import { send } from '../support/odata.ts'

const app = borrowApp()
const LUKE = '/portraits/person.svg?name=%27Luke%20Skywalker%27&skin=%27fair%27&hair=%27blond%27&eyes=%27blue%27'

test('a portrait is a picture that everybody may keep', async () => {
  const { status, headers, text } = await send(app, 'GET', LUKE)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'image/svg+xml; charset=utf-8',
    'public, max-age=86400',
  ])
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 96 96".*<\/svg>$/)
  expect((await send(app, 'GET', LUKE)).text).toBe(text)
})

test('an address is written as one likes', async () => {
  const { text } = await send(app, 'GET', LUKE)
  for (const path of [LUKE.replace('/portraits', '/PORTRAITS'), LUKE.replace('svg?', 'svg/?')])
    expect((await send(app, 'GET', path)).text).toBe(text)
})

test('nobody is drawn of another kind', async () => {
  for (const path of ['/portraits/', '/portraits/nobody.svg', '/portraits/person'])
    expect([path, (await send(app, 'GET', path)).status]).toEqual([path, 404])
})

const person = (query: string): string => drawPerson(readFacts(`/portraits/person.svg?${query}`))
const planet = (query: string): string => drawPlanet(readFacts(`/portraits/planet.svg?${query}`))
const poster = (query: string): string => drawPoster(readFacts(`/portraits/poster.svg?${query}`))

test('people look as they are said to', () => {
  const leia = person("name='Leia Organa'&skin='light'&hair='brown'&eyes='brown'")
  expect(leia).toContain('#6b4429')
  expect(leia).not.toContain('<text')
  expect(person("name='Leia Organa'&skin='light'&hair='none'&eyes='brown'")).not.toBe(leia)
  expect(person("name='Aayla Secura'&skin='blue, grey'")).toContain('fill="#3d7fc4"')
})

test.each([
  ["name='Leia Organa'", 'LO'],
  ["name='Yoda'&skin=null&hair=null&eyes='brown'", 'Y'],
  ["name='C-3PO'", 'C'],
  ["name='Qui-Gon Jinn'", 'QJ'],
  ["name='O''Reilly'", 'O'],
  ['name=', ''],
  ['', ''],
])('of whom nothing is known, %s, there are the initials', (query, letters) => {
  expect(/<text[^>]*>([^<]*)</.exec(person(query))?.[1]).toBe(letters)
})

test('planets are of their ground, and as large as they are', () => {
  const radius = (query: string): number => Number(/<circle cx="48" cy="48" r="(\d+)"/.exec(planet(query))![1])
  expect(planet("name='Hoth'&terrain='tundra, ice caves, mountain ranges'&climate='frozen'")).toContain('#dbeaf2')
  expect(planet("name='Tatooine'&terrain='desert'&climate='arid'")).toContain('#d3a565')
  expect(planet("name='Nowhere'&terrain=null&climate=null")).toContain('#9aa6b2')
  expect(radius('diameter=4900')).toBeLessThan(radius('diameter=12500'))
  expect(radius('diameter=12500')).toBeLessThan(radius('diameter=118000'))
  expect(radius('diameter=1e99')).toBe(radius('diameter=120000'))
  expect(radius('diameter=null')).toBe(radius('diameter=12000'))
})

test('posters have the number of an episode, or the initials of a title', () => {
  expect(poster("title='A New Hope'&number=%274%27")).toContain('>4</text>')
  expect(poster("title='Rogue One'&number=%270%27")).toContain('>RO</text>')
  expect(poster("title='Andor'")).toContain('>A</text>')
})

test('a poster keeps its sky when its title changes', () => {
  const [before, after] = ['Draft', 'Final Cut'].map((title) => poster(`id=7&title='${title}'`).replace(/<text.*/, ''))
  expect(after).toBe(before)
  expect(poster("id=8&title='Draft'").replace(/<text.*/, '')).not.toBe(before)
})

test('whatever an address says, it is a small picture without anything of it but letters and digits', () => {
  const names = fc.constantFrom(
    'id',
    'name',
    'title',
    'skin',
    'hair',
    'eyes',
    'terrain',
    'climate',
    'diameter',
    'number',
  )
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('<script>', '"/><a href="x">', '&amp;', "'"),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(names, texts)), (facts) => {
      const query = facts.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join('&')
      for (const drawn of [person(query), planet(query), poster(query)]) {
        expect(drawn.length).toBeLessThan(6_000)
        expect(drawn).not.toMatch(
          /<(?!\/?(?:svg|rect|circle|ellipse|path|text|g|defs|clipPath|stop|(?:linear|radial)Gradient)[ >])/,
        )
        expect(drawn).not.toMatch(/NaN|undefined|null|&|href|script/)
        expect(/<text[^>]*>([^<]*)</.exec(drawn)?.[1] ?? '').toMatch(/^[\p{L}\p{N}\p{M}]{0,6}$/u)
      }
    }),
  )
})
