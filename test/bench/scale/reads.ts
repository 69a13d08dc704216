/** Reads as clients send them, each with the longest it is to take. */
import { COUNTS, keyOf, nameOf } from './rows.ts'

export interface ScaleRead {
  readonly name: string
  /** In milliseconds. */
  readonly goal: number
  /** The path of a request for a number; those for different numbers ask for different things. */
  readonly path: (number: number) => string
}

const FILM = '/odata/v4/SagaFilm'
const [PAGE, DEEP_PAGE, ANY_NAME, SCAN] = [60, 100, 8_000, 1_500]

const film = (number: number): string => `Film(ID=${keyOf('films', number)},IsActiveEntity=true)`
const person = (number: number): string => keyOf('people', number)
const planet = (number: number): string => keyOf('planets', number)
const few = (number: number): string => String(20 + (number % 7))
const some = (number: number): string => String(number % 500)

const read = (name: string, goal: number, path: (number: number) => string): ScaleRead => ({
  name,
  goal,
  path: (number) => encodeURI(`${FILM}/${path(number)}`).replaceAll('+', '%2B'),
})

export const READS: readonly ScaleRead[] = [
  read('Film by key', PAGE, film),
  read('People by key', PAGE, (n) => `People(${person(n)})`),
  read('Film, a page', PAGE, (n) => `Film?$top=20&$skip=${some(n)}`),
  read('People, $skip=900000', DEEP_PAGE, (n) => `People?$top=20&$skip=${String(900_000 + (n % 1_000))}`),
  read('People, a page and $count', DEEP_PAGE, (n) => `People?$count=true&$top=${few(n)}`),
  read(
    'Film by key, characters(people(homeworld))',
    DEEP_PAGE,
    (n) => `${film(n)}?$expand=characters($expand=people($expand=homeworld))`,
  ),
  read(
    'Film, a page, characters(people)',
    DEEP_PAGE,
    (n) => `Film?$top=20&$skip=${some(n)}&$expand=characters($expand=people)`,
  ),
  read('People(x)/films', PAGE, (n) => `People(${person(n)})/films`),
  read('People, a page, films', PAGE, (n) => `People?$top=20&$skip=${some(n)}&$expand=films`),
  read('People, a page, films(film)', DEEP_PAGE, (n) => `People?$top=20&$skip=${some(n)}&$expand=films($expand=film)`),
  read('Planet(x)/residents', PAGE, (n) => `Planet(${planet(n)})/residents`),
  read('Planet by key, residents', PAGE, (n) => `Planet(${planet(n)})?$expand=residents`),
  read('Planet, a page, residents', PAGE, (n) => `Planet?$top=20&$skip=${some(n)}&$expand=residents`),
  read(
    'Planet, a page, residents(films)',
    DEEP_PAGE,
    (n) => `Planet?$top=20&$skip=${some(n)}&$expand=residents($expand=films)`,
  ),
  read('People, any film by key', PAGE, (n) => `People?$filter=films/any(f:f/film_ID eq ${keyOf('films', n)})`),
  read('Film, any person by key', PAGE, (n) => `Film?$filter=characters/any(c:c/people_ID eq ${person(n)})`),
  read('Film, any person by name', ANY_NAME, (n) => `Film?$filter=characters/any(c:c/people/name eq '${nameOf(n)}')`),
  read(
    'Film, any person by part of a name',
    ANY_NAME,
    (n) => `Film?$filter=characters/any(c:contains(c/people/name,'${nameOf(n)}'))`,
  ),
  read('Planet, any resident by name', ANY_NAME, (n) => `Planet?$filter=residents/any(r:r/name eq '${nameOf(n)}')`),
  read('People, contains', SCAN, (n) => `People?$filter=contains(name,'${nameOf(n)}')`),
  read('People, $orderby without index', SCAN, (n) => `People?$orderby=name&$top=${few(n)}`),
  read('People, $orderby=homeworld/name', SCAN, (n) => `People?$orderby=homeworld/name&$top=${few(n)}`),
  read('People, $filter=homeworld/name', SCAN, (n) => `People?$filter=homeworld/name eq 'Planet ${some(n)}'`),
  read('People/$count', SCAN, (n) => `People/$count?$filter=gender ne 'n${some(n)}'`),
  read(
    'People, any film by director',
    ANY_NAME,
    (n) => `People?$filter=films/any(f:f/film/director eq 'Director ${some(n)}')&$top=${few(n)}`,
  ),
  read('People, groupby', SCAN, (n) => `People?$apply=groupby((gender),aggregate($count as n${String(n % 97)}))`),
  read('People, $search', SCAN, (n) => `People?$search="${nameOf(n)}"`),
  read('Film, contains', SCAN, (n) => `Film?$filter=contains(title,'${some(n)}7')`),
  read('Film, $orderby without index', SCAN, (n) => `Film?$orderby=title&$top=${few(n)}`),
  read('Film, a page and $count', SCAN, (n) => `Film?$count=true&$top=${few(n)}`),
  read('Film/$count', SCAN, (n) => `Film/$count?$filter=episode_id ne ${some(n)}`),
  read('Film, $search', SCAN, (n) => `Film?$search="${some(n)}"`),
  read('Film, active only', SCAN, (n) => `Film?$filter=IsActiveEntity eq true&$orderby=title&$top=${few(n)}`),
  read('Film, own drafts', SCAN, (n) => `Film?$filter=IsActiveEntity eq false&$top=${few(n)}`),
  read(
    'Film, all states',
    SCAN,
    (n) =>
      `Film?$filter=IsActiveEntity eq false or SiblingEntity/IsActiveEntity eq null&$count=true&$orderby=title&$top=${few(n)}`,
  ),
  read('directors', SCAN, (n) => `directors?$skip=${String(n % 97)}`),
  read('producers', SCAN, (n) => `producers?$skip=${String(n % 97)}`),
]

/** Numbers that are far from each other. */
export const numbersOf = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => (12_345 + index * 271_717) % COUNTS.people)
