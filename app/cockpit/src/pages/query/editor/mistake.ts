import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

const setMistake = StateEffect.define<number>()
/** What is marked: the word that begins there, or one character. */
const WORD = /^[\p{L}\p{N}_$]+/u
const LOOKED_AT = 200

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { effects, docChanged, state }) => {
    for (const effect of effects) {
      if (!effect.is(setMistake)) continue
      const { length } = state.doc
      if (length === 0) return Decoration.none
      // A statement that ends too early is marked at its end.
      const start = Math.min(effect.value, length - 1)
      const word = WORD.exec(state.sliceDoc(start, start + LOOKED_AT))?.[0] ?? ' '
      return Decoration.set(Decoration.mark({ class: 'query-mistake' }).range(start, start + word.length))
    }
    // Nobody knows whether it is still one.
    return docChanged ? Decoration.none : marks
  },
  provide: (self) => EditorView.decorations.from(self),
})

/** Lets a place be marked as a mistake, until the text is changed. */
export const mistakes: Extension = field

/** Marks a mistake, and puts the cursor there. */
export const showMistake = (view: EditorView, start: number): void => {
  const anchor = Math.min(start, view.state.doc.length)
  view.dispatch({ effects: setMistake.of(start), selection: { anchor }, scrollIntoView: true })
  view.focus()
}
