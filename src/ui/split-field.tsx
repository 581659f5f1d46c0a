import { Button, InputNumber } from '@arco-design/web-react'
import { useState } from 'react'
import { FailureText } from './failure-view'
import './split-field.css'

interface SplitFieldProps {
  readonly legend: string
  /** Unit of the total: 件. */
  readonly unit: string
  /** Required sum of the parts. */
  readonly total: number
  readonly lines: readonly { readonly id: number; readonly name: string; readonly imageUrl?: string | null }[]
  /** The stored parts by id; null: not decided yet. */
  readonly value: ReadonlyMap<number, number> | null
  readonly saveText: string
  readonly isSaving: boolean
  readonly error: unknown
  readonly disabled?: boolean
  readonly onSave: (parts: ReadonlyMap<number, number>) => void
}

/** A number that is split over several lines; it can be saved when their sum is correct. */
export function SplitField({ legend, unit, total, lines, value, saveText, isSaving, error, disabled, onSave }: SplitFieldProps) {
  const [typed, setTyped] = useState<ReadonlyMap<number, number>>(value ?? new Map())
  const partOf = (id: number) => typed.get(id) ?? 0
  const sum = lines.reduce((all, { id }) => all + partOf(id), 0)
  const isSame = value !== null && lines.every(({ id }) => value.get(id) === partOf(id))
  return (
    <fieldset className="split-field" disabled={disabled}>
      <legend>{legend}</legend>
      {lines.map(({ id, name, imageUrl }) => (
        <div key={id} className="split-field-line">
          {imageUrl != null && (
            <span className="split-field-picture picture-box">
              <img src={imageUrl} alt="" loading="lazy" />
            </span>
          )}
          <span className="split-field-name">{name}</span>
          <InputNumber
            size="mini"
            min={0}
            max={total}
            precision={0}
            disabled={disabled ?? false}
            aria-label={`${name} 的${unit}数`}
            {...(typed.has(id) && { value: partOf(id) })}
            onChange={(next) => setTyped(new Map(typed).set(id, Number.isFinite(next) ? next : 0))}
          />
        </div>
      ))}
      <div className="split-field-line">
        <span className={`split-field-name numeric${sum === total ? '' : ' is-open'}`} role="status">
          共 {sum}/{total} {unit}
        </span>
        <Button
          size="mini"
          type="primary"
          disabled={disabled || sum !== total || isSame}
          loading={isSaving}
          onClick={() => onSave(new Map(lines.map(({ id }) => [id, partOf(id)])))}
        >
          {saveText}
        </Button>
      </div>
      {error != null && (
        <p className="split-field-problem" role="alert">
          <FailureText error={error} />
        </p>
      )}
    </fieldset>
  )
}
