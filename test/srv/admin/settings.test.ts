import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SETTINGS } from '../../../srv/admin/settings.ts'
import { ROOT } from '../../support/app.ts'

test('editors are offered the settings that there are', () => {
  const { cds } = JSON.parse(readFileSync(join(ROOT, 'srv/admin/package.json'), 'utf8')) as {
    cds: { schema: { cds: { dba: object } } }
  }
  expect(cds.schema.cds.dba).toEqual(JSON.parse(JSON.stringify(SETTINGS)))
})
