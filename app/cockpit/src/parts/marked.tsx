import { useTexts } from '../i18n/use-texts.ts'
import { type Blanks, markInvisible } from './invisible.ts'
import { texts } from './texts.ts'

/** A text in which blanks and characters that cannot be seen are marked. The characters stay, to be copied as they are. */
export const Marked = ({ text, blanks }: { readonly text: string; readonly blanks?: Blanks }) => {
  const t = useTexts(texts)
  const pieces = markInvisible(text, blanks)
  if (pieces.length === 1 && pieces[0]?.mark === undefined) return text
  return pieces.map(({ text: part, mark, name }, index) =>
    mark === undefined ? (
      part
    ) : (
      <span
        key={index}
        className={name === 'blank' ? 'invisible is-blank' : 'invisible'}
        data-mark={mark}
        role="img"
        aria-label={name ? t(`char.${name}`) : mark}
      >
        {part}
      </span>
    ),
  )
}
