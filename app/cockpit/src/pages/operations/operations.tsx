import { useRole } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Files } from './files.tsx'
import { OperationList } from './operation-list.tsx'
import { texts } from './texts.ts'

/** What the server works on, and what it keeps. */
const Operations = () => {
  const t = useTexts(texts)
  const isAdmin = useRole('admin')
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <OperationList />
      {isAdmin && <Files />}
    </PageFrame>
  )
}

export default Operations
