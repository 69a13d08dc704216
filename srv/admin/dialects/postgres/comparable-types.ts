import { PLAIN_TYPES } from './values.ts'

/** The type that a domain is made of, through domains over domains. */
export const baseType = (alias: string): string => `CASE WHEN ${alias}.typtype <> 'd' THEN ${alias}.oid ELSE (
  WITH RECURSIVE base AS (SELECT ${alias}.typbasetype AS oid
    UNION ALL SELECT d.typbasetype FROM base JOIN pg_type d ON d.oid = base.oid AND d.typtype = 'd')
  SELECT base.oid FROM base JOIN pg_type p ON p.oid = base.oid AND p.typtype <> 'd') END`

/** The type that operators are declared for: those of a family share them. */
const declared = (alias: string): string => `CASE ${alias}.typtype WHEN 'e' THEN 'anyenum'::regtype
  WHEN 'r' THEN 'anyrange'::regtype WHEN 'm' THEN 'anymultirange'::regtype WHEN 'c' THEN 'record'::regtype ELSE ${alias}.oid END`

/** Whether values have an order (btree) or an equality (hash), or are as good as those of a type that has. */
const has = (
  alias: string,
  method: string,
): string => `EXISTS (SELECT 1 FROM pg_opclass o JOIN pg_am m ON m.oid = o.opcmethod
  WHERE m.amname = '${method}' AND o.opcdefault AND (o.opcintype = ${declared(alias)} OR EXISTS (SELECT 1 FROM pg_cast k
    WHERE k.castsource = ${alias}.oid AND k.casttarget = o.opcintype AND k.castmethod = 'b' AND k.castcontext = 'i')))`

/**
 * How values of a type `b` compare; NULL for those that their kind says all of. Arrays compare as their elements do.
 *
 * @see https://www.postgresql.org/docs/current/catalog-pg-opclass.html
 */
export const COMPARISON = `CASE WHEN b.typname IN (${PLAIN_TYPES.map((name) => `'${name}'`).join(', ')}) THEN NULL ELSE (
  SELECT CASE WHEN ${has('x', 'btree')} THEN 'order' WHEN ${has('x', 'hash')} THEN 'equality' ELSE 'none' END
    FROM pg_type e JOIN pg_type x ON x.oid = ${baseType('e')}
   WHERE e.oid = CASE WHEN b.typcategory = 'A' AND b.typelem <> 0 AND b.typlen = -1 THEN b.typelem ELSE b.oid END) END`
