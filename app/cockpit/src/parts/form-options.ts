import type { Options } from './use-options.ts'

/** What a form holds: texts, choices, names. */
export type FormValue = string | boolean | readonly string[]

/** Names as one text; names with commas are told apart. */
export const writeNames = (names: readonly string[]): string =>
  names.some((name) => /[,[]/.test(name)) ? JSON.stringify(names) : names.join(',')

export const readNames = (text: string): readonly string[] => {
  if (text === '') return []
  if (!text.startsWith('[')) return text.split(',')
  try {
    const names: unknown = JSON.parse(text)
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

/** A form from the address: what is not there, or is none of the values, is as it is by default. */
export const readForm = <Form extends { readonly [Name in keyof Form]: FormValue }>(
  options: Options,
  defaults: Form,
): Form => {
  const entries = Object.entries<FormValue>(defaults).map(([name, value]) => {
    const text = options[name]
    if (text === undefined) return [name, value]
    if (typeof value === 'boolean') return [name, text === 'yes']
    return [name, typeof value === 'string' ? text : readNames(text)]
  })
  return Object.fromEntries(entries) as Form
}

/** Changes as they stand in the address: what is as by default does not. */
export const writeForm = <Form extends { readonly [Name in keyof Form]: FormValue }>(
  changes: Partial<Form>,
  defaults: Form,
): Options =>
  Object.fromEntries(
    Object.entries<FormValue>(changes as Record<string, FormValue>).map(([name, value]) => {
      const isDefault = JSON.stringify(value) === JSON.stringify(defaults[name as keyof Form])
      if (isDefault) return [name, undefined]
      if (typeof value === 'boolean') return [name, value ? 'yes' : 'no']
      return [name, typeof value === 'string' ? value : writeNames(value)]
    }),
  )
