import { type TObject, Type } from '@sinclair/typebox'
import type { AdminConfig } from '../../config.ts'
import * as t from '../../core/json-schema.ts'
import { AdminError } from '../../core/errors.ts'
import type { Principal } from '../../jobs/job.ts'
import type { JsonObject } from '../../operations/operation.ts'
import type { Endpoint } from '../endpoint.ts'
import { plainSchema } from '../plain-schema.ts'
import { closedSchema, createInputValidator, type InputValidator } from '../validate-input.ts'
import { framed, type RunOperation } from './run-operation.ts'
import { allowedOf, describeOperation, findOperation, isFor, type Operations } from './operations.ts'
import { BACKGROUND, SKIP, type Tool, TOOLS } from './tools.ts'

type Skip = Readonly<Record<string, number>> | undefined
type Arguments = Readonly<Record<string, unknown>>

/** A tool as one user has it. */
export interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly input: Input
  /** It changes nothing. */
  readonly onlyReads: boolean
  /** @throws AdminError */
  run(given: Arguments): Promise<JsonObject>
}

/** What a tool takes, made once: compiling is costly. */
interface Input {
  readonly schema: TObject
  readonly check: InputValidator
}

interface Offer {
  readonly operations: Operations
  readonly config: AdminConfig
  readonly user: Principal
  readonly run: RunOperation
}

const inputOf = (members: TObject): Input => {
  const schema = closedSchema(members, false)
  return { schema, check: createInputValidator(schema, false) }
}

/** @returns the tools that a user has the role for, in an order that is always the same. */
export const toolsOf = (operations: Operations, config: AdminConfig) => {
  const prepared = TOOLS.map((tool) => ({ tool, input: inputOf(tool.input(operations)) }))
  return (user: Principal, run: RunOperation): OfferedTool[] => {
    const offer = { operations, config, user, run }
    const reading = prepared.filter(({ tool }) =>
      tool.operations.every((name) => {
        const endpoint = operations.get(name)
        return endpoint !== undefined && isFor(endpoint, user)
      }),
    )
    const writes = config.mcp.write && allowedOf(operations, user, false).some(([, { role }]) => role === 'admin')
    return [
      ...reading.map(({ tool, input }) => offered(tool, input, offer)),
      listing(offer, writes),
      running(offer, true),
      ...(writes ? [running(offer, false)] : []),
    ]
  }
}

const offered = (tool: Tool, input: Input, { operations, config, run }: Offer): OfferedTool => ({
  ...{ name: tool.name, description: tool.description, input, onlyReads: true },
  run: async (given) => {
    const { skip, background, ...rest } = input.check(given)
    const { operation, input: asked } = await tool.call(rest, () => defaultSchema(operations, run))
    const endpoint = operations.get(operation)
    if (!endpoint) throw new Error(`There is no ${operation}`)
    const text = await run(endpoint, asked, background === true)
    const shaped = tool.shape ? JSON.stringify(tool.shape(JSON.parse(text) as Arguments)) : text
    const { offset = 0 } = asked
    const page = tool.list && { list: tool.list(given), offset: Number(offset) }
    const more = (_: unknown, shown: Skip): JsonObject | undefined => {
      const wider = tool.more?.(asked)
      return wider && { ...wider, skip: { ...shown } }
    }
    return framed(shaped, { skip: skip as Skip, page, more }, config.mcp.answerCharacters)
  },
})

/** The contract has no default for the schema of tables. */
const defaultSchema = async (operations: Operations, run: RunOperation): Promise<unknown> => {
  const columns = operations.get('GET /columns')
  if (!columns) throw new AdminError('MISSING_PARAMETER', `'schema' is required`)
  return (JSON.parse(await run(columns, { limit: 0 })) as { schema: unknown }).schema
}

const LIST_INPUT = inputOf(
  t.object({
    operation: t.optional(t.string('Such as `POST /dataLineage`: tells its input, examples and errors')),
    skip: SKIP,
  }),
)

const listing = ({ operations, config, user }: Offer, writes: boolean): OfferedTool => ({
  name: 'list_operations',
  description: 'Lists all operations of the database administration API that you may run, or describes one of them.',
  input: LIST_INPUT,
  onlyReads: true,
  run: async (given) => {
    const { operation, skip } = LIST_INPUT.check(given)
    const known = [...allowedOf(operations, user, true), ...(writes ? allowedOf(operations, user, false) : [])]
    const answer =
      typeof operation === 'string'
        ? describeOperation(operation, findOperation(known, operation))
        : { operations: known.map(([name, endpoint]) => summaryOf(name, endpoint)) }
    const told = { skip: skip as Skip }
    return Promise.resolve(framed(JSON.stringify(answer), told, config.mcp.answerCharacters))
  },
})

const summaryOf = (operation: string, { summary, isHeavy }: Endpoint): JsonObject => ({
  ...{ operation, summary },
  ...(isHeavy && { background: true }),
})

const RUN_INPUT = inputOf(
  t.object({
    operation: t.string('By method and path, as list_operations tells'),
    input: t.optional(Type.Object({}, { description: 'Its fields', additionalProperties: true })),
    background: BACKGROUND,
    skip: SKIP,
  }),
)

const running = ({ operations, config, user, run }: Offer, reads: boolean): OfferedTool => ({
  name: reads ? 'run_operation' : 'run_writing_operation',
  description: reads
    ? 'Runs an operation that only reads, such as `GET /structure`, `POST /dataLineage` or `GET /operations/{id}`.'
    : 'Runs an operation that changes data, structure or work, such as `POST /import`. What it does may not be undone: ask the user before.',
  input: RUN_INPUT,
  onlyReads: reads,
  run: async (given) => {
    const { operation, input, background, skip } = RUN_INPUT.check(given)
    const endpoint = findOperation(allowedOf(operations, user, reads), String(operation))
    if (background === true && !endpoint.isHeavy)
      throw new AdminError('INVALID_PARAMETER', `'background' is for heavy operations: ${String(operation)} is none`)
    const asked = (input ?? {}) as Arguments
    const text = await run(endpoint, asked, background === true)
    const more = (answer: Arguments): JsonObject | undefined => nextInput(endpoint, asked, answer)
    return framed(text, { skip: skip as Skip, more }, config.mcp.answerCharacters)
  },
})

/** Of an operation that passes over what was shown by itself, so that nothing else has to be passed over any more. */
const nextInput = (
  { input: { properties } }: Endpoint,
  asked: Arguments,
  answer: Arguments,
): JsonObject | undefined => {
  const { count = answer['rowCount'] } = answer
  if (!properties['offset'] || typeof count !== 'number') return undefined
  return { input: { ...(asked as JsonObject), offset: Number(asked['offset'] ?? 0) + count }, skip: {} }
}

/** As clients of the protocol are told of it. */
export const describeTool = ({ name, description, input, onlyReads }: OfferedTool) => ({
  name,
  description,
  inputSchema: plainSchema(input.schema) as { type: 'object' } & Record<string, unknown>,
  annotations: {
    readOnlyHint: onlyReads,
    destructiveHint: !onlyReads,
    idempotentHint: onlyReads,
    openWorldHint: false,
  },
})
