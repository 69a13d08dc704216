import { useSchemas } from '../../api/catalog.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Alerts } from './alerts.tsx'
import { DatabaseFacts } from './database-facts.tsx'
import { useDatabaseInfo } from './database-info.ts'
import { Replication } from './replication.tsx'
import { SchemaObjects } from './schema-objects.tsx'
import { Services } from './services.tsx'
import { Tasks } from './tasks.tsx'
import { texts } from './texts.ts'

/** Each part asks on its own for what it alone needs: what one engine or role does not tell hides nothing else. */
const Overview = () => {
  const t = useTexts(texts)
  const info = useDatabaseInfo()
  const current = useSchemas().value?.schemas.find(({ isCurrent }) => isCurrent)
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <DatabaseFacts info={info} current={current} />
      <Alerts />
      <SchemaObjects info={info.value} schema={current?.name} />
      <Services />
      <div className="side-by-side">
        <Replication />
        <Tasks />
      </div>
    </PageFrame>
  )
}

export default Overview
