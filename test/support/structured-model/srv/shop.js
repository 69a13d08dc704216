/** Handlers that answer with what they got, so that a test sees it. */
import cds from '@sap/cds'

const { INSERT, SELECT, UPDATE } = cds.ql

const PLACE = { street: 'High Street', city: 'York', point: { x: 1.5, y: 2 } }

export class ShopService extends cds.ApplicationService {
  init() {
    const { Products, Categories } = this.entities
    const one = (request) => SELECT.one.from(request.subject)
    this.on('raise', async (request) => {
      const { ID, price } = await one(request)
      await UPDATE(Products, ID).with({ price: Number(price) + Number(request.data.amount) })
      return SELECT.one.from(Products, ID)
    })
    this.on('restock', async (request) => {
      const { ID, stock } = await one(request)
      await UPDATE(Products, ID).with({ stock: stock + (request.data.by ?? 1) })
    })
    this.on('discounted', async (request) => {
      const { price } = await one(request)
      return (Number(price) * (100 - request.data.percent)) / 100
    })
    this.on('nearest', ({ data }) =>
      SELECT.from(Products)
        .orderBy('ID')
        .limit(data.limit ?? 2),
    )
    this.on('shelf', () => PLACE)
    this.on('labels', () => ['a', 'b'])
    this.on('home', () => SELECT.one.from(Categories).orderBy('ID'))
    this.on('clear', () => 7)
    this.on('cheapest', () => SELECT.one.from(Products).orderBy('price'))
    this.on('top', ({ data }) =>
      SELECT.from(Products)
        .orderBy('ID')
        .limit(data.count ?? 2),
    )
    this.on('greet', ({ data }) => `Hello ${data.who}`)
    this.on('rename', async ({ data }) => {
      await UPDATE('ShopService.Shop').with({ name: data.name })
      return SELECT.one.from('ShopService.Shop')
    })
    this.on('ship', async (request) => {
      const [{ ID, IsActiveEntity }] = request.params
      const orders = IsActiveEntity ? this.entities.Orders : this.entities.Orders.drafts
      await UPDATE(orders, { ID }).with({ note: request.data.note })
      return this.read(orders, { ID, ...(IsActiveEntity && { IsActiveEntity }) })
    })
    this.on('twin', (request) => one(request))
    for (const name of ['echo', 'submit']) this.on(name, ({ data }) => data)
    this.on('sum', ({ data }) => (data.numbers ?? []).reduce((total, each) => total + each, 0))
    this.on('take', ({ data }) => data.at ?? data.places?.[0] ?? PLACE)
    this.on('add', ({ data }) => data.a + data.b)
    this.on('text', () => 'Hello')
    this.on('nothing', () => null)
    this.on('today', () => '2024-02-29')
    this.on('total', () => '12.50')
    this.on('amount', () => '9007199254740993')
    this.on('words', () => ['x', 'y'])
    this.on('place', () => PLACE)
    this.on('places', () => [PLACE, PLACE])
    this.on('product', ({ data }) => SELECT.one.from(Products, data.ID))
    this.on('products', ({ data }) =>
      SELECT.from(Products)
        .orderBy('ID')
        .limit(data.max ?? 10),
    )
    this.on('inlined', () => ({ a: 1, b: 'x' }))
    this.on('reset', () => undefined)
    this.on('make', async (request) => {
      await INSERT.into(Products).entries(request.data)
      request.http.res.status(201)
      return SELECT.one.from(Products, request.data.ID)
    })
    this.on('makeTwo', () => SELECT.from(Products).orderBy('ID').limit(2))
    this.on('answer', () => 42)
    this.on('list', () => [1, 2])
    return super.init()
  }
}
