import { Button, Input } from '@arco-design/web-react'
import { type ClipboardEvent, useId } from 'react'
import { sharpnessNames } from '../../../contract/rules/print-resolution'
import { mmText, resolutionOf } from './physical-size'
import type { Size } from './print-area'
import { readMm, readSize } from './sizes/read-size'

export interface TypedMm {
  readonly width: string
  readonly height: string
}

/** Reads the two fields; `problem` is set when they cannot be saved. */
export function readTypedMm(typed: TypedMm): { widthMm: number | null; heightMm: number | null; problem: string | null } {
  const widthMm = readMm(typed.width)
  const heightMm = readMm(typed.height)
  const isInvalid = widthMm === undefined || heightMm === undefined
  return {
    widthMm: widthMm ?? null,
    heightMm: heightMm ?? null,
    problem: isInvalid ? '请填写大于 0、不超过 1000 的毫米数，例如 71.5 或 7.15 cm' : null,
  }
}

interface SizeFieldsProps {
  readonly typed: TypedMm
  readonly size: Size | null
  readonly onChange: (typed: TypedMm) => void
}

/** The physical size of the whole picture; optional, but a print file needs it for its true resolution. */
export function SizeFields({ typed, size, onChange }: SizeFieldsProps) {
  const id = useId()
  const { widthMm, heightMm, problem } = readTypedMm(typed)
  const resolution = problem === null ? resolutionOf(size, widthMm, heightMm) : null
  /** Fills both fields from a text such as 71.5×150.2; returns whether it is one. */
  const splitBoth = (text: string): boolean => {
    const both = readSize(text, size)
    if (both) onChange({ width: mmText(both.widthMm), height: mmText(both.heightMm) })
    return both !== null
  }
  const sizeField = (side: keyof TypedMm, label: string) => (
    <div className="wireframes-field">
      <span aria-hidden="true">{label}</span>
      <Input
        value={typed[side]}
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${label}（毫米）`}
        aria-describedby={`${id}-hint`}
        aria-invalid={readMm(typed[side]) === undefined ? true : undefined}
        {...(readMm(typed[side]) === undefined && { status: 'error' as const })}
        onFocus={(event) => event.target.select()}
        onChange={(value) => onChange({ ...typed, [side]: value })}
        onBlur={() => splitBoth(typed[side])}
        onPaste={(event: ClipboardEvent) => {
          if (splitBoth(event.clipboardData.getData('text'))) event.preventDefault()
        }}
      />
    </div>
  )
  const stretch = resolution?.stretch ?? null
  return (
    <fieldset className="wireframes-margins" aria-labelledby={`${id}-name`}>
      <div className="wireframes-margins-head">
        <h2 id={`${id}-name`}>实物尺寸（毫米，选填）</h2>
      </div>
      <div className="wireframes-margins-row">
        {sizeField('width', '宽')}
        {sizeField('height', '高')}
      </div>
      <div id={`${id}-hint`} className="wireframes-hint">
        {problem !== null && (
          <p className="wireframes-problem" role="alert">
            {problem}
          </p>
        )}
        {problem === null && resolution === null && <p>整张图片印出来的大小，用来算出打印精度。</p>}
        {resolution !== null && (
          <p className={resolution.sharpness === 'good' ? '' : 'wireframes-warning'}>
            打印精度约 <span className="numeric">{resolution.dpi}</span> DPI，{sharpnessNames[resolution.sharpness]}
            {resolution.sharpness !== 'good' && '；建议用更大的图片'}
          </p>
        )}
        {stretch !== null && (
          <p className="wireframes-warning">
            与图片{stretch.text}，按图片比例高应为 {mmText(stretch.fittingHeightMm)} 毫米
            <Button size="mini" type="text" onClick={() => onChange({ ...typed, height: mmText(stretch.fittingHeightMm) })}>
              按比例填写
            </Button>
          </p>
        )}
      </div>
    </fieldset>
  )
}
