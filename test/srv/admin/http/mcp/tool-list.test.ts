import { startApi } from '../../../../support/admin-api.ts'
import { connectMcp } from '../../../../support/mcp-client.ts'
import { OWN_ROUTES, ROUTES } from '../../../../../srv/admin/http/routes.ts'

const api = startApi({ routes: [...ROUTES, ...OWN_ROUTES], settings: { mcp: { write: true } } })

const MOST_TOKENS = 2_500
/** Fewer than a token of JSON has with the usual tokenizers. */
const CHARACTERS_OF_TOKEN = 3.2

test('all tools together take little room, and are described, with all hints', async () => {
  const { client } = await connectMcp(`http://127.0.0.1:${api.port}/api/v1/mcp`, 'admin')
  const { tools } = await client.listTools()
  expect(tools).toHaveLength(9)
  expect(JSON.stringify(tools).length / CHARACTERS_OF_TOKEN).toBeLessThanOrEqual(MOST_TOKENS)
  for (const { name, description, inputSchema, annotations } of tools) {
    expect(description).toMatch(/\.$/)
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    const reads = name !== 'run_writing_operation'
    expect(annotations).toEqual({
      readOnlyHint: reads,
      destructiveHint: !reads,
      idempotentHint: reads,
      openWorldHint: false,
    })
  }
  // The same again, so that what was told before stays true.
  expect((await client.listTools()).tools).toEqual(tools)
})

test('what writes is told apart from what reads', async () => {
  const { ask } = await connectMcp(`http://127.0.0.1:${api.port}/api/v1/mcp`, 'admin')
  const { answer } = await ask('list_operations')
  const names = (answer['operations'] as { operation: string }[]).map(({ operation }) => operation)
  const told = await Promise.all(names.map((operation) => ask('list_operations', { operation })))
  const writing = names.filter((_, index) => told[index]?.answer['onlyReads'] !== true)
  expect(writing).toEqual([
    'POST /import',
    'POST /schemaClone',
    'POST /tableCopy',
    'POST /load',
    'DELETE /copies',
    'DELETE /sessions',
    'POST /rows',
    'DELETE /operations/{id}',
  ])
  for (const { complete, isError } of told) expect({ complete, isError }).toEqual({ complete: true, isError: false })
})
