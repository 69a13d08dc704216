import { readBindings } from '../../../../srv/admin/config.ts'

it('reads names, labels and plans, and nothing else', () => {
  const bound = {
    a: [{ name: 'auth', label: 'xsuaa', plan: 'broker', credentials: { url: 'x' } }],
    b: [{ name: 'db' }],
  }
  expect(readBindings(JSON.stringify(bound))).toEqual([
    { name: 'auth', label: 'xsuaa', plan: 'broker' },
    { name: 'db', label: null, plan: null },
  ])
})

it.each([undefined, '', '{}', 'null', '7', '[]', '{"a":null}', '{"a":[null,7,{"label":"x"}]}', 'not json'])(
  'finds no binding in %s',
  (text) => {
    expect(readBindings(text)).toEqual([])
  },
)
