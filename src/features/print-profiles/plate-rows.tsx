import { Button, Checkbox, Input, InputNumber, Select } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import {
  extraSampleKinds,
  type Plate,
  type PrintContainer,
  plateRoles,
  plateSources,
  printProfileLimits,
} from '../../../contract/rules/print-profile'
import { extraSampleNames, roleNames, sourceNames } from './texts'

interface PlateRowsProps {
  readonly container: PrintContainer
  readonly plates: readonly Plate[]
  readonly onChange: (plates: readonly Plate[]) => void
}

const added: Plate = {
  name: '',
  role: 'white',
  source: 'alpha',
  inverted: false,
  threshold: 128,
  chokeMm: 0.2,
  extraSample: 0,
}
const { chokeMm: chokes, threshold: thresholds, plates: most, plateName } = printProfileLimits

/** The channels beside the colours, in the order of the file. */
export function PlateRows({ container, plates, onChange }: PlateRowsProps) {
  const change = (index: number, part: Partial<Plate>) =>
    onChange(plates.map((plate, at) => (at === index ? { ...plate, ...part } : plate)))
  return (
    <fieldset className="plates" aria-label="附加通道">
      {plates.map((plate, index) => {
        const of = `第 ${index + 1} 个通道的`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a channel has no id, and its place is what it is
          <div className="plate" key={index}>
            <Input
              aria-label={`${of}名字`}
              value={plate.name}
              placeholder="名字，如 W1"
              maxLength={plateName}
              onChange={(name) => change(index, { name })}
            />
            <Select
              aria-label={`${of}用途`}
              value={plate.role}
              options={plateRoles.map((value) => ({ value, label: roleNames[value] }))}
              onChange={(role: Plate['role']) =>
                change(index, { role, ...(role === 'transparency' && { source: 'picture', chokeMm: 0 }) })
              }
            />
            <Select
              aria-label={`${of}范围`}
              value={plate.source}
              options={plateSources.map((value) => ({ value, label: sourceNames[value] }))}
              onChange={(source: Plate['source']) => change(index, { source })}
            />
            <Button
              icon={<IconDelete />}
              aria-label={`删除第 ${index + 1} 个通道`}
              title="删除"
              onClick={() => onChange(plates.filter((_, at) => at !== index))}
            />
            <div className="plate-more">
              {plate.source === 'alpha' && (
                <>
                  <InputNumber
                    aria-label={`${of}内缩`}
                    prefix="内缩"
                    suffix="mm"
                    step={0.1}
                    {...chokes}
                    value={plate.chokeMm}
                    onChange={(chokeMm) => change(index, { chokeMm: chokeMm ?? 0 })}
                  />
                  <InputNumber
                    aria-label={`${of}阈值`}
                    prefix="不透明度从"
                    precision={0}
                    {...thresholds}
                    value={plate.threshold}
                    onChange={(threshold) => change(index, { threshold: threshold ?? 128 })}
                  />
                </>
              )}
              {container === 'tiff' && (
                <Select
                  aria-label={`${of}类型`}
                  value={plate.extraSample}
                  options={extraSampleKinds.map((value) => ({ value, label: extraSampleNames[value] }))}
                  onChange={(extraSample: Plate['extraSample']) => change(index, { extraSample })}
                />
              )}
              <Checkbox checked={plate.inverted} onChange={(inverted) => change(index, { inverted })}>
                反相（0 出墨）
              </Checkbox>
            </div>
          </div>
        )
      })}
      {plates.length < most && (
        <Button
          type="dashed"
          icon={<IconPlus />}
          onClick={() => onChange([...plates, { ...added, name: plates.length === 0 ? 'W1' : '' }])}
        >
          加一个通道
        </Button>
      )}
    </fieldset>
  )
}
