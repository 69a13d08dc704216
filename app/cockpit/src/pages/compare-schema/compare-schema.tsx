import { Link } from '@ui5/webcomponents-react/Link'
import { useSchemas } from '../../api/catalog.ts'
import { api, bodyOf } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Section } from '../../parts/section.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { Report } from './report.tsx'
import { texts } from './texts.ts'

/** How the structure of one schema differs from that of another. */
const CompareSchema = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  const schemas = useSchemas()
  const isAdmin = useRole('admin')
  const names = (schemas.value?.schemas ?? []).filter(({ isSystem }) => !isSystem).map(({ name }) => name)
  const known = (name: string | undefined): string | undefined => names.find((each) => each === name)
  const current = schemas.value?.schemas.find(({ isCurrent }) => isCurrent)?.name
  const schema1 = known(options['schema1']) ?? known(current) ?? names[0] ?? ''
  const schema2 = known(options['schema2']) ?? names.find((name) => name !== schema1) ?? ''
  const isAsked = names.length > 1 && schema1 !== schema2
  const comparison = useLoaded(isAsked ? JSON.stringify([schema1, schema2]) : null, (signal) =>
    bodyOf(api.POST('/compareSchema', { body: { schema1, schema2 }, signal })),
  )
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Loaded of={schemas}>
        {() =>
          names.length < 2 ? (
            <EmptyState title={t('onlyOne')} text={t('onlyOne.text')}>
              {isAdmin && <Link href={hrefOf('clone', [], { what: 'schema' })}>{t('toClone')}</Link>}
            </EmptyState>
          ) : (
            <Section title={t('what')} intro={t('what.intro')}>
              <div className="fields">
                <Choice
                  label={t('first')}
                  value={schema1}
                  options={names.map((name) => ({ value: name, text: name }))}
                  onChange={(name) => {
                    change({ schema1: name })
                  }}
                />
                <Choice
                  label={t('second')}
                  value={schema2}
                  options={names.map((name) => ({ value: name, text: name }))}
                  onChange={(name) => {
                    change({ schema2: name })
                  }}
                />
              </div>
              {!isAsked && <p className="muted">{t('same')}</p>}
            </Section>
          )
        }
      </Loaded>
      {isAsked && <Loaded of={comparison}>{(value) => <Report result={value} />}</Loaded>}
    </PageFrame>
  )
}

export default CompareSchema
