import { describeHana, HANA_DESCRIPTION } from '../../../../srv/platform/process/health.ts'
import { fillFilms } from '../../../support/hana/film-system.ts'
import { HanaSystem } from '../../../support/hana/hana-system.ts'

/** Answers as CAP does: rows by the names of their columns. */
const hana = (isContainer: boolean) => {
  const system = new HanaSystem({ isContainer })
  fillFilms(system)
  return (sql: string) => {
    const { columns, rows } = system.select(sql)
    return Promise.resolve(rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]]))))
  }
}
test('a HANA that does not answer is asked again, one that does is not', async () => {
  expect(await describeHana(() => Promise.reject(new Error('away')))).toBeUndefined()
  const told = { tenant: 'H00', version: '4.00.000.00.1700000000', isContainer: true }
  expect(await describeHana(hana(true))).toEqual(told)
  expect(await describeHana(() => Promise.reject(new Error('away')))).toEqual(told)
})

test('the question is one that HANA takes', () => {
  expect(new HanaSystem({}).problemOf(HANA_DESCRIPTION)).toBeNull()
})
