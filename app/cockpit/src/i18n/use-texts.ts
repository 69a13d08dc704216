import { useCallback } from 'react'
import { useLanguage } from './language.ts'
import { type Texts, translate, type Translate } from './translate.ts'

/** The texts of a page or part, in the language of the moment. */
export const useTexts = <Keys extends string>(texts: Texts<Keys>): Translate<Keys> => {
  const language = useLanguage()
  return useCallback((key, parameters) => translate(texts[language][key], language, parameters), [texts, language])
}
