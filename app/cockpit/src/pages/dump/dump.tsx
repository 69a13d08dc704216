import { useRole } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Segments } from '../../parts/segments.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { DumpTables } from './dump-tables.tsx'
import { LoadDump } from './load-dump.tsx'
import { texts } from './texts.ts'

const KINDS = ['dump', 'load'] as const

/** Tables as one file, and a file as tables. Who may not change the database only dumps. */
const Dump = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  const isAdmin = useRole('admin')
  const what = isAdmin && options['what'] === 'load' ? 'load' : 'dump'
  return (
    <PageFrame
      title={t('title')}
      intro={t('intro')}
      actions={
        isAdmin && (
          <Segments
            label={t('what')}
            choices={KINDS.map((each) => [each, t(`what.${each}`)])}
            value={what}
            onChange={(each) => {
              change({ what: each })
            }}
          />
        )
      }
    >
      {what === 'dump' ? <DumpTables /> : <LoadDump />}
    </PageFrame>
  )
}

export default Dump
