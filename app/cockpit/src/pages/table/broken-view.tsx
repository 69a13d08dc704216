import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Section } from '../../parts/section.tsx'
import { SqlText } from '../../parts/sql-text.tsx'
import { texts } from './texts.ts'

/** The statement of a view that cannot be read: why that is can be seen there. Nothing for what is no view. */
export const BrokenView = ({ schema, view }: { readonly schema: string; readonly view: string }) => {
  const t = useTexts(texts)
  const found = useLoaded(JSON.stringify([schema, view]), (signal) => {
    // Any character stands for those that mean something in a pattern.
    const pattern = view.replaceAll(/[\\%_*?]/g, '?')
    return bodyOf(api.GET('/views', { params: { query: { schema, pattern, definition: true } }, signal }))
  })
  const definition = found.value?.views.find(({ name }) => name === view)?.definition
  if (!definition) return null
  return (
    <Section title={t('definition')}>
      <SqlText sql={definition} label={t('definition')} />
    </Section>
  )
}
