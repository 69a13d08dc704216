/** Requests that lead to statements of other forms than those of the conformance and of the tour. */
import { ask, created, get, type Row, rows } from '../support/conformance/ask.ts'

const read = (...paths: readonly string[]): readonly Row[] => paths.map((path) => ['', path, () => get(path)])

const draftOf = (film: Record<string, string>): string => `Film(ID=${film['ID']!},IsActiveEntity=false)`
const activeOf = (film: Record<string, string>): string => `Film(ID=${film['ID']!},IsActiveEntity=true)`
const call = async (path: string, body: object = {}): Promise<void> =>
  expect((await ask('POST', path, { body })).status).toBeLessThan(300)

export const DRAFTS: readonly Row[] = [
  [
    '',
    'a draft with what belongs to it is made, changed, activated, edited, and discarded',
    async () => {
      const [person, other] = await rows('People?$top=2')
      const film = await created('Film', { title: 'For HANA', characters: [{ people_ID: person!['ID'] }] })
      const body = { title: 'Changed', episode_id: 12 }
      expect((await ask('PATCH', draftOf(film), { body })).status).toBeLessThan(300)
      await call(`${draftOf(film)}/characters`, { people_ID: other!['ID'] })
      await get(`${draftOf(film)}?$expand=DraftAdministrativeData,SiblingEntity,characters($expand=people)`)
      await call(`${draftOf(film)}/SagaFilm.draftPrepare`)
      await call(`${draftOf(film)}/SagaFilm.draftActivate`)
      await call(`${activeOf(film)}/SagaFilm.draftEdit`, { PreserveChanges: true })
      const [first] = await rows(`${draftOf(film)}/characters`)
      const child = `Film2People(ID=${String(first!['ID'])},IsActiveEntity=false)`
      expect((await ask('DELETE', child)).status).toBe(204)
      await get(`${activeOf(film)}?$expand=SiblingEntity,DraftAdministrativeData`)
      await call(`${draftOf(film)}/SagaFilm.draftActivate`)
      await call(`${activeOf(film)}/SagaFilm.draftEdit`)
      expect((await ask('DELETE', draftOf(film))).status).toBe(204)
      expect((await ask('DELETE', activeOf(film))).status).toBe(204)
    },
  ],
  ...read(
    'Film?$filter=IsActiveEntity eq false or SiblingEntity/IsActiveEntity eq null&$expand=DraftAdministrativeData&$count=true&$orderby=title desc&$top=5',
    "Film?$filter=IsActiveEntity eq true and SiblingEntity/IsActiveEntity eq null and DraftAdministrativeData/InProcessByUser ne ''",
    'Film?$filter=HasDraftEntity eq true or episode_id eq 4',
    'Film?$filter=IsActiveEntity eq false&$search=hope&$select=title,HasActiveEntity',
    'Film/$count?$filter=IsActiveEntity eq false',
  ),
]

export const APPLIED: readonly Row[] = read(
  'Film?$apply=aggregate($count as n,episode_id with max as last,episode_id with average as mean,director with countdistinct as directors)',
  'People?$apply=groupby((homeworld/name,gender),aggregate($count as n))/filter(n gt 1)&$orderby=n desc,homeworld/name&$top=3',
  'Film?$apply=filter(episode_id gt 1)/compute(episode_id mul 2 as double)/groupby((director),aggregate(double with min as least))',
  'Film?$apply=filter(episode_id gt 1)/orderby(release_date desc)/skip(2)/top(5)&$count=true',
  'Film?$apply=topcount(3,episode_id)/aggregate(episode_id with sum as sum)',
  'Film?$apply=bottomcount(3,episode_id)&$select=title',
  'People?$apply=concat(aggregate($count as n),groupby((gender)))',
  'People?$apply=search(luke)/groupby((name,eye_color))&$count=true&$skip=0',
  'Film?$apply=groupby((director),aggregate($count as n))/top(2)&$orderby=director',
  'Film/$count?$apply=groupby((director))',
  "Film?$filter=characters/any(c:c/people/homeworld/name eq 'Tatooine') and not planets/any(p:p/planet/climate eq 'frozen')",
  "People?$filter=homeworld/residents/$count gt 2 and startswith(homeworld/name,'T')&$orderby=homeworld/name desc,name&$expand=homeworld($expand=residents($top=2;$orderby=name desc;$count=true))",
  'Planet?$expand=residents($expand=homeworld;$filter=height ne null;$search=skywalker)&$search=tatooine OR alderaan&$count=true',
  "Film?$compute=year(release_date) as year,concat(title,'!') as loud&$select=year,loud&$filter=year gt 1980&$orderby=loud",
  'Film?$filter=release_date gt 1980-01-01 and modifiedAt lt 2100-01-01T00:00:00Z and createdBy ne null',
  "Film?$filter=hour(modifiedAt) ge 0 and date(modifiedAt) gt 1970-01-01 and length(opening_crawl) gt 10 and contains(tolower(opening_crawl),'war')",
  'Film?$filter=round(episode_id div 2) eq 2 or episode_id mod 2 eq 1&$orderby=episode_id mul 2',
  'Film?$apply=topsum(9,episode_id)/aggregate($count as n)',
  'Film?$apply=bottomsum(9,episode_id)&$select=title',
  'Film?$apply=toppercent(50,episode_id)&$orderby=title',
  'Film?$apply=bottompercent(50,episode_id)/groupby((director),aggregate(episode_id with sum as sum))',
  'Film?$apply=groupby((director),topcount(1,episode_id))',
  'Film?$apply=groupby((director),topsum(5,episode_id)/aggregate($count as n))',
  'Film?$apply=groupby((director),filter(episode_id gt 1)/orderby(release_date)/skip(1)/top(1))',
  'Film?$apply=groupby((rollup(director,producer)),aggregate($count as n))',
  'Film?$apply=join(characters as c)/groupby((title,c/people/gender),aggregate($count as n))',
  "Film?$apply=filter(episode_id gt 1)/join(characters as c,filter(people/gender eq 'male'))/aggregate($count as n)",
  'Film?$apply=compute(year(release_date) as year)/groupby((year))&$orderby=year desc',
)
