import { Input } from '@ui5/webcomponents-react/Input'
import { Label } from '@ui5/webcomponents-react/Label'
import { Link } from '@ui5/webcomponents-react/Link'
import { type ListedObject, useObjects, useSchemas } from '../../api/catalog.ts'
import { useRole } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf, navigate, useRoute } from '../../parts/route.ts'
import { SchemaSelect } from '../../parts/schema-select.tsx'
import { Section } from '../../parts/section.tsx'
import { Segments } from '../../parts/segments.tsx'
import { Status } from '../../parts/status.tsx'
import { tableTypes } from '../../parts/table-types.ts'
import { texts } from './texts.ts'

type Kind = 'all' | 'table' | 'view'

/** What there is, to be searched; the address keeps what is asked for. */
const Tables = () => {
  const t = useTexts(texts)
  const typeOf = useTexts(tableTypes)
  const mayReadRows = useRole('operator')
  const { segments, options } = useRoute()
  const schemas = useSchemas()
  const schema = segments[0] ?? schemas.value?.schemas.find(({ isCurrent }) => isCurrent)?.name
  const { name = '', kind = 'all' } = options
  const objects = useObjects(schema, name)
  const ask = (changed: Record<string, string>, to = schema): void => {
    navigate(hrefOf('tables', to === undefined ? [] : [to], { name, kind, ...changed }), { replace: true })
  }
  const isWanted = ({ isView }: ListedObject): boolean => kind === 'all' || isView === (kind === 'view')
  const columns: Column<ListedObject>[] = [
    {
      key: 'name',
      label: t('name'),
      kind: 'name',
      value: (object) => object.name,
      cell: (object) =>
        mayReadRows ? <Link href={hrefOf('table', [object.schema, object.name])}>{object.name}</Link> : object.name,
    },
    {
      key: 'type',
      label: t('type'),
      value: ({ type }) => type,
      cell: ({ type, isValid }) => (
        <>
          {typeOf(type)} {!isValid && <Status tone="bad">{t('broken')}</Status>}
        </>
      ),
    },
    { key: 'columnCount', label: t('columns'), kind: 'number', value: ({ columnCount }) => columnCount },
    { key: 'rowCount', label: t('rows'), kind: 'number', isOptional: true, value: ({ rowCount }) => rowCount },
    { key: 'sizeBytes', label: t('size'), kind: 'bytes', isOptional: true, value: ({ sizeBytes }) => sizeBytes },
    { key: 'comment', label: t('comment'), isOptional: true, value: ({ comment }) => comment },
  ]
  return (
    <PageFrame title={t('title')} intro={mayReadRows ? t('intro') : t('needsOperator')}>
      <Section title={t('caption', { schema: schema ?? '' })}>
        <div className="fields">
          <SchemaSelect
            value={schema}
            onChange={(chosen) => {
              ask({}, chosen)
            }}
          />
          <div className="field grow">
            <Label for="tables-search">{t('search')}</Label>
            <Input
              id="tables-search"
              type="Search"
              showClearIcon
              value={name}
              onInput={(event) => {
                ask({ name: event.target.value })
              }}
            />
          </div>
          <div className="field">
            <Label>{t('kind')}</Label>
            <Segments
              label={t('kind')}
              value={kind as Kind}
              choices={[
                ['all', t('kind.all')],
                ['table', t('kind.table')],
                ['view', t('kind.view')],
              ]}
              onChange={(chosen) => {
                ask({ kind: chosen })
              }}
            />
          </div>
        </div>
        <Loaded of={objects}>
          {(found) => (
            <>
              {found.isCut && <p className="muted">{t('cut')}</p>}
              <ResultTable
                caption={t('caption', { schema: schema ?? '' })}
                columns={columns}
                rows={found.objects.filter(isWanted)}
                name={['tables', schema ?? '']}
                empty={t('none')}
                pageSize={100}
                rowKey={(object) => object.name}
              />
            </>
          )}
        </Loaded>
      </Section>
    </PageFrame>
  )
}

export default Tables
