/** Places the tables of a diagram beside the page, which is used meanwhile: some pictures take seconds. */
import type { ChosenTables } from './choose-tables.ts'
import { layoutDiagram } from './layout-diagram.ts'

addEventListener('message', ({ data }: MessageEvent<ChosenTables>) => {
  postMessage(layoutDiagram(data))
})
