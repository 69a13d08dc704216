import { ENGINES, execute } from '../../../../support/engines.ts'
import { useTransfer } from '../../../../support/transfer.ts'

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const { engine, exportTable, importTable, put } = useTransfer(name)
  it('smoke', async () => {
    await execute(engine().database, `CREATE TABLE film (id INTEGER NOT NULL PRIMARY KEY, title VARCHAR(20), price DECIMAL(9,2), at TIMESTAMP, ok BOOLEAN)`)
    put('film.csv', 'id,title,price,at,ok\n1,Ä,1.5,2020-01-01T00:00:00Z,true\n2,"",,,f\n3,,-3,2021-02-03 04:05:06.789+02:00,\n')
    console.log((await importTable({ table: 'film', file: 'film.csv' })).text)
    console.log((await importTable({ table: 'film', file: 'film.csv' })).text)
    console.log((await importTable({ table: 'film', file: 'film.csv', onError: 'skip' })).text)
    for (const format of ['csv', 'json', 'ndjson'])
      console.log((await exportTable({ table: 'film', format, where: "id < 3 and title <> 'x'" })).text)
    const a = await exportTable({ table: 'film', limit: 2 }, { accept: 'text/csv' })
    console.log(a.text, a.trailers, a.headers)
    console.log((await exportTable({ table: 'film' }, { accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })).text.length)
  })
})
