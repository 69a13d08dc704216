import { Button } from '@ui5/webcomponents-react/Button'
import { useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { SchemaSelect } from '../../parts/schema-select.tsx'
import { Section } from '../../parts/section.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { Report } from './report.tsx'
import { texts } from './texts.ts'

/** How the database differs from the model of the application. */
const Drift = () => {
  const t = useTexts(texts)
  const [{ schema, ignore = '' }, change] = useOptions()
  const [typed, setTyped] = useState(ignore)
  const found = useLoaded(JSON.stringify([schema, ignore]), (signal) =>
    bodyOf(api.POST('/modelDrift', { body: { ...(schema && { schema }), ...(ignore && { ignore }) }, signal })),
  )
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('what')} intro={t('what.intro')}>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (typed === ignore) found.reload()
            else change({ ignore: typed })
          }}
        >
          <div className="fields">
            <SchemaSelect
              value={schema ?? found.value?.schema ?? undefined}
              onChange={(name) => {
                change({ schema: name })
              }}
            />
            <TextField label={t('ignore')} value={typed} onChange={setTyped} placeholder={t('ignore.example')} />
          </div>
          <div className="actions">
            <Button type="Submit" design="Emphasized">
              {t('look')}
            </Button>
          </div>
        </form>
      </Section>
      <Loaded of={found}>{(result) => <Report result={result} />}</Loaded>
    </PageFrame>
  )
}

export default Drift
