/**
 * What a descriptor of schema version 3.3 may hold, as the published ones have it (`mta.json` of SchemaStore, and that of
 * `SAP/cloud-mta`), as far as this project uses it. Those leave parameters open; here they are the names that SAP's pages on
 * modules, resources and hooks list, so that a name that nobody reads is found.
 */
const NAME = { type: 'string', pattern: String.raw`^[A-Za-z0-9_\-\.]+$` }
const TEXT = { type: 'string' }
const NAMES = { type: 'array', items: NAME, uniqueItems: true }
const OPEN = { type: 'object' }
const MEMORY = { type: 'string', pattern: '^[1-9][0-9]*(M|MB|G|GB|m|mb|g|gb)$' }
const PATH = { type: 'string', pattern: '^/' }
const CHECK = { enum: ['http', 'port', 'process'] }

const closed = (properties: object, ...required: string[]): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const listOf = (items: object): object => ({ type: 'array', items })

const PHASES = [
  ...['before-stop', 'after-stop', 'before-unmap-routes', 'before-start'].flatMap((moment) => [
    `deploy.application.${moment}`,
    `blue-green.application.${moment}.idle`,
    `blue-green.application.${moment}.live`,
  ]),
]

const MODULE_PARAMETERS = closed({
  buildpack: TEXT,
  instances: { type: 'integer', minimum: 0 },
  memory: MEMORY,
  'disk-quota': MEMORY,
  'health-check-type': CHECK,
  'health-check-http-endpoint': PATH,
  'readiness-health-check-type': CHECK,
  'readiness-health-check-http-endpoint': PATH,
  'keep-existing-routes': { type: 'boolean' },
})

const HOOK = closed(
  {
    name: NAME,
    type: { const: 'task' },
    phases: { ...listOf({ enum: PHASES }), minItems: 1 },
    parameters: closed({ name: TEXT, command: TEXT, memory: MEMORY, 'disk-quota': MEMORY }, 'command'),
  },
  'name',
)

const PROVIDED = closed({ name: NAME, public: { type: 'boolean' }, properties: OPEN }, 'name')
const REQUIRED = closed(
  { name: NAME, group: TEXT, list: TEXT, properties: OPEN, parameters: closed({ config: OPEN }) },
  'name',
)

const MODULE = {
  name: NAME,
  type: { enum: ['nodejs', 'hdb', 'approuter.nodejs'] },
  path: { type: 'string', pattern: String.raw`^(?![/\\]|\.\.)` },
  description: TEXT,
  'deployed-after': NAMES,
  parameters: MODULE_PARAMETERS,
  properties: OPEN,
  hooks: listOf(HOOK),
  provides: listOf(PROVIDED),
  requires: listOf(REQUIRED),
  // Of the build tool alone.
  'build-parameters': closed({ builder: { enum: ['npm', 'npm-ci', 'custom'] } }),
}

const RESOURCE = {
  name: NAME,
  type: { enum: ['com.sap.xs.hdi-container', 'org.cloudfoundry.managed-service'] },
  description: TEXT,
  active: { type: 'boolean' },
  optional: { type: 'boolean' },
  parameters: closed({ service: TEXT, 'service-plan': TEXT, path: TEXT, config: OPEN }),
  requires: listOf(REQUIRED),
}

const HEAD = { '_schema-version': { const: '3.3.0' }, ID: NAME, description: TEXT }

/** Of `mta.yaml`. */
export const MTA_SCHEMA = closed(
  {
    ...HEAD,
    version: { type: 'string', pattern: String.raw`^\d+\.\d+\.\d+$` },
    parameters: closed({ 'enable-parallel-deployments': { type: 'boolean' } }),
    'build-parameters': closed({ 'before-all': listOf(closed({ builder: TEXT, commands: listOf(TEXT) })) }),
    modules: listOf(closed(MODULE, 'name', 'type')),
    resources: listOf(closed(RESOURCE, 'name')),
  },
  ...['_schema-version', 'ID', 'version'],
)

/** Of an extension, which repeats nothing but names. */
export const EXTENSION_SCHEMA = closed(
  { ...HEAD, extends: NAME, modules: listOf(closed(MODULE, 'name')), resources: listOf(closed(RESOURCE, 'name')) },
  ...['_schema-version', 'ID', 'extends'],
)
