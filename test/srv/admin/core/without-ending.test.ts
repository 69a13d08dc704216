import { withoutEnding } from '../../../../srv/admin/core/values.ts'

test.each([
  ['1200', '0', '12'],
  ['000', '0', ''],
  ['', '0', ''],
  ['0.5', '0', '0.5'],
  ['. a. b. .', '. ', '. a. b'],
])('%j without %j at its end is %j', (text, characters, expected) => {
  expect(withoutEnding(text, characters)).toBe(expected)
})
