import { useId } from 'react'
import type { JobResult } from '../../api/jobs.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface PictureProps {
  readonly result: JobResult<'/compareData'>
  readonly names: readonly [string, string]
}

type Part = 'matching' | 'different' | 'onlyInTable1' | 'onlyInTable2'

/** Either table as a bar of its rows: those that are equal stand above each other. The table below says it in numbers. */
export const Picture = ({ result: { summary, table1, table2 }, names: [name1, name2] }: PictureProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const id = useId()
  const texted = (part: Part): string => t(`part.${part}`, { table: part === 'onlyInTable1' ? name1 : name2 })
  const parts: readonly Part[] = ['matching', 'different', 'onlyInTable1', 'onlyInTable2']
  const bar = (name: string, rows: number, lone: Part) => (
    <div className="compare-bar">
      <div>
        <strong>{name}</strong> <span className="muted">{t('rows', { count: rows })}</span>
      </div>
      <div className="compare-track" aria-hidden="true">
        {(['matching', 'different', lone] as const).map((part) =>
          summary[part] === 0 ? null : (
            <div
              key={part}
              className={`part-${part}`}
              style={{ flexGrow: summary[part] }}
              title={`${texted(part)}: ${format.number(summary[part])}`}
            />
          ),
        )}
        {/* What the other table has more keeps the two bars to one scale. */}
        <div style={{ flexGrow: lone === 'onlyInTable1' ? summary.onlyInTable2 : summary.onlyInTable1, minWidth: 0 }} />
      </div>
    </div>
  )
  return (
    <figure className="compare-picture" aria-labelledby={id}>
      {bar(name1, table1.rowCount, 'onlyInTable1')}
      {bar(name2, table2.rowCount, 'onlyInTable2')}
      <table className="data-table">
        <caption id={id} className="only-heard">
          {t('picture')}
        </caption>
        <tbody>
          {parts.map((part) => (
            <tr key={part}>
              <th scope="row">
                <span className={`compare-swatch part-${part}`} aria-hidden="true" />
                {texted(part)}
              </th>
              <td className="at-end">{format.number(summary[part])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
