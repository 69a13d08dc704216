import type { Step } from './http-load.ts'

/** Requests that one client sends in turn, again and again. */
export interface Workload {
  readonly name: string
  readonly steps: readonly Step[]
}

const FILM = '/odata/v4/SagaFilm'

const READS: Readonly<Record<string, string>> = {
  'one film with count': `${FILM}/Film?$top=1&$count=true`,
  '20 films, three columns': `${FILM}/Film?$top=20&$select=title,director,release_date`,
  '5 films with characters and people': `${FILM}/Film?$top=5&$expand=characters($expand=people)`,
  '30 people with homeworld': `${FILM}/People?$top=30&$expand=homeworld`,
  directors: `${FILM}/directors`,
  'films by filter and order': `${FILM}/Film?$filter=contains(title,'a')%20and%20episode_id%20gt%202&$orderby=title`,
  '10 episodes with characters': '/odata/v4/SagaEpisode/Episodes?$top=10&$expand=characters',
}

const read = (path: string): Step => ({ method: 'GET', path })

/** The same read again, while nothing changes. */
export const HOT: readonly Workload[] = Object.entries(READS).map(([name, path]) => ({ name, steps: [read(path)] }))

/** Reads that nobody has asked for before: custom options mean nothing to OData, and all to a cache. */
export const COLD: readonly Workload[] = Object.entries(READS).map(([name, path]) => ({
  name,
  steps: [read(`${path}${path.includes('?') ? '&' : '?'}again=$ID`)],
}))

const ANY = { 'If-Match': '*' }
const planet = `${FILM}/Planet($ID)`
const draft = `${FILM}/Film(ID=$ID,IsActiveEntity=false)`
const active = `${FILM}/Film(ID=$ID,IsActiveEntity=true)`

export const WRITES: readonly Workload[] = [
  {
    name: 'planet: create, change, delete',
    steps: [
      { method: 'POST', path: `${FILM}/Planet`, body: { ID: '$ID', name: 'Bench' } },
      { method: 'PATCH', path: planet, body: { climate: 'dry' } },
      { method: 'DELETE', path: planet },
    ],
  },
  {
    name: 'film: new draft, change, activate, edit, discard, delete',
    steps: [
      { method: 'POST', path: `${FILM}/Film`, body: { ID: '$ID', title: 'Bench' } },
      { method: 'PATCH', path: draft, headers: ANY, body: { director: 'Bench' } },
      { method: 'POST', path: `${draft}/SagaFilm.draftActivate`, headers: ANY, body: {} },
      { method: 'POST', path: `${active}/SagaFilm.draftEdit`, headers: ANY, body: {} },
      { method: 'DELETE', path: draft, headers: ANY },
      { method: 'DELETE', path: active, headers: ANY },
    ],
  },
]
