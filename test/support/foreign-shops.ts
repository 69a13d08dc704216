/** Small shops, as somebody else might have written them: the same model in different kinds of project. */

const MODEL = `
namespace shop;
using { managed } from '@sap/cds/common';

entity Books : managed {
  key ID    : Integer;
  title     : String(111) @mandatory;
  stock     : Integer;
  author    : Association to Authors;
  chapters  : Composition of many Chapters on chapters.book = $self;
}
entity Authors : managed {
  key ID    : Integer;
  name      : String(111);
  @PersonalData.IsPotentiallySensitive
  born      : Date;
}
entity Chapters {
  key ID    : Integer;
  title     : String(111);
  book      : Association to Books;
}
`

const services = (isDraft: boolean): string => `
using shop from '../db/schema';

@requires: 'admin'
service AdminService {
  ${isDraft ? '@odata.draft.enabled' : ''}
  entity Books as projection on shop.Books;
  entity Authors as projection on shop.Authors;
}
service CatalogService {
  @readonly entity Books as projection on shop.Books { *, author.name as writer } excluding { createdBy, modifiedBy };
  function stock() returns Integer;
}
`

const BOOKS = [
  'ID,title,stock,author_ID',
  '1,The Wind,12,10',
  '2,The Rain,0,10',
  '3,"Snow, and Ice",7,11',
  '4,Fog,333,12',
  '5,Hail,,11',
  '',
].join('\n')
const AUTHORS = ['ID,name,born', '10,Ada Blum,1901-02-03', '11,Bo Cerny,1921-11-30', '12,Cy Dahl,1950-06-15', ''].join(
  '\n',
)
const CHAPTERS = ['ID,title,book_ID', '100,Breeze,1', '101,Gale,1', '102,Drizzle,2', ''].join('\n')

const common = (isDraft: boolean): Record<string, string> => ({
  'db/schema.cds': MODEL,
  'srv/services.cds': services(isDraft),
  'db/data/shop-Books.csv': BOOKS,
  'db/data/shop-Authors.csv': AUTHORS,
  'db/data/shop-Chapters.csv': CHAPTERS,
})

const manifest = (rest: object): string => JSON.stringify({ name: 'shop', version: '1.0.0', private: true, ...rest })

/** CommonJS on CAP 9, with the middlewares and the 404 of its own that such projects have. */
export const COMMONJS_SHOP: Readonly<Record<string, string>> = {
  ...common(false),
  'package.json': manifest({
    dependencies: { '@sap/cds': '^9.8', '@cap-js/sqlite': '^2', express: '^4' },
    // The other driver comes with its binaries from here on; those before have to be compiled where they are installed.
    overrides: { 'better-sqlite3': '^13' },
    cds: { requires: { db: { kind: 'sqlite', driver: 'node' } } },
  }),
  'server.js': `
const cds = require('@sap/cds')
cds.on('bootstrap', (app) => app.get('/hello', (_, res) => res.type('text').send('hello')))
cds.on('served', () => {
  cds.app.use((_, res) => res.status(404).type('text').send('not here'))
})
module.exports = cds.server
`,
  'srv/services.js': `
const cds = require('@sap/cds')
module.exports = class CatalogService extends cds.ApplicationService {
  init() {
    this.on('stock', async () => (await SELECT.one\`sum(stock) as sum\`.from('shop.Books')).sum)
    return super.init()
  }
}
`,
}

/** TypeScript that Node runs as it is, with drafts, on CAP 10. */
export const TYPESCRIPT_SHOP: Readonly<Record<string, string>> = {
  ...common(true),
  'package.json': manifest({
    type: 'module',
    dependencies: { '@sap/cds': '^10', '@cap-js/sqlite': '^3' },
    devDependencies: { typescript: '^6', '@cap-js/cds-types': '*', '@types/node': '^24', '@types/express': '^5' },
    cds: { requires: { db: 'sqlite' } },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ module: 'NodeNext', target: 'ES2024', noEmit: true, strict: true, skipLibCheck: false, types: ['node'] },
      ...{ allowImportingTsExtensions: true, erasableSyntaxOnly: true },
      // What the script of that package would link, which is not run here.
      paths: { '@sap/cds': ['./node_modules/@cap-js/cds-types/dist/cds-types.d.ts'] },
    },
    include: ['srv'],
  }),
  'srv/services.ts': `
import cds from '@sap/cds'
export class CatalogService extends cds.ApplicationService {
  async init() {
    this.on('stock', async () => {
      const [{ sum }] = await cds.run('select sum(stock) as "sum" from shop_Books') as [{ sum: number }]
      return sum
    })
    return super.init()
  }
}
`,
}
