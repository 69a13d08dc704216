import { setTimeout } from 'node:timers/promises'
import cds from '@sap/cds'

const { INSERT, SELECT } = cds.ql

export class Admin extends cds.ApplicationService {
  init() {
    this.before('UPDATE', 'Books', async (req) => {
      if (req.data.title === 'waits') {
        cds.log('shop').info(`waits for ${req.data.ID}`)
        await setTimeout(1_000)
      }
      if (req.data.title === 'refused') req.reject(422, 'No such title', 'title')
      if (req.data.title === 'fault') throw new Error('a fault that tells of whispers')
      if (req.data.title === 'shout') req.data.title = req.data.title.toUpperCase()
    })
    // CAP compares If-Match in a sub-query, which PostgreSQL does not ask again once the row's lock is free.
    this.before('UPDATE', 'Types', ({ data: { ID } }) => SELECT.one.from('shop.Types').where({ ID }).forUpdate())
    this.after(['CREATE', 'UPDATE', 'DELETE'], 'Books', async (_, req) => {
      const [{ n }] = await SELECT.from('shop.Logs').columns('count(*) as n')
      const key = req.data.ID ?? req.params.at(-1)?.ID
      await INSERT.into('shop.Logs').entries({ ID: n, text: `${req.event} ${key} by ${req.user.id}` })
    })
    return super.init()
  }
}
