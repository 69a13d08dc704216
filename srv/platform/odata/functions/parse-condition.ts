import cds from '@sap/cds'
import type { Select, Token } from '../../cap/csn.ts'

type ODataParser = (url: string) => { SELECT: Select }

const { parse } = (cds as unknown as { odata: { parse: ODataParser } }).odata

/** A condition in the dialect of CAP's parser, as CAP has conditions in queries. */
export const parseCondition = (text: string): Token[] =>
  parse(`Rows?$filter=${encodeURIComponent(text)}`).SELECT.where ?? []
