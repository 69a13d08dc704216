/** Where data comes from, and how it runs over time: pictures with their tables. */
import { startBrowser } from '../support/browser.ts'
import { askApi, cellsOf, downloadBy, expectUsable, openCockpit } from '../support/cockpit-page.ts'

const journey = startBrowser()

interface Edge {
  readonly source: string
  readonly target: string
}

journey('the lineage of a view is a picture that leads on', async ({ open, url }) => {
  const page = await openCockpit({ open }, 'lineage?schema=main&table=SagaEpisode_Show2Planets', 'viewer')
  await page.getByText('Comes from: saga_Show2Planets. Goes to: SagaEpisode.Show2Planets.').waitFor()
  const body = { table: 'SagaEpisode_Show2Planets', direction: 'bidirectional' }
  const { nodes, edges } = await askApi(url, '/dataLineage', body)
  const names = new Map<string, string>(nodes.map(({ id, name }: { id: string; name: string }) => [id, name]))
  const drawn = await page.locator('.graph-name').allTextContents()
  expect(drawn.toSorted()).toEqual([...names.values()].toSorted())
  expect(await page.locator('.graph-line').count()).toBe(edges.length)
  const listed = (await cellsOf(page, 'Data flows')).map(([from, to]) => [from, to])
  expect(listed).toEqual(edges.map(({ source, target }: Edge) => [names.get(source), names.get(target)]))
  await expectUsable(page)

  // By keyboard: the focus is seen, Enter leads on, and the way back is known.
  const table = page.getByRole('link', { name: /^saga_Episode, table/ })
  await table.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Lineage of saga_Episode', exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Lineage of SagaEpisode_Show2Planets' }).waitFor()

  const layer = page.locator('.graph-picture > g')
  const before = await layer.getAttribute('transform')
  await page.getByRole('button', { name: 'Larger' }).click()
  const larger = await layer.getAttribute('transform')
  expect(larger).not.toBe(before)
  await page.locator('.graph-picture').focus()
  await page.keyboard.press('ArrowLeft')
  expect(await layer.getAttribute('transform')).not.toBe(larger)

  const svg = await downloadBy(page, () => page.getByRole('button', { name: 'Download the lineage as SVG' }).click())
  for (const name of names.values()) expect(svg).toContain(name)
  const mermaid = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Download the lineage as Mermaid' }).click(),
  )
  expect(mermaid).toBe((await askApi(url, '/dataLineage', { ...body, format: 'mermaid' })).content)
})

journey('columns are shown on demand, on a phone and in the dark', async ({ open, url }) => {
  const place = 'lineage?schema=main&table=saga_Show2Planets&direction=upstream'
  const page = await openCockpit({ open }, place, 'operator', { phone: true, dark: true })
  await page.locator('.graph-name').first().waitFor()
  expect(await page.locator('.graph-column').count()).toBe(0)
  await page.getByRole('checkbox', { name: 'Columns' }).click()
  await page.locator('.graph-column').first().waitFor()
  const { edges } = await askApi(url, '/dataLineage', { table: 'saga_Show2Planets', columnLevel: true })
  const flows = edges.flatMap(({ columns }: { columns: object[] }) => (columns.length === 0 ? [{}] : columns))
  expect(await page.locator('.graph-line').count()).toBe(flows.length)
  await page.getByText('saga_Show2Planets', { exact: true }).last().click()
  await page.getByText('CREATE VIEW saga_Show2Planets').waitFor()
  await expectUsable(page)
})

const SERIES = { table: 'saga_Episode', timeColumn: 'air_date', valueColumn: 'season_number', functions: 'count' }

journey('a time series is chosen, drawn, and told what stands out and what comes', async ({ open, url }) => {
  const page = await openCockpit({ open }, 'timeseries', 'operator')
  const { tables } = await askApi(url, '/timeseriesTools', { action: 'list' })
  await page.getByRole('table').getByRole('link', { name: 'saga_Episode', exact: true }).waitFor()
  expect((await cellsOf(page, 'Tables with dates and numbers')).map(([name]) => name)).toEqual(
    tables.map(({ table }: { table: string }) => table),
  )
  await page.getByRole('table').getByRole('link', { name: 'saga_Episode', exact: true }).click()
  const title = 'season_number: number of values per year'
  await page.getByRole('heading', { name: title }).waitFor()
  const yearly = { ...SERIES, interval: 'YEAR' }
  const { series } = await askApi(url, '/timeseriesTools', { ...yearly, action: 'aggregate', fill: 'zero' })
  const counts = series[0].buckets.map(({ count }: { count: number }) => count)
  expect((await cellsOf(page, title)).map(([, count]) => Number(count))).toEqual(counts.slice(0, 25))

  // The values are read by keyboard as well.
  await page.getByRole('application', { name: title }).focus()
  await page.keyboard.press('Home')
  await page.getByText(`Jan 1977: ${String(counts[0])}`).waitFor()

  await page.getByRole('option', { name: 'Anomalies' }).click()
  const found = await askApi(url, '/timeseriesTools', { ...yearly, action: 'detect', limit: 5_000 })
  expect(found.anomalies.length).toBeGreaterThan(0)
  await page.locator('.series-anomaly').first().waitFor()
  expect(await page.locator('.series-anomaly').count()).toBe(found.anomalies.length)
  const [first] = await cellsOf(page, title)
  expect(first?.slice(1, 3)).toEqual([String(found.anomalies[0].value), 'anomaly'])

  await page.getByRole('option', { name: 'Forecast' }).click()
  await page.getByText('95 % prediction interval').waitFor()
  const question = { ...yearly, action: 'forecast', method: 'linear', horizon: 12, fill: 'zero' }
  const { forecast } = await askApi(url, '/timeseriesTools', question)
  const expected = (await cellsOf(page, title)).slice(0, 12).map(([, value]) => Number(value))
  for (const [index, value] of expected.entries()) expect(value).toBeCloseTo(forecast[index].value, 3)
  expect(await page.locator('.series-band').getAttribute('d')).toMatch(/^M.*Z$/)
  await expectUsable(page)
})

journey('a time series is seen on a phone, in the dark and in German', async ({ open }) => {
  const visitor = { phone: true, dark: true, locale: 'de-DE' } as const
  const page = await openCockpit({ open }, 'timeseries?table=saga_Episode&view=forecast', 'operator', visitor)
  await page.getByRole('heading', { name: 'season_number: Anzahl der Werte je Jahr' }).waitFor()
  await page.locator('.series-line').first().waitFor()
  await expectUsable(page)
})
