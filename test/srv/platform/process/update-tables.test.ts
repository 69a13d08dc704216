/** Tables and views of a SQLite file are brought to what they are to be, and no row is lost. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { updateTables } from '../../../../srv/platform/process/update-tables.ts'

const FILM = 'CREATE TABLE Film (\n  ID INTEGER NOT NULL,\n  title NVARCHAR(200),\n  PRIMARY KEY(ID)\n);'
const LINK =
  'CREATE TABLE Link (\n  ID INTEGER NOT NULL,\n  film_ID INTEGER,\n  note NVARCHAR(5) NOT NULL,\n  PRIMARY KEY(ID)\n);'
const VIEW = 'CREATE VIEW Films AS SELECT\n  Film.ID,\n  Film.title\nFROM Film;'

const folder = mkdtempSync(join(tmpdir(), 'saga-'))
const file = join(folder, 'some.sqlite')
afterEach(() => {
  rmSync(file, { force: true })
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const sql = (text: string): Record<string, unknown>[] => {
  const database = new DatabaseSync(file)
  try {
    return database
      .prepare(text)
      .all()
      .map((row) => ({ ...row }))
  } finally {
    database.close()
  }
}
const everything = (): unknown => [
  sql('SELECT type, name, sql FROM sqlite_schema ORDER BY name'),
  sql('SELECT * FROM Film ORDER BY 1'),
  sql('SELECT * FROM Link ORDER BY 1'),
]

beforeEach(() => {
  updateTables(file, [FILM, LINK, VIEW])
  const database = new DatabaseSync(file)
  database.exec(`INSERT INTO Film VALUES (1, 'Edited'), (2, NULL); INSERT INTO Link VALUES (1, 1, 'a'), (2, 9, 'b');
    CREATE INDEX by_title ON Film (title); CREATE TABLE Own (a); CREATE VIEW OwnView AS SELECT title FROM Films;
    CREATE TRIGGER heard AFTER UPDATE ON Film BEGIN INSERT INTO Own VALUES (new.title); END;
    CREATE TRIGGER through INSTEAD OF DELETE ON Films BEGIN DELETE FROM Film WHERE ID = old.ID; END`)
  database.close()
})

test('the same again changes nothing', () => {
  const [{ schema_version: before } = {}] = sql('PRAGMA schema_version')
  expect(updateTables(file, [FILM, LINK, VIEW])).toEqual({ kept: ['Own'], orphans: [] })
  expect(sql('PRAGMA schema_version')).toEqual([{ schema_version: before }])
})

test('columns, tables and constraints are added; rows, indexes, triggers and what others have made stay', () => {
  const film = FILM.replace('  PRIMARY', '  box_office DECIMAL(9, 2) DEFAULT 7,\n  PRIMARY').replace(
    ')\n);',
    '),\n  UNIQUE (title)\n);',
  )
  const view = VIEW.replace('Film.title', 'Film.title,\n  Film.box_office')
  const moon = 'CREATE TABLE Moon (ID INTEGER);'
  updateTables(file, [film, LINK, moon, view])
  expect(sql('SELECT * FROM Films')).toEqual([
    { ID: 1, title: 'Edited', box_office: 7 },
    { ID: 2, title: null, box_office: 7 },
  ])
  expect(sql('SELECT * FROM Moon')).toEqual([])
  expect(() => sql(`INSERT INTO Film VALUES (3, 'Edited', 1)`)).toThrow('UNIQUE')
  sql(`UPDATE Film SET title = 'Heard' WHERE ID = 1`)
  sql('DELETE FROM Films WHERE ID = 2')
  expect(sql('SELECT * FROM Own')).toEqual([{ a: 'Heard' }])
  expect(sql('SELECT * FROM OwnView')).toEqual([{ title: 'Heard' }])
  expect(sql(`SELECT name FROM sqlite_schema WHERE name IN ('by_title', 'OwnView')`)).toHaveLength(2)
  const before = everything()
  updateTables(file, [film, LINK, moon, view])
  expect(everything()).toEqual(before)
})

test('columns that are not named any more stay and may be left empty, and so do tables; both are told', () => {
  const link = LINK.replace('  note NVARCHAR(5) NOT NULL,\n', '')
  expect(updateTables(file, [link])).toEqual({ kept: ['Film', 'Own', 'Link.note'], orphans: [] })
  sql('INSERT INTO Link (ID) VALUES (3)')
  expect(sql('SELECT note FROM Link ORDER BY ID')).toEqual([{ note: 'a' }, { note: 'b' }, { note: null }])
  expect(updateTables(file, [link])).toEqual({ kept: ['Film', 'Own', 'Link.note'], orphans: [] })
  updateTables(file, [FILM, LINK.replace(' NOT NULL,\n  PRIMARY', ',\n  PRIMARY')])
  expect(sql('SELECT note FROM Link ORDER BY ID')).toHaveLength(3)
})

test.each([
  ['a longer text', 'NVARCHAR(200)', 'NCLOB'],
  ['a shorter one, which SQLite does not enforce', 'NVARCHAR(200)', 'NVARCHAR(2)'],
])('%s is taken', (_, from, to) => {
  updateTables(file, [FILM.replace(from, to), LINK, VIEW])
  expect(sql('SELECT title FROM Film')).toEqual([{ title: 'Edited' }, { title: null }])
})

test.each([
  [
    'another type',
    [FILM.replace('NVARCHAR(200)', 'INTEGER')],
    'Film.title is NVARCHAR(200), and was to become INTEGER',
  ],
  ['a new column that must not be empty', [FILM.replace('  PRIMARY', '  x INTEGER NOT NULL,\n  PRIMARY')], 'NOT NULL'],
  [
    'a key that is not unique',
    [LINK.replace('(ID)', '(note2)').replace('  note', '  note2 TEXT DEFAULT 1,\n  note')],
    'UNIQUE',
  ],
  ['a view in the place of a table', ['CREATE VIEW Link AS SELECT 1 AS a;'], 'Link is a table with rows'],
  ['something else', ['DROP TABLE Film'], 'cannot be brought up to date by: DROP TABLE Film'],
])('%s is refused, and nothing is changed', (_, statements, message) => {
  const before = everything()
  expect(() => updateTables(file, ['CREATE TABLE Moon (ID INTEGER);', ...statements])).toThrow(message)
  expect(everything()).toEqual(before)
})

test('references to what is not there stay and are told of; new ones are refused', () => {
  const link = LINK.replace(')\n);', '),\n  FOREIGN KEY(film_ID) REFERENCES Film(ID)\n);')
  const orphans = ['1 rows of Link refer to rows of Film that are not there']
  expect(updateTables(file, [FILM, link, VIEW])).toEqual({ kept: ['Own'], orphans })
  expect(sql('SELECT film_ID FROM Link ORDER BY ID')).toEqual([{ film_ID: 1 }, { film_ID: 9 }])
  expect(() => sql(`INSERT INTO Link VALUES (3, 8, 'c')`)).toThrow('FOREIGN KEY')
  sql(`UPDATE Link SET note = 'x' WHERE film_ID = 9`)
  sql('DELETE FROM Link WHERE film_ID = 9')
  expect(sql('SELECT count(*) AS n FROM Link')).toEqual([{ n: 1 }])
})

test('references that hold come to be watched, though the referenced table is made again, too', () => {
  sql('DELETE FROM Link WHERE ID = 2')
  const film = FILM.replace('  PRIMARY', '  more INTEGER,\n  PRIMARY')
  updateTables(file, [film, LINK.replace(')\n);', '),\n  FOREIGN KEY(film_ID) REFERENCES Film(ID)\n);'), VIEW])
  expect(() => sql('DELETE FROM Film WHERE ID = 1')).toThrow('FOREIGN KEY')
  updateTables(file, [FILM, LINK, VIEW])
  expect(sql('SELECT count(*) AS n FROM Link')).toEqual([{ n: 1 }])
})

test('a view may become a table', () => {
  updateTables(file, [FILM, LINK, 'CREATE TABLE Films (ID INTEGER);'])
  expect(sql('SELECT * FROM Films')).toEqual([])
})
