/**
 * What the commands of the documents promise. One that is not here promises to end well; one with a gap to fill in has to be
 * here. `npm run test:bare` tries them in a clone in which nothing but `npm install` has run.
 */

interface How {
  /** What is typed instead, where the document leaves a gap or means another machine. */
  readonly as?: string
  /** Where: the clone, or a copy of what `npm run build` has made. */
  readonly in?: 'clone' | 'image'
  /** Whether a PostgreSQL is there, as its profile expects it. */
  readonly onPostgres?: boolean
}

export type Promised =
  /** Ends well, and says so. */
  | (How & { readonly says?: RegExp })
  /** Answers 200 at a path within half a minute, and complains of nothing. */
  | (How & { readonly serves: string; readonly listening?: RegExp })
  /** A request to the server: the status of its answer. */
  | (How & { readonly answers: number })
  /** Cannot be tried here, and why. */
  | { readonly untried: string }

const step = (name = ''): Promised => ({ untried: `a step of .ci/run in a clone like this one${name && `: ${name}`}` })
const foreign = (system: string): Promised => ({ untried: `wants ${system}` })

const LANDING = '/'
const READY = '/ready'

export const PROMISES: Readonly<Record<string, Promised>> = {
  'npm install && npm start': { serves: LANDING },
  'npm start': { serves: '/odata/v4/SagaFilm/Film' },
  'npm run watch': { serves: LANDING },
  // Wherever it is installed: see the tests of it.
  'cds watch': { as: 'npx cds watch', serves: '/cockpit/' },
  'npm run start:pg': { serves: '/odata/v4/SagaFilm/Film' },
  'npx cds deploy --profile sqlite': { says: /successfully deployed/ },
  'npm start -- --profile sqlite': { serves: READY },
  'npx cds deploy --profile pg': { says: /successfully deployed/, onPostgres: true },
  'npm start -- --profile pg': { serves: READY, onPostgres: true },
  'cds deploy': { as: 'npx cds deploy --profile pg', says: /successfully deployed/, onPostgres: true },
  'npm run pack:dba': { says: /\.tgz/ },
  'npm run pack:read-cache': { says: /\.tgz/ },
  'npm run pack:indexes': { says: /\.tgz/ },
  'npm run data -- --check': {},
  'npm run data': { says: /files, 0 changed/ },

  "curl 'http://localhost:4004/odata/v4/SagaFilm/Film?$select=title,release_date&$orderby=release_date&$top=3'": {
    answers: 200,
  },
  "curl -u viewer:viewer 'http://localhost:4004/api/v1/tables?schema=main&pattern=saga_*'": { answers: 200 },
  'curl -u operator:operator -H \'Content-Type: application/json\' -d \'{"table":"saga_People","columns":"name,mass"}\' localhost:4004/api/v1/dataProfile':
    { answers: 200 },

  'npx jest test/srv/platform/odata/http/paging/pages.test.ts': { says: /Tests: .* passed/ },
  "npx jest test/srv/admin/operations/transfer -t 'export'": { says: /Tests: .* passed/ },
  'npx jest <file> --globals \'{"IS_LONG":true}\'': {
    as: 'npx jest test/srv/platform/process/settings.test.ts --globals \'{"IS_LONG":true}\'',
    says: /Tests: .* passed/,
  },
  'npm test': step(),
  'npm run test:long': step(),
  'npm run test:alone': step(),
  'npm run test:image': step(),
  'npm run test:package': step(),
  'npm run types': step(),
  'npm run types && npm run lint': step('both'),
  'npm run ui5': step(),
  "npx jest --testMatch '**/test/app/films.ui.ts' --runInBand": step('npm run test:ui, which sees to the browser'),
  '.ci/run': { untried: 'runs this' },
  'npm run test:bare': { untried: 'is this' },
  'npm run bench': { untried: 'measures for an hour' },
  'apt-get install chromium-headless-shell': foreign('Debian and its administrator; .ci/run does it'),

  'npm ci --omit=dev': { in: 'image' },
  'node srv/platform/process/deploy-database.ts': { in: 'image', onPostgres: true },
  'node srv/platform/process/deploy-database.ts && npm start': { in: 'image', serves: READY, onPostgres: true },
  'node srv/platform/identity/hash-password.ts < password.txt': {
    as: 'node srv/platform/identity/hash-password.ts <<< "a long secret"',
    says: /scrypt\$/,
  },
  'node srv/platform/process/backup-database.ts save /backups/saga.sqlite --profile sqlite': {
    as: 'node srv/platform/process/backup-database.ts save backup.sqlite --profile sqlite',
  },
  'node srv/platform/process/backup-database.ts restore /backups/saga.sqlite --profile sqlite': {
    as: 'node srv/platform/process/backup-database.ts restore backup.sqlite --profile sqlite',
  },
  'sqlite3 saga.sqlite "VACUUM INTO \'…\'"': foreign("SQLite's own shell"),
  'pg_dump --format=custom --file=saga.dump saga': foreign("PostgreSQL's tools: test/deploy/postgres-backup.test.ts"),
  'createdb --owner=saga restored': foreign("PostgreSQL's tools: test/deploy/postgres-backup.test.ts"),
  'pg_restore --exit-on-error --single-transaction --no-owner --role=saga --dbname=restored saga.dump': foreign(
    "PostgreSQL's tools: test/deploy/postgres-backup.test.ts",
  ),
  'npm run deploy': { in: 'image', onPostgres: true },
  'cds deploy --to hana': foreign('a SAP HANA'),
  [`docker run -d --name hxe -p 39017:39017 -p 39041:39041 --ulimit nofile=1048576:1048576 --hostname hxe saplabs/hanaexpress --agree-to-sap-license --dont-check-system --dont-check-mount-points --master-password '<password>'`]:
    foreign('Docker'),
  [`echo '{"host":"127.0.0.1","port":39041,"user":"SYSTEM","password":"<password>"}' > hxe.json`]:
    foreign('a SAP HANA'),
  [`echo '{"host":"….hanacloud.ondemand.com","port":443,"user":"DBADMIN","password":"<password>","encrypt":true}' > cloud.json`]:
    foreign('a SAP HANA'),
  'npm run check:hana -- --credentials hxe.json': foreign('a SAP HANA'),
  'npm run check:hana -- --credentials cloud.json': foreign('a SAP HANA'),
  'npm run check:hana': foreign('a SAP HANA'),
  'npm run check:hana -- --credentials service-key.json': foreign('a SAP HANA'),
  'mbt build': foreign("SAP's build tool"),
  'cf deploy mta_archives/saga_0.1.0.mtar': foreign('Cloud Foundry'),
  'cf deploy mta_archives/saga_0.1.0.mtar -e deploy/ias.mtaext': foreign('Cloud Foundry'),
  'xs deploy mta_archives/saga_0.1.0.mtar -e deploy/xsa.mtaext': foreign('XS advanced'),
  'docker build -f deploy/Dockerfile -t saga .': foreign('Docker: npm run test:image replays it'),
  'docker run --rm --interactive saga node srv/platform/identity/hash-password.ts < password.txt': foreign('Docker'),
  'docker compose -f deploy/compose.yaml up --build --detach': foreign('Docker: npm run test:image replays it'),
  'docker compose -f deploy/compose.yaml exec postgres pg_dump -U postgres --format=custom saga > saga.dump':
    foreign('Docker'),

  'npm add ./cds-dba-0.1.0.tgz': foreign('an application of others: npm run test:package adds it there'),
  'npm add ./cds-read-cache-0.1.0.tgz': foreign('an application of others'),
  'npm add ./cds-indexes-0.1.0.tgz': foreign('an application of others: npm run test:package'),
  'npx cds-indexes --sql': foreign('an application of others: npm run test:package'),
  'npx cds-indexes': foreign('an application of others: npm run test:package'),
  'npx cds-indexes drop': foreign('an application of others: npm run test:package'),
  'npx cds-indexes --sql --concurrently | psql': foreign('an application of others, and psql'),
  'cds add dba': foreign('an application of others: npm run test:package'),
  'curl -u dba: http://localhost:4004/api/v1/dbInfo': foreign('an application of others: npm run test:package'),
  'curl -u dba: http://localhost:4004/api/v1/openapi.json': foreign('an application of others: npm run test:package'),
  'cds bind --exec -- npx cds-dba drift': foreign('a service on Cloud Foundry'),
  'npx cds-dba --help': foreign('an application of others: npm run test:package'),
  "npx cds-dba export my_shop_Books --where 'stock < 5' -o books.csv": foreign('an application of others'),
  'npx cds-dba call dataProfile table=my_shop_Books columns=price --json': foreign('an application of others'),
  'unzip -l shop.dump.zip': foreign('a dump, and tools of the system'),
  "unzip -p shop.dump.zip manifest.json | jq '.tables[] | {name, rows, part}'": foreign(
    'a dump, and tools of the system',
  ),
  'unzip -p shop.dump.zip rows/2-film.csv | head -3': foreign('a dump, and tools of the system'),
  'unzip -p shop.dump.zip rows/2-film.csv | sha256sum': foreign('a dump, and tools of the system'),
  [`unzip -p shop.dump.zip manifest.json | jq -r '.statements[].sql + ";"'`]: foreign(
    'a dump, and tools of the system',
  ),
  'npm add @modelcontextprotocol/server': foreign('an application of others'),
  'curl -u dba: -H \'Content-Type: application/json\' -H \'Accept: application/json, text/event-stream\' -d \'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\' http://localhost:4004/api/v1/mcp':
    foreign('an application of others'),

  'npm run dev --prefix app/cockpit': {
    as: 'npm run dev --prefix app/cockpit -- --port 0 --host 127.0.0.1',
    serves: LANDING,
    listening: /Local:\s+http:\/\/127\.0\.0\.1:(\d+)/,
  },
}
