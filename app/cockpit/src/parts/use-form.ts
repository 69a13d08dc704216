import { type FormValue, readForm, writeForm } from './form-options.ts'
import { useOptions } from './use-options.ts'

/** A form that lives in the address: it survives a reload, can be come back to, sent, and linked to. */
export const useForm = <Form extends { readonly [Name in keyof Form]: FormValue }>(
  defaults: Form,
): readonly [Form, (changes: Partial<Form>) => void] => {
  const [options, change] = useOptions()
  return [
    readForm(options, defaults),
    (changes) => {
      change(writeForm(changes, defaults))
    },
  ]
}
