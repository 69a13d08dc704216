import { type DefinedTable, defineTable, registerView } from './structure-statements.ts'
import type { HanaSystem } from './hana-system.ts'
import { KINDS, OTHER_KINDS } from './kinds.ts'

export const FILM: DefinedTable['columns'] = [
  { name: 'ID', type: 'INTEGER', isKey: true, isNullable: false },
  { name: 'TITLE', type: 'NVARCHAR', length: 111 },
  { name: 'EPISODE', type: 'BIGINT' },
  { name: 'RATING', type: 'DECIMAL', length: 5, scale: 2 },
  { name: 'BUDGET', type: 'DOUBLE' },
  { name: 'RELEASED', type: 'DATE' },
  { name: 'SEEN', type: 'TIMESTAMP' },
  { name: 'IS_CANON', type: 'BOOLEAN' },
  { name: 'OPENING', type: 'NCLOB' },
  { name: 'POSTER', type: 'BLOB' },
  { name: 'CODE', type: 'VARBINARY', length: 16 },
  { name: 'DIRECTOR_ID', type: 'INTEGER' },
]

export const DIRECTOR: DefinedTable['columns'] = [
  { name: 'ID', type: 'INTEGER', isKey: true, isNullable: false },
  { name: 'NAME', type: 'NVARCHAR', length: 100 },
]

const ROWS: readonly string[] = [
  `1, 'A New Hope', 4, 8.60, 11.0, '1977-05-25', '2024-01-01 10:00:00.123456000', 1, 'It is a period of civil war. 🚀', x'0102', x'01', 1`,
  `2, 'The Empire Strikes Back', 5, 8.70, 18.0, '1980-05-17', '2024-01-02 10:00:00.000000000', 1, 'It is a dark time', NULL, x'02', 2`,
  `3, 'Return of the Jedi', 6, 8.30, 32.5, '1983-05-25', '2024-02-03 10:00:00.000000000', 1, '', NULL, NULL, 3`,
  `4, 'A New Hope', 4, NULL, NULL, NULL, NULL, 0, NULL, x'', NULL, NULL`,
  `5, 'Return of the Jedi', 6, 8.30, 32.5, '1983-05-25', '2024-02-03 10:00:00.000000000', 1, '', NULL, NULL, 9`,
]

