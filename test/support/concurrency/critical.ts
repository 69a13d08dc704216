/** Combinations that have to be tried every time: each breaks a rule of its own where operations overtake one another. */
import { type Operation, OPERATIONS } from './operations.ts'

const called = (name: string): Operation => {
  const operation = OPERATIONS.find((each) => each.name === name)
  if (!operation) throw new Error(`There is no operation ${name}`)
  return operation
}

/** @param writers how many send the same condition at once: one of them wins. */
const sameCondition = (name: string, writers: number): Operation[] => Array<Operation>(writers).fill(called(name))

export const criticalCombinations = (writers: number): Operation[][] => [
  sameCondition('PATCH film, If-Match', writers),
  sameCondition('PATCH draft, If-Match', writers),
  sameCondition('PUT title of film, If-Match', 2),
  ...[
    ['draftEdit', 'draftEdit', 'draftEdit by bob'],
    ['draftEdit', 'PATCH film'],
    ['draftEdit by bob', 'DELETE film'],
    ['draftActivate', 'discard'],
    ['draftActivate', 'PATCH draft'],
    ['draftActivate', 'DELETE DraftAdministrativeData'],
    ['draftActivate', 'PATCH edited film'],
    ['draftActivate', 'DELETE edited film'],
    ['draftActivate', 'DELETE extra person'],
    ['draftActivate', 'POST draft characters', 'DELETE person'],
    ['PATCH draft', 'discard'],
    ['POST film', 'POST draft'],
    ['draftActivate fresh', 'POST film of the fresh ID'],
    ['POST characters', 'DELETE film'],
    ['POST characters', 'DELETE person'],
    ['PATCH links of film', 'DELETE film'],
    ['POST person', 'DELETE spare'],
    ['PATCH homeworld', 'DELETE spare'],
    ['DELETE entity', 'POST column'],
    ['import of a person', 'DELETE spare'],
    ['import of a link', 'DELETE film'],
    [
      'change set of [PATCH homeworld + PATCH planet]',
      'change set of [PATCH planet + PATCH homeworld]',
      'DELETE spare',
    ],
  ].map((names) => names.map(called)),
]
