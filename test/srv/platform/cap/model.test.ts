/** CAP collects the profiles that anything is set for, for editors. */
import { definedProfiles } from '../../../../srv/platform/cap/model.ts'

test('those of this project are told apart from those of CAP', () => {
  const { own, others } = definedProfiles()
  expect(own).toContain('production')
  expect([...others].sort()).toEqual(['pg', 'sqlite', 'telemetry'])
})
