import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { useTexts } from '../../i18n/use-texts.ts'
import { useOptions } from '../use-options.ts'
import { texts } from './texts.ts'

/** How much a picture of a lineage shows. */
export const LineageOptions = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  return (
    <>
      {(['columns', 'references'] as const).map((name) => (
        <CheckBox
          key={name}
          text={t(name)}
          checked={options[name] === 'yes'}
          onChange={(event) => {
            change({ [name]: event.target.checked ? 'yes' : '' })
          }}
        />
      ))}
    </>
  )
}
