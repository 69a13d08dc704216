import { useTexts } from '../../i18n/use-texts.ts'
import { Section } from '../section.tsx'
import { texts } from './texts.ts'

interface DefinitionsProps {
  readonly transformations: readonly { readonly name: string; readonly definition?: string | null | undefined }[]
}

/** How the objects are made, in the words of the database; operators are told. */
export const Definitions = ({ transformations }: DefinitionsProps) => {
  const t = useTexts(texts)
  const known = transformations.filter(({ definition }) => definition)
  if (known.length === 0) return null
  return (
    <Section title={t('definitions')} intro={t('definitions.intro')}>
      {known.map(({ name, definition }) => (
        <details key={name} className="lineage-definition">
          <summary>{name}</summary>
          <pre tabIndex={0}>{definition}</pre>
        </details>
      ))}
    </Section>
  )
}