/** Fills a HANA with schema APP: films, the same films of long ago, their directors, a view and a sequence. */
export const fillFilms = (system: HanaSystem): void => {
  for (const [name, owner] of [
    ['APP', system.isContainer ? '_SYS_DI#APP' : system.session.user],
    ['OTHER', system.isContainer ? 'SYSTEM' : system.session.user],
    ...(system.isContainer ? ([['APP#DI', '_SYS_DI']] as const) : []),
    ['SYS', 'SYS'],
    ['_SYS_STATISTICS', '_SYS_STATISTICS'],
  ] as const)
    system.tell('SYS.SCHEMAS', { SCHEMA_NAME: name, SCHEMA_OWNER: owner, HAS_PRIVILEGES: 'TRUE' })
  const refersTo = [['DIRECTOR_ID', 'DIRECTOR', 'ID']] as const
  defineTable(system, {
    schema: 'APP',
    name: 'DIRECTOR',
    columns: DIRECTOR,
    isPartitioned: true,
  })
  defineTable(system, { schema: 'APP', name: 'FILM', columns: FILM, refersTo, comment: 'Films' })
  defineTable(system, { schema: 'APP', name: 'FILM_OLD', columns: FILM, refersTo })
  defineTable(system, {
    schema: 'APP',
    name: 'FILM_NO_KEY',
    columns: FILM.map((column) => ({ ...column, isKey: false, isNullable: true })),
  })
  defineTable(system, { schema: 'APP', name: 'KINDS', columns: KINDS })
  const texts = KINDS.map(({ name, isKey = false }) => ({ name, type: 'NVARCHAR', length: 100, isKey }))
  defineTable(system, { schema: 'APP', name: 'KINDS_AS_TEXT', columns: texts })
  for (const name of ['OTHER_KINDS', 'OTHER_KINDS_OLD'])
    defineTable(system, { schema: 'APP', name, columns: [...KINDS, ...OTHER_KINDS] })
  defineTable(system, { schema: 'OTHER', name: 'FILM', columns: FILM.slice(0, 4) })
  const run = (sql: string) => {
    system.database.exec(sql)
  }
  run(`INSERT INTO "APP.DIRECTOR" VALUES (1, 'George Lucas'), (2, 'Irvin Kershner'), (3, 'Richard Marquand')`)
  for (const table of ['FILM', 'FILM_OLD', 'FILM_NO_KEY'])
    run(`INSERT INTO "APP.${table}" VALUES (${ROWS.join('), (')})`)
  run(`UPDATE "APP.FILM_OLD" SET TITLE = 'Star Wars', RATING = 8.50 WHERE ID = 1`)
  run(`DELETE FROM "APP.FILM_OLD" WHERE ID = 4`)
  run(`INSERT INTO "APP.FILM_NO_KEY" VALUES (${ROWS[0] ?? ''})`)
  registerView(system, { schema: 'APP', name: 'FILM_TITLE', definition: 'SELECT ID, TITLE, OPENING FROM APP.FILM' })
  ;['ID', 'TITLE', 'OPENING'].forEach((name, index) => {
    const column = FILM.find((each) => each.name === name)
    system.tell('SYS.VIEW_COLUMNS', {
      SCHEMA_NAME: 'APP',
      VIEW_NAME: 'FILM_TITLE',
      COLUMN_NAME: name,
      POSITION: index + 1,
      DATA_TYPE_NAME: column?.type ?? '',
      LENGTH: 10,
      IS_NULLABLE: 'TRUE',
    })
  })
  system.tell('SYS.OBJECT_DEPENDENCIES', {
    BASE_SCHEMA_NAME: 'APP',
    BASE_OBJECT_NAME: 'FILM',
    BASE_OBJECT_TYPE: 'TABLE',
    DEPENDENT_SCHEMA_NAME: 'APP',
    DEPENDENT_OBJECT_NAME: 'FILM_TITLE',
    DEPENDENT_OBJECT_TYPE: 'VIEW',
    DEPENDENCY_TYPE: 1,
  })
  system.tell('SYS.SEQUENCES', {
    SCHEMA_NAME: 'APP',
    SEQUENCE_NAME: 'FILM_NUMBER',
    START_NUMBER: 1,
    MIN_VALUE: 1,
    MAX_VALUE: 9999,
    INCREMENT_BY: 1,
    IS_CYCLED: 'FALSE',
    CACHE_SIZE: 1,
  })
  system.tell('SYS.TRIGGERS', {
    SCHEMA_NAME: 'APP',
    TRIGGER_NAME: 'FILM_CHANGED',
    SUBJECT_TABLE_SCHEMA: 'APP',
    SUBJECT_TABLE_NAME: 'FILM',
    TRIGGER_ACTION_TIME: 'AFTER',
    TRIGGER_EVENT: 'UPDATE',
    TRIGGERED_ACTION_LEVEL: 'ROW',
    DEFINITION: 'CREATE TRIGGER FILM_CHANGED',
  })
  system.tell('SYS.FUNCTIONS', {
    SCHEMA_NAME: 'APP',
    FUNCTION_NAME: 'FILM_COUNT',
    DEFINITION: 'CREATE FUNCTION FILM_COUNT',
  })
  system.tell('SYS.DUMMY', { DUMMY: 'X' })
  system.tell('SYS.M_DATABASE', {
    SYSTEM_ID: 'H00',
    DATABASE_NAME: 'H00',
    VERSION: '4.00.000.00.1700000000',
    START_TIME: '2026-01-01 00:00:00.000000000',
    HOST: 'h',
  })
  system.tell('SYS.M_SERVICES', { HOST: 'h', PORT: 30040, SERVICE_NAME: 'indexserver', ACTIVE_STATUS: 'YES' })
  for (const PRIVILEGE of system.isContainer ? [] : ['CREATE SCHEMA'])
    system.tell('SYS.EFFECTIVE_PRIVILEGES', {
      USER_NAME: system.session.user,
      OBJECT_TYPE: 'SYSTEMPRIVILEGE',
      PRIVILEGE,
      IS_VALID: 'TRUE',
    })
}
