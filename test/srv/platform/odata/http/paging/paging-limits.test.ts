import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

describe.each(ways(app, 'SagaFilm'))('Limits of paging, %s', (_, ask) => {
  test.each([
    '$top=-1',
    '$skip=-1',
    '$top=1.5',
    '$top=abc',
    '$top=',
    '$skip=1e3',
    '$skip=99999999999999999999',
    '$expand=characters($top=-1)',
    '$expand=characters($expand=people($expand=films($skip=-1)))',
  ])('%s is refused with 400', async (option) => {
    expect((await ask('GET', `Film?${option}`)).status).toBe(400)
  })

  test.each(['$top=0', '$skip=0', '$top=5&$skip=5', '$expand=characters($top=0;$skip=1)'])(
    '%s is answered',
    async (option) => {
      expect((await ask('GET', `Film?${option}`)).status).toBe(200)
    },
  )
})
