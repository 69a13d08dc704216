import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { texts } from './texts.ts'

const Overview = () => {
  const t = useTexts(texts)
  const info = useLoaded('info', (signal) =>
    bodyOf(api.GET('/dbInfo', { params: { query: { details: true } }, signal })),
  )
  return (
    <PageFrame title={t('database')}>
      <h2>{t('database')}</h2>
      {info.error && <ErrorStrip error={info.error} onRetry={info.reload} />}
      <pre>{JSON.stringify(info.value, null, 2)}</pre>
    </PageFrame>
  )
}

export default Overview
