import { PostgreSQL, type SQLDialect, SQLite, StandardSQL } from '@codemirror/lang-sql'
import { FUNCTIONS } from './functions.ts'

/** What writing SQL for an engine takes. */
export interface Engine {
  readonly dialect: SQLDialect
  readonly functions: readonly string[]
  /** A name as it stands in a statement: in quotes where the engine would read it in another way. */
  readonly quote: (name: string) => string
  /** It tells of a plan how long each step took. */
  readonly measuresPlans?: boolean
}

/** Words that are no name without quotes, in one engine or another. */
const RESERVED = new Set(
  `all and any as asc between by case cast check collate column constraint create cross default desc distinct else end
   except exists false fetch for foreign from full grant group having in index inner intersect into is join left like
   limit not null offset on or order outer primary references right select set table then to true union unique user using
   values when where window with`.split(/\s+/),
)

const quoteUnless = (plain: RegExp) => (name: string) =>
  plain.test(name) && !RESERVED.has(name.toLowerCase()) ? name : `"${name.replaceAll('"', '""')}"`

const SQLITE: Engine = {
  dialect: SQLite,
  functions: FUNCTIONS.sqlite,
  quote: quoteUnless(/^[A-Z_][\w$]*$/i),
}
const POSTGRES: Engine = {
  dialect: PostgreSQL,
  functions: FUNCTIONS.postgres,
  quote: quoteUnless(/^[a-z_][a-z\d_$]*$/),
  measuresPlans: true,
}
const HANA: Engine = { dialect: StandardSQL, functions: FUNCTIONS.hana, quote: quoteUnless(/^[A-Z_][A-Z\d_$#]*$/) }

/** @param platform as `/dbInfo` names it. */
export const engineOf = (platform: string): Engine =>
  platform === 'SQLite' ? SQLITE : platform === 'PostgreSQL' ? POSTGRES : HANA
