import { Link } from '@ui5/webcomponents-react/Link'
import { useEffect, useState } from 'react'
import type { ListedObjects } from '../../api/catalog.ts'
import { useRole } from '../../api/session.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import type { Column } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Status } from '../../parts/status.tsx'
import { texts } from './changes-texts.ts'
import { type Change, changesBetween, readSnapshots, snapshotOf, withSnapshot } from './seen-objects.ts'

interface ChangesProps {
  /** Names the database and the schema: each has its own past. */
  readonly place: string
  readonly schema: string
  readonly found: ListedObjects
}

const TONES = { new: 'good', gone: 'bad', columns: 'hint', size: 'none' } as const

/** How a schema has changed and grown since this browser saw it before. */
export const Changes = ({ place, schema, found: { objects, isCut } }: ChangesProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const mayReadRows = useRole('operator')
  const key = `cockpit.seen.${place}`
  const [kept] = useState(() => readSnapshots(localStorage.getItem(key)))
  const [now] = useState(() => snapshotOf(objects, Date.now()))
  const [since, setSince] = useState(kept.at(-1)?.at)
  useEffect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(withSnapshot(kept, now)))
    } catch {
      return
    }
  }, [key, kept, now])
  const before = kept.find(({ at }) => at === since)
  if (!before) return <p className="muted">{t('changes.first')}</p>
  const signed = (value: number, written: string): string => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${written}`
  /** What has grown by how much; of what came or went, all of it. */
  const measure = (key: 'rows' | 'bytes', label: string, write: (size: number) => string): Column<Change> => ({
    key,
    label,
    kind: 'number',
    isOptional: true,
    value: (change) => change[key],
    cell: ({ kind, [key]: value }) => {
      if (value === null) return '–'
      return kind === 'new' || kind === 'gone' ? write(value) : signed(value, write(Math.abs(value)))
    },
  })
  const columns: Column<Change>[] = [
    {
      key: 'name',
      label: t('object'),
      kind: 'name',
      value: ({ name }) => name,
      cell: ({ name, kind }) =>
        mayReadRows && kind !== 'gone' ? <Link href={hrefOf('table', [schema, name])}>{name}</Link> : name,
    },
    {
      key: 'kind',
      label: t('change'),
      value: ({ kind }) => kind,
      cell: ({ kind, columns: by }) => (
        <Status tone={TONES[kind]}>
          {kind === 'columns'
            ? t('change.columns', { by: signed(by ?? 0, format.number(Math.abs(by ?? 0))) })
            : t(`change.${kind}`)}
        </Status>
      ),
    },
    measure('rows', t('rows'), format.number),
    measure('bytes', t('size'), format.bytes),
  ]
  return (
    <>
      {isCut && <p className="muted">{t('cut')}</p>}
      <Choice
        label={t('changes.since')}
        value={String(since)}
        options={kept.toReversed().map(({ at }) => ({ value: String(at), text: format.time(new Date(at)) }))}
        onChange={(at) => {
          setSince(Number(at))
        }}
      />
      <ResultTable
        caption={t('changes')}
        columns={columns}
        rows={changesBetween(before, now)}
        name={['changes']}
        pageSize={10}
        empty={t('changes.none')}
        rowKey={({ name }) => name}
      />
    </>
  )
}
