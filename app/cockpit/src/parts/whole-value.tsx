import { Fragment } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { useTexts } from '../i18n/use-texts.ts'
import type { ValueKind } from './column.ts'
import { CopyButton } from './copy-button.tsx'
import { indentJson } from './indent-json.ts'
import { Marked } from './marked.tsx'
import { pictureType } from './picture-type.ts'
import { shorten } from './shorten.ts'
import { texts } from './texts.ts'
import { Value } from './value.tsx'

/** Characters of one value that somebody may want to read here. */
const MOST = 10_000
/** Of bytes that are seen as a picture, so many tell which ones they are. */
const MOST_OF_PICTURE = 60
/** Longer texts are not read to see whether they are JSON. */
const MOST_JSON = 200_000

interface WholeValueProps {
  readonly value: unknown
  readonly kind?: ValueKind | undefined
}

/**
 * A value of a record where there is room for it: JSON with a line for each member, a picture as one. Of a value that is longer
 * still, the beginning, and all of it to copy.
 */
export const WholeValue = ({ value, kind }: WholeValueProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const text =
    typeof value === 'string' ? value : value !== null && typeof value === 'object' ? JSON.stringify(value) : ''
  const picture = kind === 'binary' ? pictureType(text) : undefined
  const json = kind === 'binary' || text.length > MOST_JSON ? undefined : indentJson(text)
  const all = (json ?? text).length
  const most = picture ? MOST_OF_PICTURE : MOST
  const shown = json ? (
    <Indented json={shorten(json, MOST).text} />
  ) : (
    <Value value={value} kind={kind} isRecord most={most} />
  )
  return (
    <>
      {picture && (
        <img
          className="picture"
          src={`data:${picture};base64,${text}`}
          alt={t('value.picture', { size: format.bytes(bytesOf(text)) })}
        />
      )}
      {shown}
      {all > most && (
        <>
          {' '}
          <span className="muted">{t('value.cut', { shown: format.number(most), all: format.number(all) })}</span>{' '}
          <CopyButton text={text} />
        </>
      )}
    </>
  )
}

/** Blanks that indent a line are no part of the value. */
const Indented = ({ json }: { readonly json: string }) => (
  <code className="json" tabIndex={0}>
    {json.split('\n').map((line, index) => {
      const own = line.trimStart()
      return (
        <Fragment key={index}>
          {line.slice(0, line.length - own.length)}
          <Marked text={own} />
          {'\n'}
        </Fragment>
      )
    })}
  </code>
)

const bytesOf = (base64: string): number => {
  const end = base64.indexOf('=')
  return Math.floor(((end === -1 ? base64.length : end) * 3) / 4)
}
