import { useId } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Marked } from '../../parts/marked.tsx'
import { Value } from '../../parts/value.tsx'
import type { DiffRow } from './diff-rows.ts'
import { differingPart } from './differing-part.ts'
import { texts } from './texts.ts'

interface SideBySideProps {
  readonly caption: string
  readonly names: readonly [string, string]
  readonly keyColumns: readonly string[]
  readonly columns: readonly string[]
  readonly rows: readonly DiffRow[]
}

/** Rows of two tables beside each other, column by column. What differs is coloured, and marked within texts. */
export const SideBySide = ({ caption, names, keyColumns, columns, rows }: SideBySideProps) => {
  const t = useTexts(texts)
  const id = useId()
  return (
    <div className="table-scroll" role="region" aria-labelledby={id} tabIndex={0}>
      <table className="data-table compare-rows">
        <caption id={id} className="only-heard">
          {caption}
        </caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('finding')}
            </th>
            {keyColumns.map((column) => (
              <th key={column} scope="col" rowSpan={2}>
                {column}
                <small>{t('keyColumn')}</small>
              </th>
            ))}
            {columns.map((column) => (
              <th key={column} scope="colgroup" colSpan={2} className="pair">
                {column}
              </th>
            ))}
          </tr>
          <tr>
            {columns.map((column) => [
              <th key={`${column} 1`} scope="col" className="pair side">
                {names[0]}
              </th>,
              <th key={`${column} 2`} scope="col" className="side">
                {names[1]}
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className={`finding-${row.finding}`}>
              <th scope="row">
                <span className="finding">
                  {t(`finding.${row.finding}`, { table: row.finding === 'onlyInTable1' ? names[0] : names[1] })}
                  {row.count !== undefined && row.count > 1 && ` × ${row.count}`}
                </span>
              </th>
              {keyColumns.map((column) => (
                <td key={column} className="name compare-key">
                  <Value value={row.key[column]} isRecord />
                </td>
              ))}
              {columns.map((column) => (
                <Pair key={column} row={row} column={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Both values of a column; one field where they are equal. */
const Pair = ({ row, column }: { row: DiffRow; column: string }) => {
  const t = useTexts(texts)
  const { finding, left, right } = row
  if (finding === 'different' && !(column in left))
    return (
      <td colSpan={2} className="pair same">
        {t('equal')}
      </td>
    )
  const [value1, value2] = [left[column], right[column]]
  const part =
    finding === 'different' && typeof value1 === 'string' && typeof value2 === 'string'
      ? differingPart(value1, value2)
      : null
  const side = (value: unknown, changed: string | undefined) =>
    part ? (
      <>
        <Marked text={part.start} blanks="start" />
        {changed && (
          <mark>
            <Marked text={changed} blanks="all" />
          </mark>
        )}
        <Marked text={part.end} blanks="end" />
      </>
    ) : (
      <Value value={value} isRecord />
    )
  return (
    <>
      <td className={finding === 'onlyInTable2' ? 'pair absent' : 'pair old'}>
        {finding === 'onlyInTable2' ? <span className="only-heard">{t('absent')}</span> : side(value1, part?.left)}
      </td>
      <td className={finding === 'onlyInTable1' ? 'absent' : 'new'}>
        {finding === 'onlyInTable1' ? <span className="only-heard">{t('absent')}</span> : side(value2, part?.right)}
      </td>
    </>
  )
}
