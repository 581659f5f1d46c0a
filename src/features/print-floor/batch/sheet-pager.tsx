import { Button, Select } from '@arco-design/web-react'
import { IconLeft, IconRight } from '@arco-design/web-react/icon'
import type { PrintBatch } from '../../../../contract/types'

interface SheetPagerProps {
  readonly batch: PrintBatch
  readonly sheet: number
  readonly onChange: (sheet: number) => void
}

/** Goes from sheet to sheet; nothing where there is one. */
export function SheetPager({ batch: { sheetCount, pieces }, sheet, onChange }: SheetPagerProps) {
  if (sheetCount <= 1) return null
  const countOn = (index: number) => pieces.filter((piece) => piece.sheet === index).length
  return (
    <nav className="sheet-pager" aria-label="换一版">
      <Button icon={<IconLeft />} aria-label="上一版" title="上一版" disabled={sheet === 1} onClick={() => onChange(sheet - 1)} />
      <Select
        aria-label="第几版"
        value={sheet}
        options={Array.from({ length: sheetCount }, (_, at) => ({
          value: at + 1,
          label: `第 ${at + 1}/${sheetCount} 版（${countOn(at + 1)} 件）`,
        }))}
        onChange={onChange}
      />
      <Button
        icon={<IconRight />}
        aria-label="下一版"
        title="下一版"
        disabled={sheet === sheetCount}
        onClick={() => onChange(sheet + 1)}
      />
    </nav>
  )
}
