/**
 * What each operation is for, with requests and what their answers have. The pages in `docs/operations`, the OpenAPI document and the
 * tests, which send all of them to every engine, are made of this. Over 200 lines: one entry for each operation.
 *
 * `{schema}` stands for the name of a schema. The tables: `director (id, name)`, `film (id, title, released, rating, director_id)`, `film_old` like `film`, `visit (at, guests)`.
 */
import type { ErrorCode } from '../core/errors.ts'
import type { JsonObject } from '../operations/operation.ts'
import type { Endpoint } from './endpoint.ts'

interface Example {
  readonly title: string
  /** The query of GET and DELETE, the body of POST. */
  readonly input: JsonObject
  /** Members that the answer has, among others. */
  readonly answer: JsonObject
}

interface Guide {
  readonly about: string
  /** In an order in which they can be sent one after the other. */
  readonly examples: readonly Example[]
  readonly errors: Partial<Readonly<Record<ErrorCode, string>>>
  readonly limits: readonly string[]
}

const LISTS = ['1,000 items at a time, 10,000 at most: `limit` and `offset`; `truncated` tells of more']
const NAMES: Guide['errors'] = {
  SCHEMA_NOT_FOUND: 'there is no such schema; near names are told',
  SCHEMA_NOT_ALLOWED: 'the schema is not open: see the setting `allowedSchemas`',
}
const TABLES: Guide['errors'] = { ...NAMES, TABLE_NOT_FOUND: 'there is no such table; near names are told' }
const COLUMNS: Guide['errors'] = {
  ...TABLES,
  COLUMN_NOT_FOUND: 'there is no such column; near names are told',
  INVALID_FILTER: 'the filter is not understood, at the character that is told',
  FORBIDDEN: 'a masked column would choose or order rows',
}
const ROW_ERRORS: Guide['errors'] = {
  ...TABLES,
  COLUMN_NOT_FOUND: COLUMNS['COLUMN_NOT_FOUND'] ?? '',
  FORBIDDEN: 'the application hides a column from everybody, or its service does not let you change the row',
  KEY_REQUIRED: 'the table has no key, or `key` is not one of its keys',
  MISSING_PARAMETER: 'it is not said what was read (`was`), nor that it does not matter (`overwrite`)',
  INVALID_PARAMETER:
    'a value is none of its column, may be rounded, or is given by the database or the service; `via` is no entity that shows the rows',
  NOT_SUPPORTED: 'a view, or an engine without',
  SERVED_BY_APPLICATION:
    'a service of the application takes changes of the table, but not these, such as rows that are parts of others: change them there, or send `via` `database`',
  LIMIT_TOO_LARGE: 'there is more to tell of the rows than an answer may have: send fewer changes at once',
}
const BY_SERVICE =
  'Where a service of the application has an entity that shows the rows of the table and takes changes, they are made by it, as you: its roles, handlers, checks and managed fields count, in one transaction; `via` in the answer tells. `via` names another, or `database` for the table itself'
const COPIED_KEYS =
  'Rows that refer to none are copied as they are, their key unchecked or not made: `notes` and `skipped` tell'
const TIME = 'It ends after `timeout` seconds (60 by default, 600 at most), and nothing of it stays'

