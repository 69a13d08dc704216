/** Films beside the numbered episodes have the number 0, and pages show a word for it. */
import { join } from 'node:path'
import { ROOT } from '../support/server-process.ts'
import { readServiceModel } from '../support/service-model.ts'
import { readTexts } from '../support/texts.ts'

test('a film with the number 0 is shown by a word, any other by its number', async () => {
  const film = await readServiceModel('SagaFilm')
  const number = { $Path: 'episode_id' }
  expect(film.annotations('Film', 'episode_id')).toMatchObject({
    '@Common.Text': { $If: [{ $Eq: [number, 0] }, '{i18n>OtherStory}', number] },
    '@Common.Text@UI.TextArrangement': 'TextOnly',
  })
})

test.each([
  ['i18n.properties', 'Other Story'],
  ['i18n_de.properties', 'Andere Geschichte'],
])('the word for it in %s is %s', (bundle, word) => {
  expect(readTexts(join(ROOT, 'app/_i18n', bundle)).get('OtherStory')).toBe(word)
})
