import { Button } from '@ui5/webcomponents-react/Button'
import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { api, bodyOf } from '../../../api/client.ts'
import { inTurn } from '../../../api/in-turn.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { DetailDialog } from '../../../parts/detail-dialog.tsx'
import { ErrorStrip } from '../../../parts/error-strip.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { useAction } from '../../../parts/use-action.ts'
import type { Drafts, RowChange } from './drafts.ts'
import { ReviewedChange } from './reviewed-change.tsx'
import { texts } from './texts.ts'

const DATABASE = 'database'

interface ReviewProps {
  readonly schema: string
  readonly table: string
  /** The entity that serves the table. */
  readonly service: string | null
  /** By what changes are made unless it is said; null where the table itself has to be said. */
  readonly via: string | null
  readonly drafts: Drafts
  readonly changes: readonly RowChange[]
  readonly onDrop: (index: number) => void
  readonly onTakeOver: (index: number, now: Readonly<Record<string, unknown>>) => void
  /** @param count rows that are changed by now */
  readonly onDone: (count: number) => void
  readonly onClose: () => void
}

/** All changes as statements, with the rows that they meet; done together from here. */
export const Review = (props: ReviewProps) => {
  const { schema, table, service, via, drafts, changes, onDrop, onTakeOver, onDone, onClose } = props
  const t = useTexts(texts)
  const [isDirect, setDirect] = useState(via === DATABASE)
  const [isBeaten, setBeaten] = useState(false)
  const body = { schema, table, changes: [...changes], ...(isDirect && { via: DATABASE }) }
  const isAsked = (isDirect || via !== null) && changes.length > 0
  const preview = useLoaded(isAsked ? JSON.stringify(body) : null, (signal) =>
    inTurn(signal, () => bodyOf(api.POST('/rows/preview', { body, signal }))),
  )
  const save = useAction()
  const { value, error } = preview
  const run = (): void => {
    setBeaten(false)
    save.run(async () => {
      try {
        await inTurn(undefined, () => bodyOf(api.POST('/rows', { body })))
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'ROW_CHANGED') throw error
        // Somebody was faster: what there is by now is told beside each change.
        setBeaten(true)
        preview.reload()
        return
      }
      onDone(changes.length)
    })
  }
  return (
    <DetailDialog
      title={t('review.title', { count: changes.length, table })}
      actions={
        <>
          <Button
            design="Emphasized"
            disabled={!value?.canRun || preview.isLoading || save.isRunning || !isAsked}
            onClick={run}
          >
            {t('save', { count: changes.length })}
          </Button>
          <Button design="Transparent" onClick={onClose}>
            {t('back')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div className="stack review-body">
        {service !== null && via !== DATABASE && (
          <MessageStrip design={isDirect || via === null ? 'Critical' : 'Information'} hideCloseButton>
            {t(isDirect || via === null ? 'bypassed' : 'served', { service: via ?? service })}
            <CheckBox
              text={t('direct')}
              checked={isDirect}
              onChange={(event) => {
                setDirect(event.target.checked)
              }}
            />
          </MessageStrip>
        )}
        {save.error && <ErrorStrip error={numbered(save.error)} />}
        {isBeaten && (
          <MessageStrip design="Critical" hideCloseButton>
            <span role="alert">{t('beaten')}</span>
          </MessageStrip>
        )}
        {changes.length === 0 && <p className="muted">{t('review.nothing')}</p>}
        {isAsked && (
          <Loaded of={{ ...preview, error: error && numbered(error) }}>
            {(told) => (
              <>
                <p>{t(told.canRun ? 'review.fine' : 'review.faults')}</p>
                {told.problem && (
                  <MessageStrip design="Negative" hideCloseButton>
                    {told.problem.message}
                  </MessageStrip>
                )}
                <ol className="reviewed">
                  {told.changes.map((change) => (
                    <ReviewedChange
                      key={drafts[change.index]?.id ?? change.index}
                      change={change}
                      values={drafts[change.index]?.values ?? {}}
                      onDrop={() => {
                        onDrop(change.index)
                      }}
                      onTakeOver={(now) => {
                        onTakeOver(change.index, now)
                      }}
                    />
                  ))}
                </ol>
              </>
            )}
          </Loaded>
        )}
      </div>
    </DetailDialog>
  )
}

/** The API counts changes from 0, people from 1. */
const numbered = ({ status, code, title, details, retryAfterSeconds, operationId }: ApiError): ApiError =>
  new ApiError({
    ...{ status, code, title, retryAfterSeconds, operationId },
    details: details.replace(/^Change (\d+)(?=:)/, (_, index: string) => `Change ${String(Number(index) + 1)}`),
  })
