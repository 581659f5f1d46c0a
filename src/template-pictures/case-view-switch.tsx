import { Radio } from '@arco-design/web-react'
import { type CaseView, setCaseView, useCaseView } from './case-view'

const options: { readonly label: string; readonly value: CaseView }[] = [
  { label: '上壳', value: 'case' },
  { label: '平面图', value: 'flat' },
]

/** Shows templates on their cases, or flat, in all lists. */
export function CaseViewSwitch() {
  const view = useCaseView()
  return (
    <Radio.Group
      type="button"
      size="small"
      className="case-view-switch"
      aria-label="模板的图片"
      value={view}
      options={options}
      onChange={setCaseView}
    />
  )
}
