import { Button } from '@ui5/webcomponents-react/Button'
import { useRole } from '../../api/session.ts'
import type { TableStructure } from '../../api/table.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { tableTypes } from '../../parts/table-types.ts'
import { texts } from './texts.ts'

interface EditButtonProps {
  readonly structure: TableStructure
  readonly onEdit: () => void
}

const VIEWS: ReadonlySet<string> = new Set(['view', 'materialized', 'calculation'])

/** Begins to edit rows, or says why nobody can; for administrators. */
export const EditButton = ({ structure: { rowChanges, type }, onEdit }: EditButtonProps) => {
  const t = useTexts(texts)
  const typeOf = useTexts(tableTypes)
  const isAdmin = useRole('admin')
  const { isPossible, problem } = rowChanges
  if (!isAdmin) return null
  if (isPossible)
    return (
      <Button icon="edit" design="Transparent" onClick={onEdit}>
        {t('edit')}
      </Button>
    )
  const reason =
    problem?.code === 'KEY_REQUIRED'
      ? t('edit.noKey')
      : problem?.code === 'FORBIDDEN'
        ? t('edit.hidden')
        : problem?.code === 'SCHEMA_NOT_ALLOWED'
          ? t('edit.closed')
          : VIEWS.has(type)
            ? t('edit.view', { type: typeOf(type) })
            : t('edit.engine')
  return (
    <span className="muted not-editable" title={problem?.message}>
      {reason}
    </span>
  )
}
