import { StatementProblem } from './syntax.ts'
import { isColumnType, isLarge, kindOfType } from './types.ts'

/** Statements that are no queries, by the SQL reference: those that this project sends, each in all of its form. */
const NAME = `"(?:[^"]|"")+"`
const OBJECT = `${NAME}\\.${NAME}`
const LIST = `\\(${NAME}(?:, ${NAME})*\\)`
const ACTION = '(?:RESTRICT|CASCADE|SET NULL|SET DEFAULT)'
const NUMBER = '-?\\d+'
const TYPE = `[A-Z_]+(?:\\(\\d+(?:, \\d+)?\\))?`
const COLUMN = `${NAME} ${TYPE}(?: NOT NULL)?(?: PRIMARY KEY)?`

const SEQUENCE = [
  ...[`(?: START WITH ${NUMBER})?`, `(?: INCREMENT BY ${NUMBER})?`, `(?: MINVALUE ${NUMBER}| NO MINVALUE)?`],
  ...[`(?: MAXVALUE ${NUMBER}| NO MAXVALUE)?`, '(?: CYCLE| NO CYCLE)?', '(?: CACHE \\d+| NO CACHE)?'],
].join('')
const CHECKED = '(?: VALIDATED| NOT VALIDATED)?(?: ENFORCED| NOT ENFORCED)?(?: INITIALLY (?:IMMEDIATE|DEFERRED))?'

const FORMS: readonly RegExp[] = [
  'SET TRANSACTION (?:ISOLATION LEVEL (?:READ COMMITTED|REPEATABLE READ|SERIALIZABLE)|READ ONLY|READ WRITE)',
  'SET TRANSACTION (?:LOCK WAIT TIMEOUT \\d+|AUTOCOMMIT DDL (?:ON|OFF))',
  `SET SCHEMA (?:${NAME}|[A-Z_][A-Z0-9_]*)`,
  `(?:SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT) ${NAME}`,
  `ALTER SYSTEM (?:CANCEL|DISCONNECT) SESSION '\\d+'`,
  `CREATE SCHEMA ${NAME}`,
  `DROP SCHEMA ${NAME}(?: CASCADE| RESTRICT)?`,
  `CREATE (?:COLUMN|ROW) TABLE ${OBJECT} LIKE ${OBJECT} WITH (?:NO DATA|DATA)(?: WITHOUT CONSTRAINT)?`,
  `CREATE (?:COLUMN|ROW) TABLE ${OBJECT} \\(${COLUMN}(?:, ${COLUMN})*\\)`,
  `CREATE LOCAL TEMPORARY (?:COLUMN )?TABLE "#(?:[^"]|"")+" \\(${COLUMN}(?:, ${COLUMN})*\\)`,
  `DROP TABLE ${OBJECT}(?: CASCADE| RESTRICT)?`,
  'DROP TABLE "#(?:[^"]|"")+"',
  `TRUNCATE TABLE ${OBJECT}`,
  `COMMENT ON TABLE ${OBJECT} IS '(?:[^']|'')*'`,
  `CREATE SEQUENCE ${OBJECT}${SEQUENCE}`,
  `ALTER TABLE ${OBJECT} DROP CONSTRAINT ${NAME}`,
  `ALTER TABLE ${OBJECT} ADD CONSTRAINT ${NAME} FOREIGN KEY ${LIST} REFERENCES ${OBJECT} ${LIST} ON UPDATE ${ACTION} ON DELETE ${ACTION}${CHECKED}`,
].map((form) => new RegExp(`^${form}$`))

/** @param text with single blanks. */
export const isKnownForm = (text: string): boolean => FORMS.some((form) => form.test(text))

const TABLE_OF_COLUMNS = new RegExp(
  `^CREATE (?:COLUMN|ROW|LOCAL TEMPORARY (?:COLUMN )?)(?: ?TABLE) [^(]*\\((${COLUMN}(?:, ${COLUMN})*)\\)$`,
)

/** @throws StatementProblem for columns of a new table that have no type of SAP HANA, a name twice, or a large key. */
export const checkColumns = (text: string): void => {
  const [, list = ''] = TABLE_OF_COLUMNS.exec(text) ?? []
  const names = new Set<string>()
  for (const [, name = '', type = '', rest = ''] of list.matchAll(new RegExp(`(${NAME}) (${TYPE})([^,"]*)`, 'g'))) {
    if (names.has(name)) throw new StatementProblem(`the column ${name} twice`)
    names.add(name)
    if (!isColumnType(type)) throw new StatementProblem(`no column has the type ${type}`)
    if (rest.includes('PRIMARY KEY') && isLarge(kindOfType(type)))
      throw new StatementProblem(`the large object ${name} as a key`)
  }
}
