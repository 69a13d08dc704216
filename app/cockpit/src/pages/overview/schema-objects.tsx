import { useObjects, useSchemas } from '../../api/catalog.ts'
import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { texts as changesTexts } from './changes-texts.ts'
import { Changes } from './changes.tsx'
import { LargestTables } from './largest-tables.tsx'
import { texts } from './texts.ts'

/** Tables and views of the schema where pages start: the largest ones, and what has changed. */
export const SchemaObjects = () => {
  const t = useTexts(texts)
  const ofChanges = useTexts(changesTexts)
  const schemas = useSchemas().value?.schemas
  const schema = schemas?.find(({ isCurrent }) => isCurrent)?.name
  const info = useLoaded('dbInfo', (signal) => bodyOf(api.GET('/dbInfo', { signal }))).value
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
