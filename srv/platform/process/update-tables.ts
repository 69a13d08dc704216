import { DatabaseSync } from 'node:sqlite'

/** A row of SQLite's own list of what there is. */
interface Entry {
  readonly type: string
  readonly name: string
  readonly sql: string
}

interface Column {
  readonly name: string
  readonly type: string
  /** Over 1 where its values are computed. */
  readonly hidden: number
}

/** What a statement makes, and what stands behind its name. */
interface Statement extends Entry {
  readonly body: string
}

const CREATE = /^CREATE (TABLE|VIEW) ("(?:[^"]|"")+"|[^\s("]+)/i
/** A server that is asked to leave may need a moment. */
const PATIENCE_MS = 10_000
/** https://www.sqlite.org/rescode.html#constraint, whichever it is. */
const SQLITE_CONSTRAINT = 19
const NEXT = '~next'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const read = (sql: string): Statement => {
  const text = sql.trim()
  const [head = '', type = '', name = ''] = CREATE.exec(text) ?? []
  if (type === '') throw new Error(`A SQLite file cannot be brought up to date by: ${sql}`)
  const plain = name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
  return { type: type.toLowerCase(), name: plain, body: text.slice(head.length).replace(/;$/, ''), sql }
}

/** Types that differ in their names only, to SQLite: lengths are not enforced, whole numbers are of one kind. */
const kindOf = (type: string): string => {
  if (/CHAR|CLOB/i.test(type)) return 'text'
  return /^(TINY|SMALL|BIG)?INT/i.test(type) ? 'integer' : type.replace(/\(.*/, '').toUpperCase()
}

/** What an update has left as it was. */
export interface Updated {
  /** What is there and was not named, columns as `table.column`. */
  readonly kept: readonly string[]
  /** Rows of tables that now have foreign keys, by a sentence for each table that they refer to. */
  readonly orphans: readonly string[]
}

/**
 * Brings the tables and views of a SQLite file to what statements say, in one transaction. Rows stay, and so do columns and
 * tables that the statements do not name; indexes and triggers of a table that is made again are made again with it.
 *
 * Rows that refer to rows which are not there stay as well: foreign keys hold for what is written from now on.
 *
 * @param statements that would make all tables and views in an empty file.
 * @throws Error when rows do not fit, or a column has another type; nothing is changed then.
 */
export const updateTables = (file: string, statements: readonly string[]): Updated => {
  const database = new DatabaseSync(file, { timeout: PATIENCE_MS, enableForeignKeyConstraints: false })
  const scratch = new DatabaseSync(':memory:')
  try {
    // A table is dropped and another one takes its name: nobody is to follow it.
    database.exec('PRAGMA legacy_alter_table = ON; BEGIN IMMEDIATE')
    const updated = new Update(database, scratch).run(statements.map(read))
    database.exec('COMMIT')
    return updated
  } finally {
    // What is not committed is rolled back.
    scratch.close()
    database.close()
  }
}

class Update {
  readonly #database: DatabaseSync
  readonly #scratch: DatabaseSync
  readonly #kept: string[] = []
  readonly #orphans: string[] = []

  constructor(database: DatabaseSync, scratch: DatabaseSync) {
    this.#database = database
    this.#scratch = scratch
  }

  run(wanted: readonly Statement[]): Updated {
    const [views, tables] = [
      wanted.filter(({ type }) => type === 'view'),
      wanted.filter(({ type }) => type === 'table'),
    ]
    const names = new Set(wanted.map(({ name }) => name.toLowerCase()))
    const others = this.#entries(`type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`)
    this.#kept.push(...others.map(({ name }) => name).filter((name) => !names.has(name.toLowerCase())))
    const present = tables.map(({ name }) => this.#present(name))
    for (const [index, each] of tables.entries()) if (present[index]?.type !== 'table') this.#create(each)
    const changed = tables.filter(
      (each, index) => present[index]?.type === 'table' && this.#change(each, present[index]),
    )
    for (const { name } of changed) this.#check(name)
    for (const each of views) this.#view(each)
    return { kept: this.#kept, orphans: this.#orphans }
  }

  #entries(condition: string, ...values: string[]): Entry[] {
    const statement = this.#database.prepare(`SELECT type, name, sql FROM sqlite_schema WHERE ${condition}`)
    return statement.all(...values) as unknown as Entry[]
  }

  #present(name: string): Entry | undefined {
    return this.#entries(`name = ? COLLATE NOCASE AND type IN ('table', 'view')`, name)[0]
  }

  /** Indexes and triggers; what constraints are made of has no SQL. */
  #companions(name: string): string[] {
    const all = this.#entries(`tbl_name = ? COLLATE NOCASE AND type IN ('index', 'trigger') AND sql IS NOT NULL`, name)
    return all.map(({ sql }) => sql)
  }

  #columns(database: DatabaseSync, name: string): Column[] {
    return database.prepare(`PRAGMA table_xinfo(${quoted(name)})`).all() as unknown as Column[]
  }

  #view({ name, body, sql }: Statement): void {
    const present = this.#present(name)
    if (present?.type === 'table') throw new Error(`${name} is a table with rows, and was to become a view`)
    if (present && read(present.sql).body === body) return
    const companions = this.#companions(name)
    if (present) this.#database.exec(`DROP VIEW ${quoted(name)}`)
    for (const each of [sql, ...companions]) this.#database.exec(each)
  }

  #create({ name, sql }: Statement): void {
    if (this.#present(name)) this.#database.exec(`DROP VIEW ${quoted(name)}`)
    this.#database.exec(sql)
  }

  /** @returns whether there was anything to change. */
  #change(wanted: Statement, present: Entry): boolean {
    const { name } = wanted
    const columns = this.#columns(this.#database, name)
    const next = this.#withKept(wanted, columns)
    if (read(present.sql).body === next) return false
    try {
      this.#replace(name, next, columns)
      return true
    } catch (error) {
      const { errcode = 0, message } = error as { errcode?: number; message: string }
      if ((errcode & 0xff) !== SQLITE_CONSTRAINT) throw error
      throw new Error(`The rows of ${name} do not fit what it is to be: ${message.replaceAll(NEXT, '')}`, {
        cause: error,
      })
    }
  }

  /** What is to stand behind the name of a table, so that it has the columns that were there, too. */
  #withKept({ name, sql }: Statement, columns: readonly Column[]): string {
    this.#scratch.exec(sql)
    const known = new Map(this.#columns(this.#scratch, name).map((each) => [each.name.toLowerCase(), each]))
    for (const column of columns) {
      const now = known.get(column.name.toLowerCase())
      if (now && kindOf(now.type) !== kindOf(column.type))
        throw new Error(`${name}.${column.name} is ${column.type}, and was to become ${now.type}`)
      if (now || column.hidden > 1) continue
      this.#scratch.exec(`ALTER TABLE ${quoted(name)} ADD COLUMN ${quoted(column.name)} ${column.type}`)
      this.#kept.push(`${name}.${column.name}`)
    }
    const made = this.#scratch.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(name) as { sql: string }
    return read(made.sql).body
  }

  /** SQLite has no other way to change constraints. @see https://www.sqlite.org/lang_altertable.html#otheralter */
  #replace(name: string, body: string, columns: readonly Column[]): void {
    const [table, next] = [quoted(name), quoted(name + NEXT)]
    const companions = this.#companions(name)
    this.#database.exec(`CREATE TABLE ${next}${body}`)
    const stored = this.#columns(this.#database, name + NEXT).filter(({ hidden }) => hidden <= 1)
    const before = new Set(columns.map((each) => each.name.toLowerCase()))
    const shared = stored.map((each) => each.name).filter((each) => before.has(each.toLowerCase()))
    const list = shared.map(quoted).join(', ')
    this.#database.exec(`INSERT INTO ${next} (${list}) SELECT ${list} FROM ${table}`)
    this.#database.exec(`DROP TABLE ${table}; ALTER TABLE ${next} RENAME TO ${table}`)
    for (const each of companions) this.#database.exec(each)
  }

  #check(name: string): void {
    const broken = this.#database
      .prepare(`SELECT parent, count(*) AS n FROM pragma_foreign_key_check(?) GROUP BY parent ORDER BY parent`)
      .all(name) as { parent: string; n: number }[]
    for (const { parent, n } of broken)
      this.#orphans.push(`${String(n)} rows of ${name} refer to rows of ${parent} that are not there`)
  }
}
