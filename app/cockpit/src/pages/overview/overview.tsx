import { useTexts } from '../../i18n/use-texts.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Alerts } from './alerts.tsx'
import { DatabaseFacts } from './database-facts.tsx'
import { Replication } from './replication.tsx'
import { SchemaObjects } from './schema-objects.tsx'
import { Services } from './services.tsx'
import { Tasks } from './tasks.tsx'
import { texts } from './texts.ts'

/** Each part asks on its own: what one engine or role does not tell hides nothing else. */
const Overview = () => {
  const t = useTexts(texts)
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <DatabaseFacts />
      <Alerts />
      <SchemaObjects />
      <Services />
      <div className="side-by-side">
        <Replication />
        <Tasks />
      </div>
    </PageFrame>
  )
}

export default Overview
