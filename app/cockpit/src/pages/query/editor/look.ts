import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** As statements look elsewhere in the cockpit. */
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--sapLinkColor)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--sapPositiveTextColor)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--sapCriticalTextColor)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--sapContent_LabelColor)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--sapInformativeTextColor)' },
])

/** The lists of words lie in the editor, too. */
const theme = EditorView.theme({
  '&': {
    border: '1px solid var(--sapField_BorderColor)',
    borderRadius: '0.25rem',
    background: 'var(--sapField_Background)',
    color: 'var(--sapField_TextColor)',
    fontSize: '0.875rem',
  },
  '&.cm-focused': { outline: '2px solid var(--sapContent_FocusColor)', outlineOffset: '1px' },
  '.cm-scroller': { minHeight: '9rem', maxHeight: '60vh', fontFamily: 'ui-monospace, monospace', lineHeight: '1.5' },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--sapField_TextColor)' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-gutters': { background: 'transparent', color: 'var(--sapContent_LabelColor)', border: 'none' },
  '.cm-tooltip': {
    border: '1px solid var(--sapGroup_ContentBorderColor)',
    borderRadius: '0.25rem',
    background: 'var(--sapGroup_ContentBackground)',
    color: 'var(--sapTextColor)',
    boxShadow: 'var(--sapContent_Shadow1)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: 'none', maxWidth: 'min(40rem, 90vw)', overflow: 'hidden' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.2rem 0.6rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--sapList_SelectionBackgroundColor)',
    color: 'var(--sapTextColor)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { color: 'var(--sapContent_LabelColor)', fontStyle: 'normal' },
  '.cm-matchingBracket': { outline: '1px solid var(--sapContent_FocusColor)', background: 'transparent' },
})

export const look: Extension = [syntaxHighlighting(colours), theme]
