import cds from '@sap/cds'
import { readRecorder } from '../../../../srv/admin/host/read-recorder.ts'

const READ = {
  ...{ user: { id: 'ada', is: () => true }, operation: 'POST /export', operationId: 'one' },
  tables: [
    { schema: 'main', table: 'shop_Authors', columns: ['born', 'phone'] },
    { schema: 'main', table: 'shop_Buyers', columns: ['card'] },
  ],
}

const requires = cds.env.requires as Record<string, unknown>
const services = cds.services as unknown as Record<string, unknown>

/** An audit log of a host, behind an outbox that keeps entries back. */
class AuditLog extends cds.Service {
  readonly entries: unknown[] = []
  isDown = false

  override async init(): Promise<void> {
    this.on('*', ({ event, data }: { event: string; data: unknown }) => {
      if (this.isDown) throw new Error('It is down')
      this.entries.push([event, data])
    })
    await super.init()
  }
}

afterEach(() => {
  delete requires['audit-log']
  delete services['audit-log']
})

test.each([undefined, false, { handle: ['WRITE'] }])('nothing is recorded where the host has %j', (audit) => {
  requires['audit-log'] = audit
  expect(readRecorder()).toBeUndefined()
})

test('a read is one entry of the audit log, past its outbox, and fails with it', async () => {
  requires['audit-log'] = { handle: ['READ', 'WRITE'] }
  const log = new AuditLog('audit-log')
  await log.init()
  services['audit-log'] = cds.outboxed(log)
  await readRecorder()?.(READ)
  expect(log.entries).toEqual([
    [
      'SensitiveDataRead',
      {
        user: 'ada',
        data_subject: { type: 'Table', role: 'Rows', id: { table: 'main.shop_Authors, main.shop_Buyers' } },
        object: { type: 'Request', id: { operation: 'POST /export', operationId: 'one' } },
        attributes: ['shop_Authors.born', 'shop_Authors.phone', 'shop_Buyers.card'].map((name) => ({ name })),
      },
    ],
  ])
  log.isDown = true
  await expect(readRecorder()?.(READ)).rejects.toThrow('It is down')
})

test('CAP has the way past an outbox', () => {
  expect((cds as unknown as { unboxed: unknown }).unboxed).toBeInstanceOf(Function)
})
