import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MODEL = `
namespace shop;
using { managed } from '@sap/cds/common';
entity Books : managed { key ID : Integer; title : localized String; stock : Integer; author : Association to Authors }
entity Authors { key ID : Integer; name : String; books : Association to many Books on books.author = $self }
entity Notes { key ID : Integer; text : String; owner : String; until : Timestamp }
entity Pinned { key ID : Integer; text : String }
entity Late as select from Notes where until > $now;
`

const SERVICES = `
using shop from '../db/schema';
@requires: 'any'
service Counter @(path: 'shop') {
  @cds.redirection.target entity Books as projection on shop.Books;
  @cds.redirection.target entity Authors as projection on shop.Authors;
  @restrict: [{ grant: 'READ', where: (owner = $user) }, { grant: 'WRITE' }]
  entity Notes as projection on shop.Notes;
  @cache: false entity Pinned as projection on shop.Pinned;
  entity Late as projection on shop.Late;
  @restrict: [{ grant: 'READ', where: (until > $now) }]
  entity Current as projection on shop.Notes;
  entity Handled as projection on shop.Books;
  @cache: true entity Vouched as projection on shop.Books;
  @cds.persistence.skip entity Made { key ID : Integer; at : String }
  @odata.draft.enabled entity Drafted as projection on shop.Pinned;
  function whoami() returns String;
  function count() returns Integer;
  action restock(by : Integer);
}
`

const HANDLERS = `
import cds from '@sap/cds'
let handled = 0, made = 0, vouched = 0
export default class Counter extends cds.ApplicationService {
  async init() {
    this.after('READ', 'Handled', (rows) => { for (const each of [rows].flat()) each.stock = ++handled })
    this.after('READ', 'Vouched', (rows) => { vouched++; for (const each of [rows].flat()) each.stock = vouched })
    this.on('READ', 'Made', () => [{ ID: ++made, at: 'now' }])
    this.on('whoami', (req) => req.user.id)
    this.on('count', () => SELECT.one\`count(*) as n\`.from('shop.Books').then(({ n }) => n))
    this.on('restock', ({ data }) => UPDATE('shop.Books').with({ stock: { '+=': data.by } }))
    return super.init()
  }
}
`

/** A login of the application's own: whoever \`x-user\` says, in the roles of \`x-roles\`. */
const LOGIN = `
import cds from '@sap/cds'
export default (req, res, next) => {
  const { 'x-user': id = 'anonymous', 'x-roles': roles = '', 'x-level': level } = req.headers
  cds.context.user = new cds.User({ id, roles: roles.split(','), attr: { level } })
  next()
}
`

const SERVER = `
import cds from '@sap/cds'
cds.on('bootstrap', (app) => app.get('/cache-hits', (_, res) => res.send(String(cds.cache?.statistics().hits))))
export default cds.server
`

const DATA: Readonly<Record<string, string>> = {
  'shop-Books.csv': 'ID,title,stock,author_ID\n1,Fog,1,10\n2,Hail,2,10\n3,Snow,3,11\n',
  'shop-Books.texts.csv': 'ID,locale,title\n1,de,Nebel\n',
  'shop-Authors.csv': 'ID,name\n10,Ada\n11,Bo\n',
  'shop-Notes.csv': 'ID,text,owner,until\n1,first,ada,2999-01-01T00:00:00Z\n2,second,bo,2999-01-01T00:00:00Z\n',
  'shop-Pinned.csv': 'ID,text\n1,pinned\n',
}

/** An application that has the cache, and knows nothing of this project; to be removed. */
export interface CachedHost {
  readonly folder: string
  /** The environment for a database, and for the cache, besides the application's own settings. */
  env(requires: object): Record<string, string>
  remove(): void
}

/** @param root of this project, whose packages it has. */
export const createCachedHost = (root: string): CachedHost => {
  const folder = mkdtempSync(join(tmpdir(), 'cached-host-'))
  const write = (file: string, text: string): void => {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write('db/schema.cds', MODEL)
  write('srv/shop.cds', SERVICES)
  write('srv/shop.js', HANDLERS)
  write('login.js', LOGIN)
  write('server.js', SERVER)
  for (const [name, text] of Object.entries(DATA)) write(`db/data/${name}`, text)
  const dependencies = { '@sap/cds': '*', 'cds-read-cache': '*' }
  write('package.json', JSON.stringify({ name: 'cached-host', type: 'module', dependencies }))
  const modules = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(modules))
    if (!name.startsWith('.') && name !== 'cds-read-cache')
      symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  symlinkSync(join(root, 'srv/read-cache'), join(folder, 'node_modules/cds-read-cache'))
  const auth = { kind: 'custom', impl: 'login.js' }
  return {
    folder,
    env: (requires) => ({ CDS_CONFIG: JSON.stringify({ requires: { auth, ...requires } }), CDS_ENV: 'development' }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
