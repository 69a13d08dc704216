import { OPEN_FUNCTIONS } from '../../../../srv/admin/core/open-functions.ts'

test('no function is open that reads by name, runs a text, or tells of others', () => {
  expect(new Set(OPEN_FUNCTIONS).size).toBe(OPEN_FUNCTIONS.length)
  expect(
    OPEN_FUNCTIONS.filter((name) => /_to_xml|setting|stat_|_get_|file|^lo_|privilege|^to_reg|(?<!c)lock/.test(name)),
  ).toEqual([])
})
