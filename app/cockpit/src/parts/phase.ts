const PHASES = {
  starting: 'phase.starting',
  reading: 'phase.reading',
  counting: 'phase.counting',
  columns: 'phase.columns',
  deleting: 'phase.deleting',
  inserting: 'phase.inserting',
  loading: 'phase.inserting',
  checking: 'phase.checking',
  comparing: 'phase.checking',
  committing: 'phase.committing',
  'comparing pairs': 'phase.comparing',
  'making the table': 'phase.making',
  'making constraints': 'phase.making',
  'making tables': 'phase.making',
  'making indexes': 'phase.making',
  'making keys': 'phase.making',
  'copying rows': 'phase.copying',
  cancelling: 'phase.cancelling',
  ended: 'phase.ended',
} as const

type PhaseKey = (typeof PHASES)[keyof typeof PHASES] | 'phase.working'

/**
 * The text for what an operation is doing, as `phase` of the API names it. Nothing is starting that has done something.
 *
 * @param done rows.
 */
export const phaseKey = (phase = 'starting', done = 0): PhaseKey => {
  const [name = ''] = phase.split(':')
  const isKnown = Object.hasOwn(PHASES, name) && !(name === 'starting' && done > 0)
  return isKnown ? PHASES[name as keyof typeof PHASES] : 'phase.working'
}
