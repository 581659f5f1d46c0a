import { Select } from '@arco-design/web-react'
import { type ReactElement, useEffect, useRef } from 'react'
import type { PhoneModel } from '../../../contract/types'

/** The choice that shows every model of the brand. */
export const allModels = 'all'

interface ModelSelectProps {
  readonly models: readonly PhoneModel[]
  readonly value: number | typeof allModels
  readonly onChange: (value: number | typeof allModels) => void
}

function byLabel(typed: string, option: ReactElement): boolean {
  const { props } = option
  const label = typeof props === 'object' && props !== null && 'children' in props ? props.children : ''
  return typeof label === 'string' && label.toLowerCase().includes(typed.trim().toLowerCase())
}

/** The models of a brand, searchable; above them 全部型号. */
export function ModelSelect({ models, value, onChange }: ModelSelectProps) {
  const box = useRef<HTMLSpanElement>(null)
  // Arco hides the search input from assistive technology although it takes the focus.
  useEffect(() => {
    const input = box.current?.querySelector('input')
    input?.removeAttribute('aria-hidden')
    input?.setAttribute('aria-label', '搜索型号')
  })
  return (
    <span ref={box}>
      <Select
        className="wireframes-model"
        aria-label="型号"
        showSearch
        filterOption={byLabel}
        value={value}
        onChange={onChange}
        options={[
          { value: allModels, label: `全部 ${models.length} 个型号` },
          ...models.map(({ id, name, favorited }) => ({ value: id, label: favorited ? `${name} ★` : name })),
        ]}
      />
    </span>
  )
}
