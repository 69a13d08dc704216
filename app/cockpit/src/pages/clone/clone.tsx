import { useTexts } from '../../i18n/use-texts.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Segments } from '../../parts/segments.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { CopyTable } from './copy-table.tsx'
import { CloneSchema } from './clone-schema.tsx'
import { texts } from './texts.ts'

const KINDS = ['table', 'schema'] as const

/** Makes a table like another one, or a schema like another one. What would be made is shown first. */
const Clone = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  const what = KINDS.find((each) => each === options['what']) ?? 'table'
  return (
    <PageFrame
      title={t('title')}
      intro={t('intro')}
      actions={
        <Segments
          label={t('what')}
          choices={KINDS.map((each) => [each, t(`what.${each}`)])}
          value={what}
          onChange={(each) => {
            change({ what: each })
          }}
        />
      }
    >
      {what === 'table' ? <CopyTable /> : <CloneSchema />}
    </PageFrame>
  )
}

export default Clone
