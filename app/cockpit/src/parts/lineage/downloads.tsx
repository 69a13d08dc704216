import { Button } from '@ui5/webcomponents-react/Button'
import { type RefObject, useState } from 'react'
import { type ApiError, toApiError } from '../../api/api-error.ts'
import { api, bodyOf } from '../../api/client.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { fileName, saveText } from '../download.ts'
import { ErrorStrip } from '../error-strip.tsx'
import { writePicture } from '../write-picture.ts'
import type { Question } from './question.ts'
import { texts } from './texts.ts'

interface DownloadsProps {
  readonly question: Question
  readonly name: string
  readonly picture: RefObject<SVGSVGElement | null>
}

const FORMATS = [
  { format: 'mermaid', text: 'Mermaid', extension: 'mmd', type: 'text/vnd.mermaid' },
  { format: 'graphml', text: 'GraphML', extension: 'graphml', type: 'application/xml' },
  { format: 'openlineage', text: 'OpenLineage', extension: 'json', type: 'application/json' },
] as const

/** Saves the picture as it is seen, or the lineage in a form that other tools read. */
export const Downloads = ({ question, name, picture }: DownloadsProps) => {
  const t = useTexts(texts)
  const [error, setError] = useState<ApiError>()
  const save = async ({ format, extension, type }: (typeof FORMATS)[number]): Promise<void> => {
    const { content, events } = await bodyOf(api.POST('/dataLineage', { body: { ...question, format } }))
    const text = content ?? `${JSON.stringify(events, null, 2)}\n`
    saveText(text, fileName([name, 'lineage'], extension), type)
  }
  return (
    <>
      <Button
        design="Transparent"
        icon="download"
        accessibleName={t('download', { format: 'SVG' })}
        onClick={() => {
          if (picture.current)
            saveText(writePicture(picture.current), fileName([name, 'lineage'], 'svg'), 'image/svg+xml')
        }}
      >
        SVG
      </Button>
      {FORMATS.map((each) => (
        <Button
          key={each.format}
          design="Transparent"
          icon="download"
          accessibleName={t('download', { format: each.text })}
          onClick={() => {
            setError(undefined)
            save(each).catch((reason: unknown) => {
              setError(toApiError(reason))
            })
          }}
        >
          {each.text}
        </Button>
      ))}
      {error && <ErrorStrip error={error} />}
    </>
  )
}
