import type { Language } from './language.ts'

/** A text, or its forms by number: `one` for one thing, `other` for all else. `{name}` stands for a parameter. */
export type Message = string | { readonly one: string; readonly other: string }
export type Messages = Readonly<Record<string, Message>>
/** The same texts in every language. */
export type Texts<Keys extends string = string> = Readonly<Record<Language, Readonly<Record<Keys, Message>>>>
export type Parameters = Readonly<Record<string, string | number>>
/** Finds a text and fills in its parameters. */
export type Translate<Keys extends string> = (key: Keys, parameters?: Parameters) => string

/** Declares texts; the German ones have to be as many as the English ones. */
export const defineTexts = <const English extends Messages>(texts: {
  readonly en: English
  readonly de: { readonly [Key in keyof English]: Message }
}): Texts<keyof English & string> => texts

/** Numbers are written as the language does; the form is chosen by the parameter `count`. */
export const translate = (message: Message, language: Language, parameters: Parameters = {}): string => {
  const text = typeof message === 'string' ? message : message[formOf(language, parameters['count'])]
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = parameters[name]
    if (value === undefined) return placeholder
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value
  })
}

const formOf = (language: Language, count: string | number | undefined): 'one' | 'other' =>
  new Intl.PluralRules(language).select(Number(count ?? 0)) === 'one' ? 'one' : 'other'
