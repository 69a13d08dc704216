import cds from '@sap/cds'
import { extend } from 'cds-dba'

extend({
  checks: [
    {
      id: 'nameless-things',
      severity: 'low',
      name: 'Things without a name',
      description: 'Nobody finds them.',
      sql: `SELECT 'Thing ' || ID AS object FROM PlainService_Things WHERE name IS NULL`,
    },
  ],
})
extend({
  operations: [
    {
      method: 'GET',
      path: '/things',
      role: 'operator',
      summary: 'Things by the beginning of their names',
      input: { properties: { prefix: { type: 'string', minLength: 1 } }, required: ['prefix'] },
      run: async ({ query }, { prefix }) => ({
        things: await query('SELECT name FROM PlainService_Things WHERE name LIKE ? ORDER BY ID', [`${prefix}%`]),
      }),
    },
  ],
})

export default cds.server
