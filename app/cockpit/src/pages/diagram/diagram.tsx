import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { type ComponentProps, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useSchemas } from '../../api/catalog.ts'
import { useStructures } from '../../api/structure.ts'
import { useDebounced } from '../../api/use-debounced.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useKept } from '../../parts/grid/kept-by-table.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Section } from '../../parts/section.tsx'
import { TablePicker } from '../../parts/table-picker.tsx'
import { type Options, useOptions } from '../../parts/use-options.ts'
import { type Depth, MOST_TABLES } from './choose-tables.ts'
import { Drawing } from './drawing.tsx'
import { MoreSchemas } from './more-schemas.tsx'
import { isPlaces, type Places, readPlaces, writePlaces } from './move-tables.ts'
import { texts } from './texts.ts'

const DEPTHS = ['1', '2', '3', 'all'] as const
const COLUMNS = ['keys', 'all', 'none'] as const

/** The tables of schemas and how they refer to each other, as a picture. The address keeps what is chosen. */
const Diagram = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  // Another picture is looked at from its own start.
  const ask = (changes: Options): void => {
    change({ ...changes, at: undefined, boxes: undefined })
  }
  const keep = useCallback(
    (at: string) => {
      change({ at })
    },
    [change],
  )
  const schemas = useSchemas()
  const schema = options['schema'] || schemas.value?.schemas.find(({ isCurrent }) => isCurrent)?.name
  const table = options['table'] || undefined
  const columns = COLUMNS.find((each) => each === options['columns']) ?? 'keys'
  const withTechnical = options['technical'] === 'yes'
  const more = namesIn(options['more']).filter((name) => name !== schema)
  const structures = useStructures(schema === undefined ? [] : [schema, ...more], columns === 'all' ? 'all' : 'keys')
  const total = structures.value?.reduce((sum, { tables }) => sum + tables.length, 0) ?? 0
  // All of a small schema can be seen; in a large one, a table with its neighbours.
  const usual = total > MOST_TABLES ? '1' : 'all'
  const chosen = DEPTHS.find((each) => each === options['depth']) ?? usual
  const depth: Depth = table === undefined || chosen === 'all' ? 'all' : (Number(chosen) as Depth)
  const question = { table, depth, withTechnical }
  const key = JSON.stringify([schema, more, question, columns])
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('what')}>
        <TablePicker
          kind="table"
          label={t('search')}
          value={{ schema: schema ?? '', table: table ?? '' }}
          onChange={(picked) => {
            ask({ schema: picked.schema, table: picked.table })
          }}
        />
        <div className="fields">
          <MoreSchemas
            schema={schema}
            value={more}
            onChange={(names) => {
              ask({ more: names.length > 0 ? JSON.stringify(names) : undefined })
            }}
          />
          <Choice
            label={t('depth')}
            value={chosen}
            options={DEPTHS.map((each) => ({
              value: each,
              text: each === 'all' ? t('depth.all') : t('depth.steps', { count: Number(each) }),
            }))}
            onChange={(next) => {
              ask({ depth: next })
            }}
          />
          <Choice
            label={t('columns')}
            value={columns}
            options={COLUMNS.map((each) => ({ value: each, text: t(`columns.${each}`) }))}
            onChange={(next) => {
              ask({ columns: next })
            }}
          />
          <CheckBox
            text={t('technical')}
            checked={withTechnical}
            onChange={(event) => {
              ask({ technical: event.target.checked ? 'yes' : '' })
            }}
          />
        </div>
      </Section>
      <Loaded of={structures}>
        {(found) => {
          const [first] = found
          if (total === 0)
            return (
              <EmptyState
                title={t('empty')}
                text={t('empty.text')}
                href={hrefOf('dump', [], { what: 'load' })}
                link={t('empty.next')}
              />
            )
          if (table !== undefined && !first?.tables.some(({ name }) => name === table))
            return <EmptyState title={t('unknown', { table })} text={t('unknown.text')} />
          return (
            <KeptDrawing
              key={key}
              keptBy={key}
              boxes={options['boxes']}
              onBoxes={(boxes) => {
                change({ boxes })
              }}
              structures={found}
              question={question}
              columns={columns}
              kept={options['at']}
              onKeep={keep}
            />
          )
        }}
      </Loaded>
    </PageFrame>
  )
}

export default Diagram

interface KeptDrawingProps extends Omit<ComponentProps<typeof Drawing>, 'places' | 'onPlaces'> {
  /** What the picture is of. */
  readonly keptBy: string
  /** Places of tables as the address tells them, which count before those that this browser keeps. */
  readonly boxes: string | undefined
  readonly onBoxes: (boxes: string | undefined) => void
}

/** A picture whose tables stay where somebody has put them. */
const KeptDrawing = ({ keptBy, boxes, onBoxes, ...drawing }: KeptDrawingProps) => {
  const { kept, keep } = useKept('cockpit.diagram', keptBy, isPlaces)
  const [places, setPlaces] = useState<Places>(
    () => (boxes === undefined ? undefined : readPlaces(boxes)) ?? kept ?? {},
  )
  const rested = useDebounced(places)
  const [first] = useState(places)
  const save = useEffectEvent((next: Places) => {
    keep(Object.keys(next).length > 0 ? next : undefined)
    onBoxes(writePlaces(next))
  })
  useEffect(() => {
    if (rested !== first) save(rested)
  }, [rested, first])
  return <Drawing {...drawing} places={places} onPlaces={setPlaces} />
}

const namesIn = (text: string | undefined): readonly string[] => {
  try {
    const names: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}
