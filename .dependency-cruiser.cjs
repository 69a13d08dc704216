/**
 * Who may import whom. One way: server → guard → identity → odata | admin/http → operations → dialects → database,
 * with core as the floor. `test/fences.test.ts` plants one wrong import per rule and sees that rule fire.
 */

const ENTRANCES = '^srv/(server|[^/]+-service)\\.ts$'
/** Started by themselves: threads, and what is run by hand. */
const WORKERS = '/worker\\.ts$'
const COMMANDS =
  '^srv/(platform/(identity/hash-password|process/(deploy|backup)-database)|admin/cli/bin|indexes/bin)\\.ts$'
/** Loaded by CAP, as the configuration tells. */
const CONFIGURED =
  '^srv/(platform/(postgres/postgres|sqlite/sqlite)-service\\.ts|init\\.(js|ts)|(admin|read-cache|indexes)/cds-plugin\\.ts)$'
const BROWSER = '^srv/platform/openapi/page/'
const DOORS = [
  '^srv/(platform/)?[^/]+/index\\.ts$',
  '^srv/platform/cap/',
  '^srv/admin/shared/index\\.ts$',
  '^srv/read-cache/recent-map\\.ts$',
]
const CAP = '(^|/)node_modules/@sap/cds/'
const EXPRESS = '(^|/)node_modules/express/'
const PACKAGES = '(^|/)node_modules/'
const DRIVERS = ['^(node:)?sqlite$', '(^|/)node_modules/(pg|pg-[^/]+|hdb|sqlite3|better-sqlite3|@sap/hana-client)/']
const FLOOR = '^srv/admin/core/'
const INTERFACES = ['^srv/admin/dialects/[^/]+\\.ts$', '^srv/admin/database/(session|lower-priority)\\.ts$']

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle has no first file to read, and no part that can be taken out.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circles-of-rooms',
      comment: 'Rooms that need each other are one room.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^srv/((platform|data)(/|$)|admin/[^/]+$)' },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody imports and that imports nobody is forgotten.',
      severity: 'error',
      from: { orphan: true, path: '^(db|app|test)/', pathNot: '\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'no-dead-files',
      comment: 'What the server never reaches is not served, however well it is tested.',
      severity: 'error',
      from: { path: [ENTRANCES, WORKERS, COMMANDS, CONFIGURED] },
      to: {
        path: '^srv/',
        pathNot: [ENTRANCES, WORKERS, COMMANDS, CONFIGURED, BROWSER, '^srv/(server|start)\\.js$'],
        reachable: false,
      },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that leads nowhere fails at run time, in Node as in a container.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^#cds-models/' },
    },
    {
      name: 'no-development-packages',
      comment: 'A production install leaves development dependencies out; packages nobody declared may vanish any day.',
      severity: 'error',
      from: { path: '^srv/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'models-are-types',
      comment:
        'The generated models are not in the image and not there before `npm run types`: they give types, not values.',
      severity: 'error',
      from: { path: '^srv/' },
      to: { path: '@?cds-models/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'served-code-is-in-srv',
      comment: 'The image holds srv/ only: what lies in db/, app/ or test/ is not there when the server runs.',
      severity: 'error',
      from: { path: '^srv/' },
      to: { path: '^(db|app|test)/' },
    },
    {
      name: 'db-looks-up-to-nobody',
      comment: 'What exists does not depend on how it is served or shown.',
      severity: 'error',
      from: { path: '^db/' },
      to: { path: '^(srv|app|test)/' },
    },
    {
      name: 'one-door',
      comment:
        'A room of srv/ is entered through its door, so that its inside can change freely. What lies in cap/ has no inside.',
      severity: 'error',
      from: { path: '^srv/((?:platform/)?[^/]+)' },
      to: { path: '^srv/[^/]+/', pathNot: ['^srv/$1/', ...DOORS] },
    },
    {
      name: 'platform-is-below',
      comment: 'What makes this server differ from CAP as it comes knows nothing of the application that it serves.',
      severity: 'error',
      from: { path: '^srv/platform/' },
      // A package like any other: what processes share is there for every application.
      to: {
        path: '^srv/(?!platform/)',
        pathNot: '^srv/(admin/shared/index|indexes/index|read-cache/(index|recent-map))\\.ts$',
      },
    },
    {
      name: 'entrances-only-wire',
      comment: 'The server and the services join CAP and the rooms; whatever needs a package or more is a room.',
      severity: 'error',
      from: { path: ENTRANCES },
      to: { path: PACKAGES, pathNot: CAP, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'admin-stands-alone',
      comment: 'The administration API knows nothing of films, so that it could serve any CAP application.',
      severity: 'error',
      from: { path: '^srv/admin/' },
      to: { path: ['^srv/(?!admin/)', '@?cds-models/'] },
    },
    {
      name: 'read-cache-stands-alone',
      comment: 'The cache of answers knows no other room, so that it could serve any CAP application.',
      severity: 'error',
      from: { path: '^srv/read-cache/' },
      to: { path: ['^srv/(?!read-cache/)', '@?cds-models/'] },
    },
    {
      name: 'indexes-stand-alone',
      comment: 'The indexes for associations know no other room, so that any CAP application can have them.',
      severity: 'error',
      from: { path: '^srv/indexes/' },
      to: { path: ['^srv/(?!indexes/)', '@?cds-models/'] },
    },
    {
      name: 'http-knows-no-database',
      comment: 'The HTTP side hands requests to operations: SQL, connections and CAP stay behind them.',
      severity: 'error',
      from: { path: '^srv/admin/http/' },
      to: { path: ['^srv/admin/(dialects|database)/', CAP] },
    },
    {
      name: 'operations-see-interfaces',
      comment: 'An operation works on every engine and under every server because it knows neither.',
      severity: 'error',
      from: { path: '^srv/admin/operations/' },
      to: {
        path: ['^srv/', CAP, EXPRESS],
        pathNot: ['^srv/admin/operations/', '^srv/admin/config\\.ts$', FLOOR, ...INTERFACES],
      },
    },
    {
      name: 'operations-are-rooms',
      comment:
        'An operation can be read, changed and removed alone: what two of them share belongs to core/, to comparison/ or validation/, or beside them.',
      severity: 'error',
      from: { path: '^srv/admin/operations/([^/]+)/([^/.]+)' },
      to: {
        path: '^srv/admin/operations/[^/]+/',
        pathNot: ['^srv/admin/operations/$1/$2(/|\\.ts$)', '^srv/admin/operations/(comparison|validation)/'],
      },
    },
    {
      name: 'dialects-are-strangers',
      comment: 'An engine is added or removed as one folder; what dialects share is in dialect.ts or core/.',
      severity: 'error',
      from: { path: '^srv/admin/dialects/([^/]+)/' },
      to: { path: '^srv/admin/dialects/[^/]+/', pathNot: '^srv/admin/dialects/$1/' },
    },
    {
      name: 'dialects-are-text',
      comment: 'A dialect writes SQL and reads catalog rows: it opens nothing, so it is tested without an engine.',
      severity: 'error',
      from: { path: '^srv/admin/dialects/' },
      to: {
        path: ['^srv/', PACKAGES],
        pathNot: ['^srv/admin/dialects/', '^srv/admin/database/session\\.ts$', FLOOR],
      },
    },
    {
      name: 'databases-are-connections',
      comment: 'A connection runs the statements it is given: it knows no SQL of its own and nobody above it.',
      severity: 'error',
      from: { path: '^srv/admin/database/' },
      to: { path: '^srv/admin/', pathNot: ['^srv/admin/database/', '^srv/admin/config\\.ts$', FLOOR] },
    },
    {
      name: 'databases-are-strangers',
      comment: 'A machine without one engine still serves the others.',
      severity: 'error',
      from: { path: '^srv/admin/database/([^/]+)/' },
      to: { path: '^srv/admin/database/[^/]+/', pathNot: '^srv/admin/database/$1/' },
    },
    {
      name: 'private-parts-in-cap',
      comment:
        'What CAP does not publish changes with any version: one room knows it, and its tests name what has changed.',
      severity: 'error',
      from: { path: '^srv/', pathNot: '^srv/platform/cap/' },
      to: {
        path: '(^|/)node_modules/(@sap/cds/(libx|app)/|@sap/cds/lib/(?!index\\.js)|@cap-js/(db-service|hana|postgres|sqlite)/)',
      },
    },
    {
      name: 'drivers-in-database',
      comment: 'Only a connection knows its driver; everyone else speaks through session.ts or cds.db.',
      severity: 'error',
      // SQLite's locks are those of the operating system, which Node has no other way to; backups and
      // deployments are made where no server is, and a start looks for tables before there is one; what
      // reads beside the server has no CAP to go through.
      from: {
        path: '^srv/',
        pathNot: [
          '^srv/admin/database/',
          '^srv/platform/process/(sqlite-(lock|backup)|update-tables|database-problems)\\.ts$',
          '^srv/platform/readers/(connection|functions)\\.ts$',
        ],
      },
      to: { path: DRIVERS },
    },
    {
      name: 'cockpit-is-a-client',
      comment:
        'The cockpit does what any client of the API can do, so it knows nothing of the server but its document.',
      severity: 'error',
      from: { path: '^app/cockpit/src/' },
      to: { path: ['^(srv|db|test)/', '^app/(?!cockpit/)', '^app/cockpit/build/'] },
    },
    {
      name: 'pages-are-rooms',
      comment: 'A page can be read, changed and removed alone: what two of them share belongs to parts/ or api/.',
      severity: 'error',
      from: { path: '^app/cockpit/src/pages/([^/]+)/' },
      to: { path: '^app/cockpit/src/pages/', pathNot: '^app/cockpit/src/pages/$1/' },
    },
    {
      name: 'parts-know-no-page',
      comment: 'What pages share is below them, and below the frame around them.',
      severity: 'error',
      from: { path: '^app/cockpit/src/(parts|api|i18n)/' },
      to: { path: '^app/cockpit/src/(pages|shell)/' },
    },
    {
      name: 'core-is-the-floor',
      comment:
        'Pure functions do no I/O and know nobody, so they can be proved by properties. What packs bytes and joins paths does none.',
      severity: 'error',
      from: { path: FLOOR },
      // Makes plain objects, and does nothing else.
      to: { pathNot: [FLOOR, '^(node:)?(path|zlib)$', '(^|/)node_modules/@sinclair/typebox/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(gen|coverage|\\.github)/', '^app/[^/]+/gen/', '/dist/'] },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
