import cds from '@sap/cds'
import { definitionsOfPlugins } from '../../../../srv/admin/host/of-plugins.ts'

test('definitions of CAP and of plugins are told from those of the application, and nobody else hears of it', async () => {
  const { requires } = cds.env as unknown as { requires: Record<string, object> }
  requires['remote'] = { model: 'db/film' }
  let isTold = false
  cds.once('loaded', () => (isTold = true))
  try {
    const names = await definitionsOfPlugins()
    expect(names).toContain('sap.common.Currencies')
    expect(names).toContain('cds.outbox.Messages')
    expect([...names].filter((name) => name.startsWith('saga.'))).toEqual([])
    expect(isTold).toBe(false)
  } finally {
    delete requires['remote']
  }
})
