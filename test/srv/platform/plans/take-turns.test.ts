/** However many statements a transaction has, others get their turn between them. */
import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'

startApp()

const STATEMENTS = 3_000

test('the event loop turns between the statements of a long transaction', async () => {
  let turns = 0
  let isOver = false
  const turn = (): void => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const started = performance.now()
  await cds.tx(async () => {
    for (let each = 0; each < STATEMENTS; each++) await cds.run(SELECT.one.from('saga.Film').columns('title'))
  })
  isOver = true
  // One for each 10 ms; others use the machine as well.
  expect(turns).toBeGreaterThan(Math.min(10, (performance.now() - started) / 100))
})
