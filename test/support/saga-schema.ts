import { execute, type TestEngine } from './engines.ts'

/** A name that breaks out of careless SQL. */
export const ODD = 'a"; DROP TABLE film'

/** Words in which the engines differ. */
const WORDS = {
  sqlite: {
    number: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    trigger: (name: string, table: string, note: string) =>
      `CREATE TRIGGER "${name}" AFTER INSERT ON "${table}" BEGIN INSERT INTO note (text) VALUES ('${note}'); END`,
  },
  postgres: {
    number: 'SERIAL PRIMARY KEY',
    trigger: (name: string, table: string, note: string) =>
      `CREATE TRIGGER "${name}" AFTER INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION take_note('${note}')`,
  },
} as const

const TAKE_NOTE = `CREATE FUNCTION take_note() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN EXECUTE format('INSERT INTO %I.note (text) VALUES (%L)', TG_TABLE_SCHEMA, TG_ARGV[0]); RETURN NULL; END $$`

/** Tables, views and triggers of every kind that the engines share, in the current schema. */
export const makeSagaSchema = async ({ database, dialect }: TestEngine): Promise<void> => {
  const words = WORDS[dialect.engine === 'sqlite' ? 'sqlite' : 'postgres']
  const odd = dialect.quote(ODD)
  await execute(
    database,
    `CREATE TABLE note (id ${words.number}, text VARCHAR(100))`,
    ...(dialect.engine === 'postgres' ? [TAKE_NOTE] : []),
    `CREATE TABLE planet (id VARCHAR(10) NOT NULL PRIMARY KEY, name VARCHAR(50) DEFAULT 'unknown', moons INTEGER CHECK (moons >= 0),
       UNIQUE (name))`,
    `CREATE TABLE person (id INTEGER NOT NULL PRIMARY KEY, home VARCHAR(10) REFERENCES planet (id) ON DELETE SET NULL,
       parent INTEGER, height INTEGER, double_height INTEGER GENERATED ALWAYS AS (height * 2) STORED,
       CONSTRAINT person_parent FOREIGN KEY (parent) REFERENCES person (id))`,
    `CREATE INDEX person_by_height ON person (height DESC, id) WHERE height > 0`,
    `CREATE UNIQUE INDEX odd_index ON person (parent, home)`,
    `CREATE TABLE ${odd} (${odd} INTEGER NOT NULL PRIMARY KEY, planet VARCHAR(10), FOREIGN KEY (planet) REFERENCES planet (id))`,
    // Made in an order that is not that of the alphabet.
    `CREATE VIEW tall AS SELECT id, home, height FROM person WHERE height > 100`,
    `CREATE VIEW at_home AS SELECT t.id, p.name FROM tall AS t JOIN planet AS p ON p.id = t.home`,
    `CREATE VIEW strange AS SELECT ${odd} AS number FROM ${odd}`,
    words.trigger('note person', 'person', 'a person'),
    `INSERT INTO note (text) VALUES ('first'), ('second'), ('third')`,
    `DELETE FROM note WHERE text = 'third'`,
    `INSERT INTO planet (id, name, moons) VALUES ('p1', 'Tatooine', 3), ('p2', 'Hoth', NULL)`,
    // The first one refers to the second.
    `INSERT INTO person (id, home, parent, height) VALUES (2, 'p1', NULL, 180)`,
    `INSERT INTO person (id, home, parent, height) VALUES (1, 'p2', 2, 90), (3, NULL, 2, 150)`,
    `INSERT INTO ${odd} VALUES (7, 'p1'), (8, NULL)`,
  )
}
