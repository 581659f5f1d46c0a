import { Checkbox, Form, InputNumber, Radio, Select } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import {
  type PrintPresetKey,
  type PrintProfile,
  printColors,
  printContainers,
  printPresetKeys,
  printPresets,
  printProfileLimits,
  softEdges,
  tiffCompressions,
} from '../../../contract/rules/print-profile'
import { CutFields } from './cut-fields'
import { NameField } from './name-field'
import { PlateRows } from './plate-rows'
import { colorNames, compressionNames, containerNames, softEdgeNames } from './texts'

interface ProfileFieldsProps {
  readonly value?: PrintProfile
  readonly onChange?: (value: PrintProfile) => void
  /** The field of the ICC profile, shown for CMYK. */
  readonly icc: ReactNode
}

const { dpi: dpis, inkLimit: inkLimits, bleedMm: bleeds, pageMm: pages } = printProfileLimits
const endings = { tiff: 'tif', pdf: 'pdf', png: 'png' } as const
const optionsOf = <K extends string>(keys: readonly K[], names: Readonly<Record<K, string>>) =>
  keys.map((value) => ({ value, label: names[value] }))

/** Returns the preset of exactly these settings, if there is one. */
const presetOf = (settings: PrintProfile): PrintPresetKey | undefined =>
  printPresetKeys.find((key) => JSON.stringify(printPresets[key].profile) === JSON.stringify(settings))

/** The settings of a print profile, a control of a form. */
export function ProfileFields({ value, onChange, icc }: ProfileFieldsProps) {
  if (value === undefined) return null
  const preset = presetOf(value)
  const change = (part: Partial<PrintProfile>) => onChange?.({ ...value, ...part })
  return (
    <div className="profile-fields">
      <Form.Item label="从预设开始" extra={preset === undefined ? '已经改动，和任何预设都不同。' : printPresets[preset].hint}>
        <Select
          aria-label="从预设开始"
          value={preset}
          placeholder="自定义"
          options={printPresetKeys.map((key) => ({ value: key, label: printPresets[key].name }))}
          onChange={(key: PrintPresetKey) => onChange?.(printPresets[key].profile)}
        />
      </Form.Item>
      <div className="profile-row">
        <Form.Item label="文件格式">
          <Radio.Group
            type="button"
            name="print-container"
            aria-label="文件格式"
            value={value.container}
            options={optionsOf(printContainers, containerNames)}
            onChange={(container: PrintProfile['container']) =>
              change({ container, ...(container !== 'pdf' && value.cutFile === 'none' && { cutLine: null }) })
            }
          />
        </Form.Item>
        <Form.Item label="颜色">
          <Radio.Group
            type="button"
            name="print-colors"
            aria-label="颜色"
            value={value.colors}
            options={optionsOf(printColors, colorNames)}
            onChange={(colors: PrintProfile['colors']) => change({ colors })}
          />
        </Form.Item>
        <Form.Item label="分辨率">
          <InputNumber
            aria-label="分辨率"
            suffix="dpi"
            {...dpis}
            value={value.dpi}
            onChange={(dpi) => change({ dpi: dpi ?? 300 })}
          />
        </Form.Item>
      </div>
      {value.colors === 'cmyk' && icc}
      <Form.Item label="附加通道" extra={value.container === 'pdf' ? '写成专色，全部叠印；透明度不写。' : '按文件里的先后排列。'}>
        <PlateRows container={value.container} plates={value.plates} onChange={(plates) => change({ plates })} />
      </Form.Item>
      <div className="profile-row">
        {value.container !== 'pdf' && (
          <Form.Item label="半透明边缘的颜色">
            <Select
              aria-label="半透明边缘的颜色"
              value={value.softEdges}
              options={optionsOf(softEdges, softEdgeNames)}
              onChange={(edges: PrintProfile['softEdges']) => change({ softEdges: edges })}
            />
          </Form.Item>
        )}
        {value.container === 'tiff' && (
          <Form.Item label="压缩">
            <Select
              aria-label="压缩"
              value={value.compression}
              options={optionsOf(tiffCompressions, compressionNames)}
              onChange={(compression: PrintProfile['compression']) => change({ compression })}
            />
          </Form.Item>
        )}
        {value.colors === 'cmyk' && (
          <Form.Item label="总墨量上限">
            <InputNumber
              aria-label="总墨量上限"
              suffix="%"
              {...inkLimits}
              value={value.inkLimit}
              onChange={(inkLimit) => change({ inkLimit: inkLimit ?? 300 })}
            />
          </Form.Item>
        )}
        <Form.Item label="出血">
          <InputNumber
            aria-label="出血"
            suffix="mm"
            step={0.5}
            {...bleeds}
            value={value.bleedMm}
            onChange={(bleedMm) => change({ bleedMm: bleedMm ?? 0 })}
          />
        </Form.Item>
      </div>
      <CutFields value={value} onChange={change} />
      <div className="profile-cut">
        <Checkbox
          checked={value.page !== null}
          onChange={(isOn) => change({ page: isOn ? { widthMm: 100, heightMm: 200 } : null })}
        >
          固定页面大小（图案放在正中）
        </Checkbox>
        {value.page !== null &&
          (['widthMm', 'heightMm'] as const).map((side) => (
            <InputNumber
              key={side}
              aria-label={side === 'widthMm' ? '页面宽' : '页面高'}
              prefix={side === 'widthMm' ? '宽' : '高'}
              suffix="mm"
              {...pages}
              value={value.page?.[side]}
              onChange={(mm) => value.page !== null && change({ page: { ...value.page, [side]: mm ?? pages.min } })}
            />
          ))}
      </div>
      <NameField value={value.fileName} ending={endings[value.container]} onChange={(fileName) => change({ fileName })} />
      <Checkbox checked={value.mirrored} onChange={(mirrored) => change({ mirrored })}>
        镜像（透明壳从背面打印）
      </Checkbox>
    </div>
  )
}
