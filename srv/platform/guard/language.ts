import type { Request, RequestHandler } from 'express'
import cds from '@sap/cds'
import { requestedLocale } from '../cap/requested-locale.ts'

const isKnown = (locale: unknown): boolean => {
  if (typeof locale !== 'string' || locale.length > 20) return false
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale.replaceAll('_', '-')).length > 0
  } catch {
    return false
  }
}

/**
 * The language of an answer. One that nobody speaks becomes the default: CAP keeps texts and more for every language
 * that it was ever asked for, and finds some in the prototype of objects.
 */
export const languageOf = (req: Request): string => {
  const locale = requestedLocale(req)
  const { default_language: fallback } = (cds.env as unknown as { i18n: { default_language: string } }).i18n
  if (locale !== undefined && !isKnown(locale)) Object.assign(req, { locale: fallback })
  return (requestedLocale(req) as string | undefined) ?? fallback
}

/** Settles it before anybody else asks for it. */
export const limitLanguage: RequestHandler = (req, _res, next) => {
  languageOf(req)
  next()
}
