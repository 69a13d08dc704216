import { startApp } from '../support/app.ts'

const { GET } = startApp()

test('the service document lists the entity sets', async () => {
  const { data } = (await GET('/odata/v4/SagaFilm/')) as { data: { value: { name: string }[] } }
  expect(data.value.map((set) => set.name)).toContain('Film')
})
