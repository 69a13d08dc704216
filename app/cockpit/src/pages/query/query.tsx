import { useEffect, useId, useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Section } from '../../parts/section.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { engineOf } from './editor/engine.ts'
import { History } from './history.tsx'
import { keepInHistory, readHistory, writeHistory } from './kept-history.ts'
import { SavedStatements } from './saved-statements.tsx'
import { Statement } from './statement.tsx'
import { TabBar } from './tab-bar.tsx'
import { changeTab, closeTab, keepTabs, openTab, readTabs, type Tab, type Tabs } from './tabs.ts'
import { texts } from './texts.ts'
import './query.css'

/** A longer statement does not stand in the address. */
const ADDRESS = 2_000

const NO_VALUES = {}

const forAddress = (sql: string | undefined): string | undefined =>
  sql === undefined || sql.length > ADDRESS ? undefined : sql

const activeOf = ({ list, active }: Tabs): Tab | undefined => list.find(({ number }) => number === active)

/** Statements in tabs, what they answer, and those before them. */
const Query = () => {
  const t = useTexts(texts)
  const id = useId()
  const user = useSession()?.user ?? ''
  const [options, change] = useOptions()
  const [tabs, setTabs] = useState(() => readTabs(user, options['sql']))
  /** Tabs that have been in front: what they answered stays while they are not. */
  const [seen, setSeen] = useState<ReadonlySet<number>>(() => new Set([tabs.active]))
  const [history, setHistory] = useState(() => readHistory(user))
  const info = useLoaded('dbInfo', (signal) => bodyOf(api.GET('/dbInfo', { signal })))
  const engine = info.value && engineOf(info.value.platform)
  useEffect(() => {
    keepTabs(user, tabs)
  }, [user, tabs])
  const show = (next: Tabs): void => {
    setTabs(next)
    setSeen((before) => new Set([...before, next.active]))
    change({ sql: forAddress(activeOf(next)?.asked) })
  }
  const current = activeOf(tabs)?.sql ?? ''
  const pick = (sql: string): void => {
    const known = tabs.list.find((tab) => tab.sql === sql)
    show(known ? { ...tabs, active: known.number } : openTab(tabs, sql))
  }
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('statement')}>
        <TabBar
          id={id}
          tabs={tabs}
          onChoose={(active) => {
            show({ ...tabs, active })
          }}
          onOpen={() => {
            show(openTab(tabs, ''))
          }}
          onClose={() => {
            show(closeTab(tabs))
          }}
        />
        {tabs.list.map(({ number, sql, values = NO_VALUES }) => (
          <div
            key={number}
            role="tabpanel"
            id={`${id}-panel-${String(number)}`}
            aria-labelledby={`${id}-tab-${String(number)}`}
            hidden={number !== tabs.active}
          >
            {seen.has(number) && (
              <Statement
                initial={sql}
                values={values}
                engine={engine}
                onChange={(changed) => {
                  setTabs((before) => changeTab(before, number, { sql: changed }))
                }}
                onValues={(changed) => {
                  setTabs((before) => changeTab(before, number, { values: changed }))
                }}
                onAsk={(asked) => {
                  setTabs((before) => changeTab(before, number, { asked }))
                  setHistory(keepInHistory(user, asked))
                  change({ sql: forAddress(asked) })
                }}
              />
            )}
          </div>
        ))}
      </Section>
      <div className="query-lists">
        <SavedStatements sql={current} onPick={pick} />
        <History
          statements={history}
          onPick={pick}
          onClear={() => {
            setHistory(writeHistory(user, []))
          }}
        />
      </div>
    </PageFrame>
  )
}

export default Query
