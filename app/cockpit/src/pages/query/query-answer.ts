import type { paths } from '../../../gen/api.d.ts'

/** What the API answers to a statement. */
export type QueryAnswer = paths['/query']['post']['responses'][200]['content']['application/json']
