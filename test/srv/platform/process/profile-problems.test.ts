/** A profile that is mistyped is told of: CAP would serve from memory. */
import { findProfileProblems } from '../../../../srv/platform/process/start-problems.ts'

test.each([undefined, '', 'pg', 'sqlite,telemetry', ' pg , test', 'production', 'hybrid'])('%s is fine', (given) => {
  expect(findProfileProblems(given)).toEqual([])
})

test.each(['xyz', 'pg,xyz', 'Pg'])('%s is not', (given) => {
  const [problem, ...more] = findProfileProblems(given)
  expect(problem).toMatch(/^there is no profile '(xyz|Pg)'; there are .*pg/)
  expect(more).toEqual([])
})
