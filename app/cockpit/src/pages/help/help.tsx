import './help.css'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { hrefOf, useRoute } from '../../parts/route.ts'
import { loadDocument } from './documents.ts'
import { Document } from './document.tsx'
import { readMarkdown } from './read-markdown.ts'
import { texts } from './texts.ts'

/** The page of the list of all operations. */
const INDEX = 'README'

/** What an operation takes and answers, with examples: the same pages as in the repository. */
const Help = () => {
  const t = useTexts(texts)
  const { segments } = useRoute()
  const [name = INDEX] = segments
  const text = useLoaded(name, async () => (await loadDocument(name)) ?? null)
  return (
    <Loaded of={text}>
      {(found) =>
        found === null ? (
          <EmptyState title={t('missing')} text={t('missing.text')} href={hrefOf('help')} link={t('index')} />
        ) : (
          <article className="section help" lang="en">
            {name !== INDEX && <a href={hrefOf('help')}>{t('index')}</a>}
            <Document blocks={readMarkdown(found)} />
          </article>
        )
      }
    </Loaded>
  )
}

export default Help
