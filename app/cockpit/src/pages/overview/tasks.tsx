import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { Section } from '../../parts/section.tsx'
import { Support } from './support.tsx'
import { texts } from './texts.ts'

const ask = (signal: AbortSignal) => bodyOf(api.GET('/sdiTasks', { signal }))
type Task = Awaited<ReturnType<typeof ask>>['tasks'][number]

export const Tasks = () => {
  const t = useTexts(texts)
  const tasks = useLoaded('tasks', ask)
  const columns: Column<Task>[] = [
    { key: 'name', label: t('task'), kind: 'name', value: ({ name }) => name },
    { key: 'type', label: t('type'), value: ({ type }) => type },
    { key: 'status', label: t('status'), value: ({ status }) => status },
    { key: 'lastStart', label: t('lastStart'), kind: 'time', value: ({ lastStart }) => lastStart },
    { key: 'lastEnd', label: t('lastEnd'), kind: 'time', value: ({ lastEnd }) => lastEnd },
    { key: 'progressPercent', label: t('progress'), kind: 'number', value: (row) => row.progressPercent },
    { key: 'lastError', label: t('lastError'), value: (row) => row.lastError, cell: (row) => row.lastError },
  ]
  return (
    <Section title={t('tasks')}>
      <Loaded of={tasks}>
        {(answer) => (
          <Support answer={answer}>
            <ResultTable
              caption={t('tasks')}
              columns={columns}
              rows={answer.tasks}
              name={['tasks']}
              empty={t('tasks.none')}
            />
          </Support>
        )}
      </Loaded>
    </Section>
  )
}
