import { SegmentedButton } from '@ui5/webcomponents-react/SegmentedButton'
import { SegmentedButtonItem } from '@ui5/webcomponents-react/SegmentedButtonItem'
import { useTexts } from '../../i18n/use-texts.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
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
        <SegmentedButton
          accessibleName={t('what')}
          onSelectionChange={(event) => {
            const chosen = event.detail.selectedItems[0]?.getAttribute('data-value')
            if (chosen) change({ what: chosen })
          }}
        >
          {KINDS.map((each) => (
            <SegmentedButtonItem key={each} data-value={each} selected={each === what}>
              {t(`what.${each}`)}
            </SegmentedButtonItem>
          ))}
        </SegmentedButton>
      }
    >
      {what === 'table' ? <CopyTable /> : <CloneSchema />}
    </PageFrame>
  )
}

export default Clone
