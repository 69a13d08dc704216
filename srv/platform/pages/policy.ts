import type { RequestHandler } from 'express'

/** Where the pages load SAPUI5 from: scripts, styles, fonts, pictures, and its data about itself. */
const UI5 = 'https://ui5.sap.com'
const DIRECTIVES = /\b(?:script|style|font|img|connect)-src [^;]+/g

/** Allows SAPUI5's delivery network to a page, on top of the policy that holds for everything here. */
export const allowUi5: RequestHandler = (_req, res, next) => {
  const policy = res.get('Content-Security-Policy') ?? ''
  res.set('Content-Security-Policy', policy.replace(DIRECTIVES, `$& ${UI5}`))
  next()
}
