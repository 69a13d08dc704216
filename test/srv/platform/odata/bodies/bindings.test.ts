import { borrowEmptyApp } from '../../../../support/borrowed-server.ts'
import { ways } from '../../../../support/odata.ts'

const app = borrowEmptyApp()

describe.each(ways(app, 'SagaFilm'))('@odata.bind, %s', (_, ask) => {
  test.each([5, true, {}, ['Planet(x)'], 'nothing', ''])('with the value %j is refused with 400', async (value) => {
    const { status } = await ask('POST', 'People', { body: { name: 'x', 'homeworld@odata.bind': value } })
    expect(status).toBe(400)
  })

  test('binds a person to the planet at a URL, and to none', async () => {
    const { body: planet } = await ask('POST', 'Planet', { body: { name: 'x' } })
    const bind = async (value: unknown) =>
      (await ask('POST', 'People', { body: { name: 'x', 'homeworld@odata.bind': value } })).body.homeworld_ID
    expect(await bind(`Planet(${planet.ID})`)).toBe(planet.ID)
    expect(await bind(null)).toBeNull()
  })
})
