import { useObjects } from '../../api/catalog.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { texts as changesTexts } from './changes-texts.ts'
import { Changes } from './changes.tsx'
import type { DatabaseInfo } from './database-info.ts'
import { LargestTables } from './largest-tables.tsx'
import { texts } from './texts.ts'

interface SchemaObjectsProps {
  readonly info: DatabaseInfo['value']
  readonly schema: string | undefined
}

/** Tables and views of the schema where pages start: the largest ones, and what has changed. */
export const SchemaObjects = ({ info, schema }: SchemaObjectsProps) => {
  const t = useTexts(texts)
  const ofChanges = useTexts(changesTexts)
  const objects = useObjects(schema)
  return (
    <>
      <Section title={t('largest')} intro={schema && t('largest.intro', { schema })}>
        <Loaded of={objects}>{(found) => <LargestTables found={found} />}</Loaded>
      </Section>
      {schema !== undefined && info && (
        <Section title={ofChanges('changes')} intro={ofChanges('changes.intro', { schema })}>
          <Loaded of={objects}>
            {(found) => (
              <Changes place={JSON.stringify([info.platform, info.database, schema])} schema={schema} found={found} />
            )}
          </Loaded>
        </Section>
      )}
    </>
  )
}
