import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'

const app = borrowApp()

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const NOBODY = '00000000-0000-4000-8000-00000000dead'
const FILM = `Film(ID=${NOBODY},IsActiveEntity=true)`
const LINK = `planets(ID=${NOBODY},IsActiveEntity=true)`

const SERVICES: Record<string, string[]> = {
  SagaFilm: [
    ...['', '$metadata', 'Film', FILM, `Film/${NOBODY}`, `${FILM}/title`, `${FILM}/title/$value`, `${FILM}/ID`],
    ...[`${FILM}/planets`, `${FILM}/${LINK}`, `${FILM}/${LINK}/planet_ID`, `${FILM}/planets/$count`, 'Film/$count'],
    ...[`${FILM}/DraftAdministrativeData`, `${FILM}/SagaFilm.draftEdit`, `${FILM}/SagaFilm.draftPrepare`],
    ...[`Film2People(ID=${NOBODY},IsActiveEntity=true)`, 'People', `People(${NOBODY})`, `People(${NOBODY})/createdAt`],
    ...[`People(${NOBODY})/eye_color`, 'directors', "directors('x')", "directors('x')/director", 'Species'],
    ...[`Species(${NOBODY})`, `Species(${NOBODY})/name`, `Species(${NOBODY})/people`],
  ],
  SagaEpisode: ['Shows', `Shows(${NOBODY})`, `Shows(${NOBODY})/episodes`, `Shows(${NOBODY})/title`, 'Shows/$count'],
  '-data': [
    ...['Data', "Data('x')", "Data('x')/record", "Data('x')/record/$count", "Data('x')/dummy", 'Entities'],
    ...["Entities('x')", "Entities('a/b')/columns", 'Entities_columns', "Entities_columns(up__name='x',name='y')/type"],
  ],
}

describe.each(Object.keys(SERVICES))('what %s allows', (service) => {
  describe.each(ways(app, service))('%s', (way, ask) => {
    // A batch cannot hold HEAD, and the root of the service is no resource to it.
    const methods = way === 'at top level' ? METHODS : METHODS.filter((method) => method !== 'HEAD')

    const paths = SERVICES[service]!.filter((path) => path || way === 'at top level')

    test.each(paths)('/%s: what is allowed is offered, and nothing else is told', async (path) => {
      const refused: string[] = []
      const allowed = new Set<string>()
      for (const method of methods) {
        const hasBody = /^P/.test(method)
        const { status, headers } = await ask(method, path, hasBody ? { body: {} } : {})
        if (status !== 405) continue
        refused.push(method)
        expect([method, headers['allow']]).toEqual([method, expect.stringMatching(/^[A-Z]+(, [A-Z]+)*$/)])
        for (const each of headers['allow']!.split(', ')) allowed.add(each)
      }
      expect(refused.filter((method) => allowed.has(method))).toEqual([])
    })
  })
})
