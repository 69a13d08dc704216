import { api, bodyOf } from '../../api/client.ts'
import { inTurn } from '../../api/in-turn.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Loaded } from '../loaded.tsx'
import { Marked } from '../marked.tsx'
import { shorten } from '../shorten.ts'
import { isFindable, type Kind, plainText } from './column-filter.ts'
import { texts } from './texts.ts'

/** Rows among which the most frequent values of a column are looked for. */
export interface FacetSource {
  readonly schema: string
  readonly table: string
  /** Without the filter of the column itself. */
  readonly where: string
  /** About how many there are, where it is known. */
  readonly rowCount: number | undefined
}

interface FacetsProps {
  readonly source: FacetSource
  readonly column: string
  readonly kind: Kind
  readonly chosen: readonly string[]
  readonly onChoose: (values: readonly string[]) => void
}

const LISTED = 20
/** Characters of a value that are shown. */
const LONGEST = 200
/** More rows are not looked through while somebody waits: some of them tell enough. */
const SAMPLED = 50_000

/** The most frequent values of a column, to choose some of them. */
export const Facets = ({ source: { schema, table, where, rowCount }, column, kind, chosen, onChoose }: FacetsProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const isSampled = rowCount === undefined || rowCount > SAMPLED
  const body = {
    ...{ schema, table, columns: [column], topValues: LISTED, sampleSize: isSampled ? SAMPLED : 0 },
    ...(where && { where }),
  }
  const profile = useLoaded(JSON.stringify(body), (signal) =>
    inTurn(signal, () => bodyOf(api.POST('/dataProfile', { body, signal }))),
  )
  return (
    <fieldset className="plain">
      <legend>{t('facets')}</legend>
      <Loaded of={profile}>
        {({ columns, sampled, sampledRows }) => {
          const values = (columns[0]?.topValues ?? []).filter(({ value }) => value !== null)
          if (values.length === 0) return <p className="muted">{t('facets.none')}</p>
          return (
            <>
              {sampled && <p className="muted">{t('facets.sample', { count: sampledRows })}</p>}
              <ul className="facets">
                {values.map(({ value, count }) => {
                  const text = plainText(value)
                  return (
                    <li key={text}>
                      <label>
                        <input
                          type="checkbox"
                          disabled={!isFindable(text, kind)}
                          checked={chosen.includes(text)}
                          onChange={(event) => {
                            onChoose(event.target.checked ? [...chosen, text] : chosen.filter((each) => each !== text))
                          }}
                        />
                        {text === '' ? (
                          <span className="null">{t('empty')}</span>
                        ) : (
                          <span title={shorten(text, LONGEST).text}>
                            <Marked text={shorten(text, LONGEST).text} />
                          </span>
                        )}
                        <span className="muted">{format.number(count)}</span>
                      </label>
                    </li>
                  )
                })}
              </ul>
            </>
          )
        }}
      </Loaded>
    </fieldset>
  )
}
