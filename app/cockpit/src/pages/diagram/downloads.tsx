import { Button } from '@ui5/webcomponents-react/Button'
import { type RefObject, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { fileName, saveFile, saveText } from '../../parts/download.ts'
import type { Size } from '../../parts/graph/place-graph.ts'
import { writePicture } from '../../parts/write-picture.ts'
import { writePng } from '../../parts/write-png.ts'
import type { ChosenTables } from './choose-tables.ts'
import { texts } from './texts.ts'
import { writeMermaid } from './write-mermaid.ts'

interface DownloadsProps {
  readonly chosen: ChosenTables
  /** What the names of files begin with. */
  readonly name: string
  readonly picture: RefObject<SVGSVGElement | null>
  /** Of all that is drawn, once it is. */
  readonly size: Size | undefined
}

/** Saves all that is drawn, whatever part of it is seen: as a picture, or as text. */
export const Downloads = ({ chosen, name, picture, size }: DownloadsProps) => {
  const t = useTexts(texts)
  const [hasFailed, setFailed] = useState(false)
  const named = (extension: string): string => fileName([name, 'diagram'], extension)
  const savers = {
    SVG: ({ current }: typeof picture) => {
      if (current && size) saveText(writePicture(current, size), named('svg'), 'image/svg+xml')
    },
    PNG: async ({ current }: typeof picture) => {
      if (!current || !size) return
      const content = await writePng(writePicture(current, size), size, getComputedStyle(current).backgroundColor)
      saveFile(content, named('png'))
    },
    Mermaid: () => {
      saveText(writeMermaid(chosen), named('mmd'), 'text/vnd.mermaid')
    },
  }
  const save = async (format: keyof typeof savers): Promise<void> => {
    setFailed(false)
    try {
      await savers[format](picture)
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      {(['SVG', 'PNG', 'Mermaid'] as const).map((format) => (
        <Button
          key={format}
          design="Transparent"
          icon="download"
          accessibleName={t('download', { format })}
          onClick={() => {
            void save(format)
          }}
        >
          {format}
        </Button>
      ))}
      {hasFailed && <p role="alert">{t('notSaved')}</p>}
    </>
  )
}
