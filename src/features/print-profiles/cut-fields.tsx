import { Checkbox, Input, InputNumber, Select } from '@arco-design/web-react'
import {
  type CutFileKind,
  type CutOutline,
  cutFiles,
  type PrintProfile,
  printProfileLimits,
} from '../../../contract/rules/print-profile'
import { optionsOf } from '../../ui/options'
import { cutFileNames, cutOutlineNames } from './texts'

interface CutFieldsProps {
  readonly value: PrintProfile
  readonly onChange: (part: Partial<PrintProfile>) => void
}

const { offsetMm: offsets, plateName } = printProfileLimits

/** The cut line: in a PDF by its spot colour, and as a file beside each print. */
export function CutFields({ value, onChange }: CutFieldsProps) {
  const { container, cutLine, cutFile } = value
  const isPdf = container === 'pdf'
  // Only a PDF holds the line itself.
  const kinds = isPdf ? cutFiles : cutFiles.filter((kind) => kind !== 'none')
  const toggle = (isCut: boolean) =>
    onChange({
      cutLine: isCut ? { of: 'art', name: 'CutContour', offsetMm: 0 } : null,
      cutFile: isCut && !isPdf ? 'svg' : 'none',
    })
  return (
    <div className="profile-cut">
      <Checkbox checked={cutLine !== null} onChange={toggle}>
        带刀线（贴纸、皮套按轮廓切割）
      </Checkbox>
      {cutLine !== null && (
        <>
          <Select
            aria-label="刀线沿着"
            value={cutLine.of ?? 'art'}
            options={optionsOf(cutOutlineNames)}
            onChange={(of: CutOutline) => onChange({ cutLine: { ...cutLine, of } })}
          />
          <Input
            aria-label="刀线的专色名"
            value={cutLine.name}
            maxLength={plateName}
            onChange={(name) => onChange({ cutLine: { ...cutLine, name } })}
          />
          <InputNumber
            aria-label="刀线外扩"
            prefix="外扩"
            suffix="mm"
            step={0.5}
            {...offsets}
            value={cutLine.offsetMm}
            onChange={(offsetMm) => onChange({ cutLine: { ...cutLine, offsetMm: offsetMm ?? 0 } })}
          />
          <Select
            aria-label="刀线文件"
            value={cutFile}
            options={kinds.map((kind) => ({ value: kind, label: cutFileNames[kind] }))}
            onChange={(kind: CutFileKind) => onChange({ cutFile: kind })}
          />
        </>
      )}
    </div>
  )
}
