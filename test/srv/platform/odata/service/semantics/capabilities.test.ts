import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'

const app = borrowApp()

describe.each(ways(app, 'SagaFilm'))('%s', (_, ask) => {
  const refused = async (path: string): Promise<void> => {
    const { status, body } = await ask('GET', path)
    expect([status, body.error.code]).toEqual([400, 'NOT_SUPPORTED'])
  }
  const onePlanet = async (): Promise<string> => {
    const { body } = await ask('GET', 'People?$filter=homeworld_ID ne null&$top=1&$select=ID')
    return `People(${body.value[0].ID})`
  }

  test('$apply is for collections', async () => {
    const one = await onePlanet()
    for (const path of [one, `${one}/name`, `${one}/homeworld`, 'DraftAdministrativeData'])
      await refused(`${path}?$apply=aggregate($count as n)`)
    for (const path of ['People', `${one}/films`])
      expect((await ask('GET', `${path}?$apply=aggregate($count as n)`)).status).toBe(200)
  })

  test('$expand is for records', async () => {
    const one = await onePlanet()
    for (const options of ['$expand=films', '$expand=*']) await refused(`${one}/name?${options}`)
    for (const path of ['People?$top=1&', `${one}?`, `${one}/homeworld?`])
      expect((await ask('GET', `${path}$expand=films`)).status).toBe(200)
  })
})
