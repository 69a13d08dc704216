import { SegmentedButton } from '@ui5/webcomponents-react/SegmentedButton'
import { SegmentedButtonItem } from '@ui5/webcomponents-react/SegmentedButtonItem'

interface SegmentsProps<Choice extends string> {
  readonly label: string
  readonly choices: readonly (readonly [value: Choice, text: string])[]
  readonly value: Choice
  readonly onChange: (value: Choice) => void
}

/** One of a few choices, all in sight: each as wide as its words, which would be cut on a phone if all were as wide. */
export const Segments = <Choice extends string>({ label, choices, value, onChange }: SegmentsProps<Choice>) => (
  <SegmentedButton
    accessibleName={label}
    itemsFitContent
    onSelectionChange={(event) => {
      const chosen = event.detail.selectedItems[0]?.getAttribute('data-value')
      const choice = choices.find(([each]) => each === chosen)
      if (choice) onChange(choice[0])
    }}
  >
    {choices.map(([each, text]) => (
      <SegmentedButtonItem key={each} data-value={each} selected={each === value}>
        {text}
      </SegmentedButtonItem>
    ))}
  </SegmentedButton>
)
