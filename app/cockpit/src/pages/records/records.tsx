import { ComboBox } from '@ui5/webcomponents-react/ComboBox'
import { ComboBoxItem } from '@ui5/webcomponents-react/ComboBoxItem'
import { Label } from '@ui5/webcomponents-react/Label'
import { type EntityDescription, NOT_DEPLOYED, readEntities } from '../../api/data-service.ts'
import { useRole } from '../../api/session.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf, navigate, useRoute } from '../../parts/route.ts'
import { Section } from '../../parts/section.tsx'
import { Records as Rows } from './entity-rows.tsx'
import { texts } from './texts.ts'

type EntityColumn = EntityDescription['columns'][number]

/** Any entity, by what the service `-data` tells of it. */
const Records = () => {
  const t = useTexts(texts)
  const mayReadRows = useRole('operator')
  const [name] = useRoute().segments
  const entities = useLoaded('entities', readEntities)
  const entity = entities.value?.find((each) => each.name === name)
  const isStored = name === 'stored'
  const columns: Column<EntityColumn>[] = [
    { key: 'name', label: t('column'), kind: 'name', value: (column) => column.name },
    { key: 'type', label: t('type'), value: ({ type }) => type },
    { key: 'isKey', label: t('isKey'), value: ({ isKey }) => isKey, cell: ({ isKey }) => isKey && t('yes') },
  ]
  if (entities.error?.code === NOT_DEPLOYED)
    return (
      <PageFrame title={t('title')} intro={t('intro')}>
        <EmptyState
          title={t('undeployed')}
          text={t('undeployed.text')}
          href={hrefOf('tables')}
          link={t('undeployed.link')}
        />
      </PageFrame>
    )
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('entity')}>
        <Loaded of={entities}>
          {(all) => (
            <div className="fields">
              <div className="field grow">
                <Label for="records-entity">{t('name')}</Label>
                <ComboBox
                  id="records-entity"
                  filter="Contains"
                  value={isStored ? t('stored') : (name ?? '')}
                  placeholder={t('pick')}
                  showClearIcon
                  onChange={(event) => {
                    const picked = event.target.value
                    navigate(hrefOf('records', picked === '' ? [] : [picked === t('stored') ? 'stored' : picked]))
                  }}
                >
                  <ComboBoxItem text={t('stored')} />
                  {all.map((each) => (
                    <ComboBoxItem key={each.name} text={each.name} />
                  ))}
                </ComboBox>
              </div>
            </div>
          )}
        </Loaded>
        {name === undefined && <p className="muted">{t('choose')}</p>}
      </Section>
      {name !== undefined && (isStored || mayReadRows) && (
        <Rows key={name} entity={isStored ? undefined : name} columns={entity?.columns ?? []} />
      )}
      {entity && (
        <Section title={t('columns', { entity: entity.name })}>
          <ResultTable
            caption={t('columns', { entity: entity.name })}
            columns={columns}
            rows={entity.columns}
            name={[entity.name, 'columns']}
          />
        </Section>
      )}
    </PageFrame>
  )
}

export default Records
