import { Button } from '@ui5/webcomponents-react/Button'
import { useTexts } from '../../../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface EditBarProps {
  /** Changes that are not done yet. */
  readonly count: number
  readonly chosen: number
  readonly canUndo: boolean
  /** A cell is chosen that can be written. */
  readonly hasCell: boolean
  readonly mayBeNull: boolean
  /** Its column refers to another table. */
  readonly mayPick: boolean
  readonly on: Readonly<
    Record<
      'add' | 'duplicate' | 'delete' | 'null' | 'wide' | 'pick' | 'undo' | 'discard' | 'review' | 'end',
      () => void
    >
  >
}

/** What can be done with rows, and how many changes there are by now. */
export const EditBar = ({ count, chosen, canUndo, hasCell, mayBeNull, mayPick, on }: EditBarProps) => {
  const t = useTexts(texts)
  return (
    <div className="edit-bar" role="toolbar" aria-label={t('bar')}>
      <span className="edit-tools">
        <Button icon="add" design="Transparent" onClick={on.add}>
          {t('add')}
        </Button>
        <Button icon="duplicate" design="Transparent" disabled={chosen === 0} onClick={on.duplicate}>
          {t('duplicate')}
        </Button>
        <Button icon="delete" design="Transparent" disabled={chosen === 0} onClick={on.delete}>
          {t('delete', { count: chosen })}
        </Button>
        <Button design="Transparent" disabled={!hasCell || !mayBeNull} onClick={on.null}>
          {t('setNull')}
        </Button>
        <Button design="Transparent" disabled={!hasCell} onClick={on.wide}>
          {t('more.wide')}
        </Button>
        {mayPick && (
          <Button design="Transparent" onClick={on.pick}>
            {t('more.pick')}
          </Button>
        )}
      </span>
      <span className="edit-state">
        <span role="status">{t('changes', { count })}</span>
        <Button icon="undo" design="Transparent" disabled={!canUndo} onClick={on.undo}>
          {t('undo')}
        </Button>
        <Button design="Transparent" disabled={count === 0} onClick={on.discard}>
          {t('discard')}
        </Button>
        <Button design="Emphasized" disabled={count === 0} onClick={on.review}>
          {t('review')}
        </Button>
        <Button design="Transparent" disabled={count > 0} onClick={on.end}>
          {t('end')}
        </Button>
      </span>
    </div>
  )
}