export const GUIDES: Readonly<Record<string, Guide>> = {
  'GET /dbInfo': {
    about: 'Tells which database there is: product, version, schema, user, size.',
    examples: [{ title: 'The database', input: {}, answer: {} }],
    errors: {},
    limits: ['Hosts and ports are told to operators only'],
  },
  'GET /alerts': {
    about:
      'Looks for what is wrong: disks that fill up, locks, statistics that are old, and indexes of the current schema that are missing, doubled or unused.',
    examples: [{ title: 'All alerts', input: {}, answer: { success: true, truncated: false } }],
    errors: {},
    limits: [...LISTS, 'A check that the database user may not do is told under `checks`, with its reason'],
  },
  'GET /replicationStatus': {
    about: 'Tells how far the copies of the database are behind.',
    examples: [{ title: 'All replicas', input: {}, answer: { success: true, replicas: [] } }],
    errors: {},
    limits: ['What the database user may not see is told under `sources`'],
  },
  'GET /tables': {
    about: 'Lists the tables of a schema, with rows, sizes and what is technical about them.',
    examples: [
      {
        title: 'Tables by a pattern of their names',
        input: { schema: '{schema}', pattern: 'film*' },
        answer: { count: 2, tables: [{ name: 'film', columnCount: 5 }, { name: 'film_old' }] },
      },
    ],
    errors: NAMES,
    limits: [...LISTS, 'Numbers of rows are counted where that is cheap, else estimated: `rowCountExact` tells'],
  },
  'GET /views': {
    about: 'Lists the views of a schema; operators see how they are defined.',
    examples: [{ title: 'All views', input: {}, answer: { count: 1, views: [{ name: 'good_film' }] } }],
    errors: NAMES,
    limits: LISTS,
  },
  'GET /schemas': {
    about: 'Lists the schemas, and which of them are open to operations.',
    examples: [{ title: 'All schemas', input: {}, answer: { success: true, truncated: false } }],
    errors: {},
    limits: LISTS,
  },
  'GET /table': {
    about: 'Tells the structure of one table: columns, keys, checks, indexes, triggers, what refers to it.',
    examples: [
      {
        title: 'A table',
        input: { table: 'film' },
        answer: { table: 'film', references: [{ referencedTable: 'director', columns: ['director_id'] }] },
      },
    ],
    errors: TABLES,
    limits: ['Definitions are told to operators'],
  },
  'GET /ddl': {
    about: 'Tells the statements that make a schema, or one object of it, on an empty database of the same engine.',
    examples: [
      {
        title: 'One table, and what belongs to it',
        input: { name: 'director', type: 'table' },
        answer: { statements: [{ type: 'table', name: 'director' }] },
      },
    ],
    errors: {
      ...NAMES,
      TABLE_NOT_FOUND: 'nothing has that name',
      NOT_SUPPORTED: 'no statements are written for the engine',
    },
    limits: ['Rows, numbers that sequences have reached, and owners are not among them'],
  },
  'GET /columns': {
    about: 'Finds columns by their names, in all tables of a schema.',
    examples: [
      {
        title: 'Columns by a pattern',
        input: { pattern: '*rating*' },
        answer: { count: 2, truncated: false },
      },
    ],
    errors: NAMES,
    limits: LISTS,
  },
  'GET /structure': {
    about: 'Tells keys and references of all tables of a schema at once, as a diagram needs them.',
    examples: [{ title: 'The structure of a schema', input: {}, answer: { success: true } }],
    errors: NAMES,
    limits: [TIME],
  },
  'GET /sessions': {
    about: 'Tells what runs in the database, who waits for whom, and which statements take most of the time.',
    examples: [{ title: 'All sessions', input: {}, answer: { success: true } }],
    errors: {},
    limits: [
      'Values in statements are told to admins only',
      'SQLite has no sessions but the connections of the server',
    ],
  },
  'DELETE /sessions': {
    about: 'Ends a session of the database, as `GET /sessions` names it.',
    examples: [],
    errors: {
      SESSION_NOT_FOUND: 'it has ended already',
      OWN_SESSION: 'it may be one of this server: send `own` to end it all the same',
      NOT_SUPPORTED: 'SQLite has no sessions',
      INSUFFICIENT_PRIVILEGE: 'the database user may not do that',
    },
    limits: ['An `id` is that of one session only: none that comes later gets it'],
  },
  'POST /export': {
    about:
      'Sends the rows of a table or view from one consistent state: in a JSON object, or as a file by the `Accept` header or `gzip`.',
    examples: [
      {
        title: 'Rows as JSON',
        input: { table: 'film', format: 'json', columns: 'id,title', where: 'rating > 8.7', orderBy: 'title' },
        answer: { rowCount: 1, truncated: false, complete: true, rows: [{ id: 2, title: 'The Empire Strikes Back' }] },
      },
      {
        title: 'Rows as csv, with a semicolon',
        input: { table: 'director', delimiter: ';', limit: 1 },
        answer: { format: 'csv', content: 'id;name\r\n1;George Lucas\r\n', truncated: true },
      },
    ],
    errors: { ...COLUMNS, LIMIT_TOO_LARGE: 'more rows than a JSON object holds: ask for a file' },
    limits: ['10,000 rows in a JSON object by default, 100,000 at most; all of them in a file', TIME],
  },
  'POST /import': {
    about: 'Brings the rows of files in the files directory (`PUT /files/{name}`) into tables, all or nothing.',
    examples: [
      {
        title: 'A check of a file, of which nothing stays',
        input: { table: 'film', file: 'film.csv', dryRun: true },
        answer: { delimiter: ';', rowsRead: 2, rowsInserted: 2, rowsRejected: 0, dryRun: true },
      },
      {
        title: 'New rows beside those that change, by the primary key',
        input: { table: 'director', file: 'director.csv', mode: 'upsert' },
        answer: { rowsRead: 3, rowsInserted: 1, rowsUpdated: 2, rowsIgnored: 0 },
      },
      {
        title: 'Columns that have other names; rows that do not fit are left out, and kept in a file',
        input: {
          table: 'director',
          file: 'directors-german.csv',
          columnMapping: [
            { file: 'Nr', table: 'id' },
            { file: 'Nachname', table: 'name' },
          ],
          onError: 'skip',
          keepRejected: true,
          dryRun: true,
        },
        answer: {
          ignoredFileColumns: ['Vorname'],
          rowsInserted: 1,
          rowsRejected: 1,
          errors: [{ line: 3, column: 'id', value: 'vier' }],
          rejectedFile: 'directors-german.rejected.csv',
        },
      },
      {
        title: 'Several files, in the order of their references',
        input: {
          files: [
            { table: 'film', file: 'film.csv' },
            { table: 'director', file: 'director.csv' },
          ],
          mode: 'ignore',
          dryRun: true,
        },
        answer: { files: [{ rowsInserted: 2 }, { rowsInserted: 0, rowsIgnored: 3 }], rowsInserted: 2 },
      },
    ],
    errors: {
      ...TABLES,
      FILE_NOT_FOUND: 'there is no such file',
      INVALID_FILE_CONTENT: 'the file cannot be read, at the line and column that are told',
      COLUMN_MISMATCH: 'columns of the file and of the table do not fit together',
      KEY_REQUIRED: 'a mode wants a key, and the table has none: send `keys`',
      CONSTRAINT_VIOLATION: 'the database refuses a row, whose line is told',
      IMPORT_REJECTED: 'more rows are bad than `maxErrors` allows',
      TRUNCATE_BLOCKED: 'rows of other tables refer to those that would go',
      PAYLOAD_TOO_LARGE: 'the file is larger than the setting `limits.importFileBytesMax`, packed or not',
    },
    limits: ['100 files of a request; 10,000 columns; 16 MiB for each row of text', TIME],
  },
  'POST /dump': {
    about:
      'Sends tables with all their rows, their structure and checksums as one file, from one state of the database: a zip with `manifest.json` and a CSV file for each table, which needs no tool of ours to be read.',
    examples: [
      {
        title: 'What a dump of a table would have: the tables that it refers to, too',
        input: { tables: ['film'], dryRun: true },
        answer: { tables: ['director', 'film'], cycles: [], notIncluded: [], dryRun: true },
      },
      {
        title: 'Without them',
        input: { tables: ['film'], references: false, dryRun: true },
        answer: { tables: ['film'], dryRun: true },
      },
      {
        title: 'Only a director with her films: rows that hang on given ones',
        input: { tables: ['film'], rows: [{ table: 'director', where: 'id = 1' }], dryRun: true },
        answer: {
          tables: ['director', 'film'],
          notIncluded: [
            { type: 'rows', name: 'director' },
            { type: 'rows', name: 'film' },
          ],
        },
      },
    ],
    errors: {
      ...COLUMNS,
      INVALID_PARAMETER: '`rows` names a table that is not in the dump',
      NOT_SUPPORTED:
        'a table is a view, virtual, foreign, or has parts in another schema; a value is no text that a file can hold; rows are given, and tables refer to each other in a circle or have parts; no statements are written for the engine',
      FORBIDDEN: 'a column is masked for the user: a mask in the place of a value would be no dump',
      INSUFFICIENT_PRIVILEGE: 'row-level security may hide rows: see `allowHiddenRows`',
      LIMIT_TOO_LARGE: 'there are more tables than a dump may have',
    },
    limits: [
      '2,000 tables; a server loads files of `limits.importFileBytesMax` bytes, packed or not',
      'With `Prefer: respond-async` the file is kept on the server, under a name that `/load` takes',
      'Views, triggers, functions, policies and grants are not in a dump, nor definitions that call functions of the application: `notIncluded` tells them',
      'A table comes with its partitions and with the tables that inherit from it; domains and lists of values of other schemas are made in the dumped one',
      'Not supported on SAP HANA, of whose tables no statements are written',
      TIME,
    ],
  },
  'POST /load': {
    about:
      'Makes the tables of a dump that are not there and fills them with its rows, in one transaction. Before anything is committed, the file is checked as a whole, and rows and checksums of all tables are compared with those of the file.',
    examples: [
      {
        title: 'A trial, of which nothing stays',
        input: { file: 'review.dump.zip', dryRun: true },
        answer: {
          tables: [
            { table: 'critic', created: true, rows: 2 },
            { table: 'review', created: true, rows: 1 },
          ],
          rows: 3,
          verified: true,
          dryRun: true,
        },
      },
    ],
    errors: {
      ...NAMES,
      FILE_NOT_FOUND: 'there is no such file',
      INVALID_FILE_CONTENT: 'the file is no dump, cut, changed or damaged, or brings a statement that is not run',
      TARGET_EXISTS: 'a table is there and has rows: nothing is added to them, nothing replaced',
      COLUMN_MISMATCH: 'a table is there and has other columns or types',
      TABLE_NOT_FOUND: 'a table refers to one that is neither in the dump nor there',
      CONSTRAINT_VIOLATION: 'a row refers to none, or breaks another rule of the database',
      IMPORT_REJECTED: 'other rows are there than the file has, as where a trigger has changed them',
      NOT_SUPPORTED: 'no statements are written for the engine',
      PAYLOAD_TOO_LARGE: 'the file is larger than the setting `limits.importFileBytesMax`, packed or not',
    },
    limits: [
      'Numbers that the database gives go on behind those that the columns have',
      'Statements of a file make tables, keys, indexes, sequences and types, and nothing else: all others are refused, and functions that do more than compute',
      'From SQLite to PostgreSQL and back, columns get the nearest types, with primary, unique and foreign keys and indexes of columns alone; what is written for the other engine is told under `lost`, and a value that the new column cannot hold ends the load; on SQLite a partitioned table is one with all rows',
      'Not supported on SAP HANA, of whose tables no statements are written',
      TIME,
    ],
  },
  'POST /dataProfile': {
    about:
      'Tells statistics of every column: NULLs, different values, extremes, averages, frequent values, histograms.',
    examples: [
      {
        title: 'Some columns',
        input: { table: 'film', columns: 'title,rating' },
        answer: { rowCount: 3, columns: [{ name: 'title', nullCount: 0, distinctCount: 3 }, { name: 'rating' }] },
      },
    ],
    errors: COLUMNS,
    limits: [
      '`sampleSize` looks at some rows of a large table only',
      'Where three quarters of its time are not enough for all, the values of later columns are those of about 100,000 rows, where the engine takes samples: `valueRows` of the column says of how many; counts, extremes and averages are of all rows',
      TIME,
    ],
  },
  'POST /compareData': {
    about: 'Compares the rows of two tables by their key, and tells how many differ, with samples.',
    examples: [
      {
        title: 'Two tables',
        input: { table1: 'film_old', table2: 'film' },
        answer: { identical: false, summary: { matching: 1, different: 1, onlyInTable1: 0, onlyInTable2: 1 } },
      },
    ],
    errors: { ...COLUMNS, KEY_REQUIRED: 'the tables have no key: send `keyColumns`' },
    limits: [TIME],
  },
  'POST /dataDiff': {
    about: 'Lists the rows that differ between two tables, page by page, with the values that differ.',
    examples: [
      {
        title: 'What differs',
        input: { table1: 'film_old', table2: 'film', keyColumns: 'id' },
        answer: { summary: { different: 1, onlyInTable2: 1 }, differences: [{ key: { id: 1 } }] },
      },
    ],
    errors: { ...COLUMNS, KEY_REQUIRED: 'the tables have no key: send `keyColumns`' },
    limits: ['Pages by `limit` and `cursor`', TIME],
  },
  'POST /dataValidator': {
    about: 'Holds rows against rules, and lists those that break one. Without rules it infers some.',
    examples: [
      {
        title: 'Rules as text',
        input: { table: 'film', rules: 'title:required;rating:range:0:10;title:pattern:^A' },
        answer: { totalRows: 3, invalidRows: 2 },
      },
    ],
    errors: { ...COLUMNS, INVALID_RULE: 'a rule is not understood; near names are told' },
    limits: ['Patterns have 1,000 characters, lists of values 10,000 values', TIME],
  },
  'POST /duplicateDetection': {
    about: 'Finds rows that are the same, or alike, in some columns.',
    examples: [
      {
        title: 'Rows of one director',
        input: { table: 'film', columns: 'director_id' },
        answer: { totalRows: 3, duplicateGroups: 1 },
      },
    ],
    errors: COLUMNS,
    limits: [TIME],
  },
  'POST /dataLineage': {
    about: 'Tells where the rows of a table or view come from, and where they go.',
    examples: [
      {
        title: 'The sources of a view',
        input: { table: 'good_film', direction: 'upstream' },
        answer: { sourceCount: 1 },
      },
    ],
    errors: TABLES,
    limits: [
      '`depth` steps, `maxNodes` nodes',
      'A column that only decides which rows count, also within a query that stands for a value, has no `target`',
      TIME,
    ],
  },
  'POST /referentialCheck': {
    about: 'Finds rows that refer to none, by foreign keys and by associations of the model.',
    examples: [{ title: 'All keys of a table', input: { table: 'film' }, answer: { totalOrphanedRecords: 0 } }],
    errors: TABLES,
    limits: [TIME],
  },
  'POST /schemaClone': {
    about: 'Makes a copy of a schema, with or without its rows.',
    examples: [
      {
        title: 'With rows',
        input: { source: '{schema}', target: 'film_clone', includeData: true },
        answer: { success: true, target: 'film_clone', includeData: true },
      },
    ],
    errors: {
      ...NAMES,
      TARGET_EXISTS: 'there is such a schema',
      SAME_OBJECT: 'source and target are the same',
    },
    limits: ['What is left out is told under `skipped`', COPIED_KEYS, TIME],
  },
  'POST /compareSchema': {
    about: 'Tells the differences in structure between two schemas.',
    examples: [
      {
        title: 'A schema and its clone',
        input: { schema1: '{schema}', schema2: 'film_clone' },
        answer: { success: true, schema2: 'film_clone' },
      },
    ],
    errors: { ...NAMES, SAME_OBJECT: 'both are the same' },
    limits: ['Kinds that are not compared are told under `notCompared`', TIME],
  },
  'POST /checks/run': {
    about:
      'Checks the rows of all tables against what database and model say of them, without a rule being written: keys, NOT NULL, lengths, foreign keys and associations, `@mandatory`, `@assert.range`, `@assert.format`, `@assert.unique`, enums.',
    examples: [
      {
        title: 'Two tables, without failing rows',
        input: { tables: ['director', 'film'], maxErrors: 0 },
        answer: { success: true, valid: true, failedChecks: 0 },
      },
    ],
    errors: { ...TABLES, INVALID_RULE: 'a file of checks is not understood, at the line and column that are told' },
    limits: [
      "Checks of the application's own stand in `checks/*.yaml` (setting `checks`), each file about one table, in the words of Soda: `row_count`, `missing`, `invalid`, `duplicate`, `freshness`, `reference`, `same_rows`; `checks.schema.json` of the package tells editors all of them",
      'Without `tables` those of the model are checked, or all where the schema has none of these; tables of CAP itself and of plugins are not',
      'Of each table the checks that fail are told, and `maxErrors` of the rows; `POST /dataValidator` tells more of one table',
      'What the names of columns suggest, as `POST /dataValidator` checks it with a warning, is not among it',
      'It is one state of all tables',
      TIME,
    ],
  },
  'GET /checks/history': {
    about:
      'Tells the checks that are run by themselves, with their state and what they have found: those of files that say `every`, and those of the model where the setting `schedules.model` says how often.',
    examples: [
      {
        title: 'The last results of all',
        input: { limit: 2 },
        answer: { success: true, supported: false },
      },
    ],
    errors: {
      INVALID_PARAMETER: 'the check is not scheduled',
      LIMIT_TOO_LARGE: '`limit` is beyond the largest',
    },
    limits: [
      'A slot is the beginning of a period, counted from 1970 in UTC; each is recorded once, however many processes run',
      'Where no server ran, one run answers for all slots that were due, 1,000 at most; `checkedAt` tells when that was',
      'Results are kept for `schedules.keepDays`',
      '`supported` is false where the application has no tables for them: `cds.requires.dba-history` adds them',
    ],
  },
  'POST /modelDrift': {
    about:
      'Tells how a schema differs from the model of the application: what is missing, additional and changed, who has moved since the last deployment, and how bad it is.',
    examples: [
      { title: 'All that differs', input: {}, answer: { success: true } },
      {
        title: 'Without tables of somebody else',
        input: { ignore: 'audit_*, film.note', limit: 50 },
        answer: { success: true },
      },
    ],
    errors: {
      ...NAMES,
      NOT_SUPPORTED: 'the model cannot be compiled',
      INSUFFICIENT_PRIVILEGE: 'the database user may make no temporary tables (PostgreSQL: `TEMPORARY`)',
    },
    limits: [
      'Nothing is changed: statements are there to be read',
      'On SAP HANA the artifacts that CAP makes for HDI are compared with the catalog: of views the columns, of computed columns that they are',
      'Indexes for associations of the model are no difference; triggers and functions are not compared',
      'Who has moved is known where the last deployment has left `cds_model`, as it does with `schema_evolution: auto`',
      TIME,
    ],
  },
  'POST /tableCopy': {
    about: 'Makes a copy of a table, with or without rows.',
    examples: [
      {
        title: 'With some rows',
        input: { sourceTable: 'film', targetTable: 'film_good', includeData: true, where: 'rating > 8.7' },
        answer: { structureCopied: true, rowsCopied: 1 },
      },
    ],
    errors: { ...COLUMNS, TARGET_EXISTS: 'there is such a table' },
    limits: ['What is left out is told under `skipped`', COPIED_KEYS, TIME],
  },
  'GET /copies': {
    about: 'Lists the copies and clones that the API has made, which it can drop again.',
    examples: [{ title: 'All copies', input: {}, answer: { success: true } }],
    errors: {},
    limits: [],
  },
  'DELETE /copies': {
    about: 'Drops a copy or a clone that the API has made; nothing else.',
    examples: [
      { title: 'A copy of a table', input: { table: 'film_good' }, answer: { dropped: true } },
      { title: 'A cloned schema', input: { schema: 'film_clone' }, answer: { dropped: true } },
    ],
    errors: {
      ...TABLES,
      NOT_A_COPY: 'the API has not made it',
      DROP_BLOCKED: 'something else needs it',
    },
    limits: [],
  },
  'GET /sdiTasks': {
    about: 'Lists tasks of data integration, and when they ran.',
    examples: [{ title: 'All tasks', input: {}, answer: { success: true, tasks: [] } }],
    errors: {},
    limits: ['SQLite has none; PostgreSQL those of pg_cron and its subscriptions'],
  },
  'GET /xsaServices': {
    about:
      'Lists the services of the application, and those of the platform that it is bound to; never their credentials.',
    examples: [{ title: 'All services', input: {}, answer: { success: true } }],
    errors: {},
    limits: [],
  },
  'POST /timeseriesTools': {
    about: 'Lists time series, aggregates them by spans of time, finds gaps and anomalies, and forecasts.',
    examples: [
      {
        title: 'Guests by day',
        input: { action: 'aggregate', table: 'visit', timeColumn: 'at', valueColumn: 'guests', interval: 'DAY' },
        answer: { action: 'aggregate', truncated: false },
      },
    ],
    errors: { ...COLUMNS, MISSING_PARAMETER: 'an action wants a table or a column' },
    limits: ['Forecasts of 1,000 spans of time at most', TIME],
  },
  'POST /rows/preview': {
    about:
      'Tells what changes of single rows would do, without doing them: each statement, the row as it is now, and why the database or the service would refuse it.',
    examples: [
      {
        title: 'One change',
        input: {
          table: 'film',
          changes: [{ action: 'update', key: { id: 1 }, was: { rating: null }, values: { rating: '7.5' } }],
        },
        answer: { canRun: false, changes: [{ index: 0, action: 'update' }] },
      },
    ],
    errors: ROW_ERRORS,
    limits: [
      '1,000 changes',
      'Of values longer than a request may be (1 MiB) the beginning is shown',
      'Numbers that it takes from sequences of PostgreSQL are not given again',
      BY_SERVICE,
      'Nothing of a service runs for a preview, since it may do more than can be undone: what it checks itself is told by `POST /rows`',
      'On SAP HANA rows are not changed one by one',
      TIME,
    ],
  },
  'POST /rows': {
    about:
      'Inserts, changes and deletes single rows, all of the changes in one transaction or none. A row that is not as it was read is never changed.',
    examples: [
      {
        title: 'A new row',
        input: { table: 'director', changes: [{ action: 'insert', values: { id: 9, name: 'Ines' } }] },
        answer: { rowsInserted: 1, rowsUpdated: 0, rowsDeleted: 0 },
      },
    ],
    errors: {
      ...ROW_ERRORS,
      REFUSED_BY_SERVICE:
        'a handler or a check of the service refuses the change whose number is told, or somebody has a draft of the row',
      ROW_CHANGED: 'rows are not as `was` says (status 409): `conflicts` has them, as read, as they are and as wanted',
      CONSTRAINT_VIOLATION: 'the database refuses the change whose number is told, from 0',
    },
    limits: [
      'Values are those of `POST /export` in JSON with `values` `exact`, JSON and numbers of many digits as text among them; `was` names at least the columns that change',
      'Tables without a key, views, masked and computed columns are refused',
      BY_SERVICE,
      'A row that somebody has a draft of is changed by `via` `database` alone',
      '1,000 changes',
      'On SAP HANA rows are not changed one by one: import a file with `mode` `update`',
      TIME,
    ],
  },
  'POST /query': {
    about: "Runs one statement of the engine's own SQL that only reads, or tells how it would be run.",
    examples: [
      {
        title: 'A statement',
        input: { sql: 'SELECT count(*) AS films FROM film' },
        answer: { columns: [{ name: 'films' }], rows: [[3]], truncated: false },
      },
      {
        title: 'A statement with a parameter',
        input: { sql: 'SELECT title FROM film WHERE id = :id', parameters: { id: 2 } },
        answer: { rowCount: 1 },
      },
      { title: 'Its plan', input: { sql: 'SELECT title FROM film', plan: true }, answer: { rows: [], rowCount: 0 } },
    ],
    errors: {
      INVALID_PARAMETER: 'a parameter has no value, or a value no parameter',
      FORBIDDEN: 'it is disabled, or the database user has too many privileges',
      INVALID_STATEMENT: "the engine refuses the text, in the engine's own words",
      INSUFFICIENT_PRIVILEGE: 'it does more than read',
      SCHEMA_NOT_ALLOWED: 'it reads what is not open',
      LIMIT_TOO_LARGE: 'it takes too much memory',
    },
    limits: ['10,000 rows and about 4 MB; values of 32,768 characters', TIME],
  },
}

/** What the guides tell of an endpoint, as the OpenAPI document has it; nothing where there is no guide. */

type Named = Pick<Endpoint, 'method' | 'path'>

export const aboutOf = ({ method, path }: Named): string => {
  const about = GUIDES[`${method} ${path}`]?.about
  return about === undefined ? '' : `${about} `
}

/** A value that an example has for a parameter. */
export const exampleOf = ({ method, path }: Named, name: string): JsonObject => {
  const value = GUIDES[`${method} ${path}`]?.examples.find(({ input }) => input[name] !== undefined)?.input[name]
  return value === undefined ? {} : { example: value }
}

export const examplesOf = ({ method, path }: Named, part: (example: Example) => JsonObject): JsonObject => {
  const examples = GUIDES[`${method} ${path}`]?.examples ?? []
  if (examples.length === 0) return {}
  return {
    examples: Object.fromEntries(
      examples.map((example, index) => [`example${index + 1}`, { summary: example.title, value: part(example) }]),
    ),
  }
}
