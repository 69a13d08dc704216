/**
 * Writes that meet, at two servers on one database: each answer and what is left are those of one order, one after the
 * other.
 */
import { randomUUID } from 'node:crypto'
import { isLong } from '../../../../support/long.ts'
import { SERVER_PAIRS, type ServerPair } from '../../../../support/server-pair.ts'

const ROUNDS = isLong ? 20 : 4

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly etag: string
}

type Send = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>

const sender =
  (url: string): Send =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/odata/v4/${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = (text && text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
    return { status: response.status, body: json, etag: (json['@odata.etag'] as string | undefined) ?? '' }
  }

describe.each(Object.entries(SERVER_PAIRS))('two servers on %s', (_name, start) => {
  let pair: ServerPair
  let one: Send
  let two: Send

  beforeAll(async () => {
    pair = await start()
    ;[one, two] = pair.servers.map(({ url }) => sender(url)) as [Send, Send]
  }, 120_000)
  afterAll(() => pair.stop())

  const film = (ID: string, isActive = true): string => `SagaFilm/Film(ID=${ID},IsActiveEntity=${String(isActive)})`
  const newFilm = async (): Promise<string> => {
    const ID = randomUUID()
    const { status } = await one('POST', 'SagaFilm/Film', { ID, title: 'A film', episode_id: 0, IsActiveEntity: true })
    expect(status).toBe(201)
    return ID
  }
  const newDraft = async (): Promise<string> => {
    const ID = await newFilm()
    expect((await one('POST', `${film(ID)}/SagaFilm.draftEdit`, {})).status).toBe(201)
    return ID
  }
  const newOf = async (set: string, row: object = {}): Promise<string> => {
    const ID = randomUUID()
    expect((await one('POST', `SagaFilm/${set}`, { ID, name: 'New', ...row })).status).toBe(201)
    return ID
  }

  /** Runs a race several times. @returns the statuses of each round, in the order of the requests. */
  const race = async (round: () => Promise<number[]>): Promise<string[]> => {
    const outcomes: string[] = []
    for (let at = 0; at < ROUNDS; at++) outcomes.push((await round()).join(' '))
    return outcomes
  }
  const statuses = async (...answers: Promise<Answer>[]): Promise<number[]> =>
    (await Promise.all(answers)).map(({ status }) => status)
  const tally = (outcomes: string[]): string[] => [...new Set(outcomes)].sort()

  describe('of four changes with one ETag one succeeds', () => {
    const four = async (
      path: string,
      change: (send: Send, at: number, tag: string) => Promise<Answer>,
    ): Promise<number[]> => {
      const { etag } = await one('GET', path)
      return (await statuses(...[one, two, one, two].map((send, at) => change(send, at, etag)))).sort()
    }
    it('of a film', async () => {
      const ID = await newFilm()
      const outcomes = await race(() =>
        four(film(ID), (send, at, tag) => send('PATCH', film(ID), { director: `D${String(at)}` }, { 'if-match': tag })),
      )
      expect(tally(outcomes)).toEqual(['204 412 412 412'])
    })
    it('of a film with its links', async () => {
      const ID = await newFilm()
      const outcomes = await race(() =>
        four(film(ID), (send, at, tag) =>
          send('PATCH', film(ID), { director: `D${String(at)}`, characters: [] }, { 'if-match': tag }),
        ),
      )
      expect(tally(outcomes)).toEqual(['204 412 412 412'])
    })
    it('of a draft', async () => {
      const ID = await newDraft()
      const outcomes = await race(() =>
        four(film(ID, false), (send, at, tag) =>
          send('PATCH', film(ID, false), { director: `D${String(at)}` }, { 'if-match': tag }),
        ),
      )
      expect(tally(outcomes)).toEqual(['204 412 412 412'])
    })
    it('of a property', async () => {
      const ID = await newFilm()
      const outcomes = await race(() =>
        four(film(ID), (send, at, tag) =>
          send('PUT', `${film(ID)}/director`, { value: `D${String(at)}` }, { 'if-match': tag }),
        ),
      )
      expect(tally(outcomes)).toEqual(['200 412 412 412'])
    })
    it('of deletions', async () => {
      const outcomes = await race(async () => {
        const ID = await newFilm()
        return four(film(ID), (send, at, tag) =>
          at % 2
            ? send('DELETE', film(ID), undefined, { 'if-match': tag })
            : send('PATCH', film(ID), { director: `D${String(at)}` }, { 'if-match': tag }),
        )
      })
      for (const outcome of outcomes) expect(outcome).toMatch(/^204 (404|412) (404|412) (404|412)$/)
    })
    it('in change sets', async () => {
      const ID = await newFilm()
      const outcomes = await race(async () => {
        const { etag } = await one('GET', film(ID))
        const batch = async (send: Send, at: number): Promise<Answer> => {
          const requests = [
            {
              id: '1',
              atomicityGroup: 'g',
              method: 'PATCH',
              url: film(ID).replace('SagaFilm/', ''),
              headers: { 'content-type': 'application/json', 'if-match': etag },
              body: { director: `D${String(at)}` },
            },
          ]
          const answer = await send('POST', 'SagaFilm/$batch', { requests })
          const [first] = answer.body['responses'] as { status: number }[]
          return { ...answer, status: first!.status }
        }
        return (await statuses(...[one, two, one, two].map(batch))).sort()
      })
      expect(tally(outcomes)).toEqual(['204 412 412 412'])
    })
  })

  it('no person is left with a homeworld that was deleted', async () => {
    const outcomes = await race(async () => {
      const planet = await newOf('Planet')
      return statuses(
        one('POST', 'SagaFilm/People', { name: 'P', homeworld_ID: planet }),
        two('DELETE', `SagaFilm/Planet(${planet})`),
      )
    })
    for (const outcome of outcomes) expect(['201 409', '400 204']).toContain(outcome)
  })
  it('no link is left whose person or film was deleted', async () => {
    const outcomes = await race(async () => {
      const person = await newOf('People')
      const ID = await newFilm()
      return statuses(
        one('PATCH', film(ID), { characters: [{ people_ID: person }] }),
        two('DELETE', `SagaFilm/People(${person})`),
      )
    })
    for (const outcome of outcomes) expect(['204 409', '400 204']).toContain(outcome)
    const more = await race(async () => {
      const person = await newOf('People')
      const ID = await newFilm()
      const found = await statuses(
        one('POST', `${film(ID)}/characters`, { people_ID: person, IsActiveEntity: true }),
        two('DELETE', film(ID)),
      )
      const { body } = await one('GET', `SagaFilm/Film2People?$filter=people_ID eq ${person}&$count=true`)
      return [...found, Number(body['@odata.count'])]
    })
    for (const outcome of more) expect(['404 204 0', '201 204 0', '422 204 0']).toContain(outcome)
  })
  it('an ID is that of a draft or of an active film', async () => {
    const outcomes = await race(async () => {
      const ID = randomUUID()
      const row = { ID, title: 'Twice', episode_id: 0 }
      return statuses(one('POST', 'SagaFilm/Film', row), two('POST', 'SagaFilm/Film', { ...row, IsActiveEntity: true }))
    })
    for (const outcome of outcomes) expect(['201 409', '409 201']).toContain(outcome)
  })
  it('a film is edited once', async () => {
    const outcomes = await race(async () => {
      const ID = await newFilm()
      return (
        await statuses(...[one, two, one].map((send) => send('POST', `${film(ID)}/SagaFilm.draftEdit`, {})))
      ).sort()
    })
    expect(tally(outcomes)).toEqual(['201 409 409'])
  })
  it('a draft is activated or discarded', async () => {
    const outcomes = await race(async () => {
      const ID = await newDraft()
      return statuses(one('POST', `${film(ID, false)}/SagaFilm.draftActivate`, {}), two('DELETE', film(ID, false)))
    })
    for (const outcome of outcomes) expect(['200 404', '404 204']).toContain(outcome)
  })
  it('what is activated has what was changed before', async () => {
    const outcomes = await race(async () => {
      const ID = await newDraft()
      const found = await statuses(
        one('POST', `${film(ID, false)}/SagaFilm.draftActivate`, {}),
        two('PATCH', film(ID, false), { director: 'Changed' }),
        one('PATCH', film(ID, false), { producer: 'Changed' }),
      )
      const { body } = await one('GET', film(ID))
      return [...found, body['director'] === 'Changed' ? 1 : 0, body['producer'] === 'Changed' ? 1 : 0]
    })
    for (const outcome of outcomes) expect(outcome).toMatch(/^200 (?:204 (?:204 1 1|404 1 0)|404 (?:204 0 1|404 0 0))$/)
  })
  it('a film is changed or edited', async () => {
    const outcomes = await race(async () => {
      const ID = await newFilm()
      const found = await statuses(
        one('PATCH', film(ID), { director: 'Changed' }),
        two('POST', `${film(ID)}/SagaFilm.draftEdit`, {}),
      )
      const { body } = await one('GET', film(ID, false))
      return [...found, body['director'] === 'Changed' ? 1 : 0]
    })
    for (const outcome of outcomes) expect(['204 201 1', '409 201 0']).toContain(outcome)
  })
  it('a film is deleted or edited', async () => {
    const outcomes = await race(async () => {
      const ID = await newFilm()
      return statuses(one('DELETE', film(ID)), two('POST', `${film(ID)}/SagaFilm.draftEdit`, {}))
    })
    for (const outcome of outcomes) expect(['204 404', '403 201']).toContain(outcome)
  })
  it('two deletions, two creations', async () => {
    const outcomes = await race(async () => {
      const ID = randomUUID()
      const row = { ID, title: 'Twice', episode_id: 0, IsActiveEntity: true }
      const made = await statuses(one('POST', 'SagaFilm/Film', row), two('POST', 'SagaFilm/Film', row))
      const gone = await statuses(one('DELETE', film(ID)), two('DELETE', film(ID)))
      return [...made.sort(), ...gone.sort()]
    })
    expect(tally(outcomes)).toEqual(['201 409 204 404'])
  })
  it('a record is made by one of two changes, and changed by the other', async () => {
    const outcomes = await race(async () => {
      const ID = randomUUID()
      return (
        await statuses(
          one('PUT', `SagaFilm/People(${ID})`, { name: 'One' }),
          two('PUT', `SagaFilm/People(${ID})`, { name: 'Two' }),
        )
      ).sort()
    })
    expect(tally(outcomes)).toEqual(['200 201'])
  })
  it('a link exists once', async () => {
    const outcomes = await race(async () => {
      const ID = await newFilm()
      const person = await newOf('People')
      const link = (send: Send): Promise<Answer> => send('PATCH', film(ID), { characters: [{ people_ID: person }] })
      const found = await statuses(link(one), link(two))
      const { body } = await one('GET', `${film(ID)}/characters?$count=true`)
      return [...found, Number(body['@odata.count'])]
    })
    expect(tally(outcomes)).toEqual(['204 204 1'])
  })
  it('change sets that lock crosswise both end', async () => {
    const outcomes = await race(async () => {
      const [a, b] = [await newFilm(), await newFilm()]
      const set = async (send: Send, IDs: string[]): Promise<Answer> => {
        const requests = IDs.map((ID, at) => ({
          id: String(at),
          atomicityGroup: 'g',
          method: 'PATCH',
          url: film(ID).replace('SagaFilm/', ''),
          headers: { 'content-type': 'application/json' },
          body: { director: IDs[0] },
        }))
        const answer = await send('POST', 'SagaFilm/$batch', { requests })
        const responses = answer.body['responses'] as { status: number }[]
        return { ...answer, status: Math.max(...responses.map(({ status }) => status)) }
      }
      const found = await statuses(set(one, [a, b]), set(two, [b, a]))
      const [ofA, ofB] = [await one('GET', film(a)), await one('GET', film(b))]
      return [...found, ofA.body['director'] === ofB.body['director'] ? 1 : 0]
    })
    expect(tally(outcomes)).toEqual(['204 204 1'])
  }, 120_000)
})
