import { Icon } from '@ui5/webcomponents-react/Icon'
import { type ReactNode, useState } from 'react'
import { type ListedObject, useObjects, useSchemas } from '../api/catalog.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { ErrorStrip } from '../parts/error-strip.tsx'
import { hrefOf } from '../parts/route.ts'
import type { Subject } from '../parts/subject.ts'
import { texts } from './texts.ts'

/** Names of a group that are listed at once: the others are found by typing. */
const LISTED = 300

/** What the database holds: schemas, and in each its tables and views. What is technical is folded away. */
export const ObjectTree = ({ subject }: { subject: Subject | undefined }) => {
  const t = useTexts(texts)
  const schemas = useSchemas()
  const [text, setText] = useState('')
  const named = schemas.value?.schemas.filter(({ isSystem }) => !isSystem) ?? []
  return (
    <nav className="object-tree" aria-label={t('objects')}>
      <h2>{t('objects')}</h2>
      <input
        type="search"
        value={text}
        placeholder={t('objects.find')}
        aria-label={t('objects.find')}
        onChange={(event) => {
          setText(event.target.value)
        }}
      />
      {schemas.error && <ErrorStrip error={schemas.error} onRetry={schemas.reload} />}
      {named.map(({ name, isCurrent, tableCount, viewCount }) => (
        <SchemaBranch
          key={name}
          name={name}
          count={tableCount + viewCount}
          text={text}
          subject={subject}
          isFirst={isCurrent || named.length === 1}
        />
      ))}
    </nav>
  )
}

interface SchemaBranchProps {
  readonly name: string
  readonly count: number
  readonly text: string
  readonly subject: Subject | undefined
  readonly isFirst: boolean
}

const SchemaBranch = ({ name, count, text, subject, isFirst }: SchemaBranchProps) => {
  const t = useTexts(texts)
  const [choice, setChoice] = useState<boolean>()
  const isOpen = choice ?? (isFirst || text !== '' || subject?.schema === name)
  const found = useObjects(isOpen ? name : undefined, text)
  const all = found.value?.objects ?? []
  const own = all.filter(({ isTechnical }) => !isTechnical)
  const shared = { text, subject }
  return (
    <Branch label={name} icon="database" count={count} isOpen={isOpen} onToggle={setChoice}>
      {found.error && <ErrorStrip error={found.error} onRetry={found.reload} />}
      {found.value?.isCut && text === '' && <p className="muted">{t('objects.cut')}</p>}
      <Group label={t('objects.tables')} objects={own.filter(({ isView }) => !isView)} isOpen {...shared} />
      <Group label={t('objects.views')} objects={own.filter(({ isView }) => isView)} isOpen={false} {...shared} />
      <Group
        label={t('objects.technical')}
        objects={all.filter(({ isTechnical }) => isTechnical)}
        isOpen={false}
        {...shared}
      />
    </Branch>
  )
}

interface GroupProps {
  readonly label: string
  readonly objects: readonly ListedObject[]
  /** Before anybody has opened or closed it. */
  readonly isOpen: boolean
  readonly text: string
  readonly subject: Subject | undefined
}

const Group = ({ label, objects, isOpen, text, subject }: GroupProps) => {
  const t = useTexts(texts)
  const [choice, setChoice] = useState<boolean>()
  const isSubject = ({ schema, name }: ListedObject): boolean => subject?.schema === schema && subject.table === name
  if (objects.length === 0) return null
  return (
    <Branch
      label={label}
      count={objects.length}
      isOpen={choice ?? (isOpen || text !== '' || objects.some(isSubject))}
      onToggle={setChoice}
    >
      <ul>
        {objects.slice(0, LISTED).map((object) => (
          <li key={object.name}>
            <a
              href={hrefOf('table', [object.schema, object.name])}
              title={object.name}
              aria-current={isSubject(object) ? 'true' : undefined}
            >
              <Icon name={object.isView ? 'show' : 'table-view'} mode="Decorative" />
              <span>{object.name}</span>
            </a>
          </li>
        ))}
      </ul>
      {objects.length > LISTED && <p className="muted">{t('objects.more', { count: objects.length - LISTED })}</p>}
    </Branch>
  )
}

interface BranchProps {
  readonly label: string
  readonly icon?: string
  readonly count: number
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  readonly children: ReactNode
}

const Branch = ({ label, icon, count, isOpen, onToggle, children }: BranchProps) => {
  const format = useFormat()
  return (
    <div className="branch">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => {
          onToggle(!isOpen)
        }}
      >
        <Icon name={isOpen ? 'slim-arrow-down' : 'slim-arrow-right'} mode="Decorative" />
        {icon && <Icon name={icon} mode="Decorative" />}
        <span>{label}</span>
        <small>{format.number(count)}</small>
      </button>
      {isOpen && children}
    </div>
  )
}
