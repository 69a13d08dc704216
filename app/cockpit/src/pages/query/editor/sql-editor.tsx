import { autocompletion, closeCompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { keywordCompletionSource, sql as sqlOf, StandardSQL } from '@codemirror/lang-sql'
import { bracketMatching } from '@codemirror/language'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { completeSql } from './complete.ts'
import type { Engine } from './engine.ts'
import { look } from './look.ts'
import { mistakes, showMistake } from './mistake.ts'

/** As many stand in sight without being scrolled. */
const SHOWN_WORDS = 10

/** A part of the text that is chosen; nothing where both are the same. */
export interface Selected {
  readonly from: number
  readonly to: number
}

interface SqlEditorProps {
  /** What it begins with. */
  readonly initial: string
  readonly label: string
  readonly describedBy: string
  /** Undefined as long as nobody knows: then nothing is completed. */
  readonly engine: Engine | undefined
  /** Words that the editor itself says, in the user's language. */
  readonly phrases: Readonly<Record<string, string>>
  /** Where a mistake is, in units of UTF-16; another object for another one. */
  readonly mistake: { readonly start: number } | undefined
  readonly onChange: (sql: string, selected: Selected) => void
  readonly onRun: () => void
}

/** Where SQL is written: with colours, words to choose from, and a mark at a mistake. Tab leads out of it, as out of any field. */
export const SqlEditor = (props: SqlEditorProps) => {
  const { engine, phrases, mistake, label } = props
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const language = useRef(new Compartment())
  const words = useRef(new Compartment())
  const read = useEffectEvent(() => props)
  useEffect(() => {
    const { initial, describedBy } = read()
    const editor = new EditorView({
      parent: frame.current ?? document.body,
      doc: initial,
      extensions: [
        [lineNumbers(), history(), bracketMatching(), EditorView.lineWrapping, mistakes, look],
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        language.current.of([]),
        words.current.of([]),
        EditorView.contentAttributes.of({
          'aria-describedby': describedBy,
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          const { from, to } = state.selection.main
          if (docChanged || selectionSet) read().onChange(state.doc.toString(), { from, to })
        }),
      ],
    })
    view.current = editor
    return () => {
      editor.destroy()
    }
  }, [])
  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(languageOf(engine)) })
  }, [engine])
  useEffect(() => {
    const said = [EditorState.phrases.of(phrases), EditorView.contentAttributes.of({ 'aria-label': label })]
    view.current?.dispatch({ effects: words.current.reconfigure(said) })
  }, [phrases, label])
  useEffect(() => {
    if (mistake && view.current) showMistake(view.current, mistake.start)
  }, [mistake])
  // Seen before the editor sees it, which forgets on Android what is pressed along with Enter.
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    if (view.current) closeCompletion(view.current)
    props.onRun()
  }
  return <div className="query-editor" ref={frame} onKeyDownCapture={onKey} />
}

const languageOf = (engine: Engine | undefined): Extension => {
  if (!engine) return sqlOf({ dialect: StandardSQL })
  const { dialect } = engine
  return [
    dialect.extension,
    autocompletion({
      override: [completeSql(engine), keywordCompletionSource(dialect, true)],
      icons: false,
      maxRenderedOptions: SHOWN_WORDS,
    }),
  ]
}
