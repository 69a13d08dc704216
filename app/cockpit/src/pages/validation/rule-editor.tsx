import '@ui5/webcomponents-icons/dist/add.js'
import { Button } from '@ui5/webcomponents-react/Button'
import { useColumns } from '../../api/catalog.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { type DraftRule, RULE_NAMES, RULES } from './rules.ts'
import { texts } from './texts.ts'

interface RuleEditorProps {
  readonly schema: string
  readonly table: string
  readonly rules: readonly DraftRule[]
  readonly onChange: (rules: readonly DraftRule[]) => void
}

const OPERATORS = ['=', '<>', '<', '<=', '>', '>='] as const

/** One's own rules, a line for each. */
export const RuleEditor = ({ schema, table, rules, onChange }: RuleEditorProps) => {
  const t = useTexts(texts)
  const columns = useColumns(schema, table)
  const names = (columns.value ?? []).map(({ name }) => name)
  const change = (id: number, changes: Partial<DraftRule>): void => {
    onChange(rules.map((rule) => (rule.id === id ? { ...rule, ...changes } : rule)))
  }
  return (
    <div className="rules" role="group" aria-label={t('rules')}>
      {columns.error && <ErrorStrip error={columns.error} onRetry={columns.reload} />}
      {rules.length === 0 && <p className="muted">{t('rules.none')}</p>}
      {rules.map((rule, index) => (
        <div key={rule.id} className="rule" role="group" aria-label={t('rule.number', { number: index + 1 })}>
          <Choice
            isBare
            label={t('column')}
            value={rule.column}
            options={names.map((name) => ({ value: name, text: name }))}
            onChange={(column) => {
              change(rule.id, { column })
            }}
          />
          <Choice
            isBare
            label={t('rule')}
            value={rule.rule}
            options={RULE_NAMES.map((name) => ({ value: name, text: t(`rule.${name}`) }))}
            onChange={(name) => {
              change(rule.id, { rule: name, args: RULES[name].map(() => '') })
            }}
          />
          <Arguments
            rule={rule}
            columns={names}
            onChange={(args) => {
              change(rule.id, { args })
            }}
          />
          <Choice
            isBare
            label={t('severity')}
            value={rule.severity}
            options={(['error', 'warn'] as const).map((value) => ({ value, text: t(`severity.${value}`) }))}
            onChange={(severity) => {
              change(rule.id, { severity })
            }}
          />
          <Button
            icon="delete"
            design="Transparent"
            accessibleName={t('remove', { number: index + 1 })}
            tooltip={t('remove', { number: index + 1 })}
            onClick={() => {
              onChange(rules.filter(({ id }) => id !== rule.id))
            }}
          />
        </div>
      ))}
      <div>
        <Button
          icon="add"
          disabled={names.length === 0}
          onClick={() => {
            const column = rules.at(-1)?.column ?? names[0] ?? ''
            onChange([...rules, { id: rules.length, column, rule: 'required', args: [], severity: 'error' }])
          }}
        >
          {t('add')}
        </Button>
      </div>
    </div>
  )
}

interface ArgumentsProps {
  readonly rule: DraftRule
  readonly columns: readonly string[]
  readonly onChange: (args: readonly string[]) => void
}

const Arguments = ({ rule, columns, onChange }: ArgumentsProps) => {
  const t = useTexts(texts)
  return (
    <div className="rule-arguments">
      {RULES[rule.rule].map((name, index) => {
        const value = rule.args[index] ?? ''
        const set = (text: string): void => {
          onChange(RULES[rule.rule].map((_, at) => (at === index ? text : (rule.args[at] ?? ''))))
        }
        const label = t(`argument.${name}`)
        const choices = name === 'operator' ? OPERATORS : name === 'other' ? columns : undefined
        return choices ? (
          <Choice
            key={name}
            isBare
            label={label}
            value={value}
            options={['', ...choices].map((each) => ({ value: each, text: each || label }))}
            onChange={set}
          />
        ) : (
          <TextField key={name} isBare label={label} placeholder={label} value={value} onChange={set} />
        )
      })}
    </div>
  )
}
