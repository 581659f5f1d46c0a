import { Button, Input, InputNumber, Select } from '@arco-design/web-react'
import type { CassetteEntry, CassetteOutcome } from '../../../adapters/cassette/cassette'
import { platformErrorText } from '../../../adapters/error-text'
import { type PlatformErrorCode, platformErrorCodes } from '../../../adapters/platform'
import type { EntryEdit } from './replay-model'

interface EntryEditorProps {
  readonly entry: CassetteEntry
  readonly original: CassetteEntry | undefined
  onEdit(edit: EntryEdit): void
  onReset(): void
}

type Fault = 'ok' | 'lost' | 'error'

const faultOf = (outcome: CassetteOutcome): Fault => ('lost' in outcome ? 'lost' : 'error' in outcome ? 'error' : 'ok')

/** Error codes that a client can return; those of the cassette itself are created by the player. */
const codes = platformErrorCodes.filter((code) => !code.startsWith('FIXTURE'))

/** Edits the outcome and the delay of one entry. Changes apply from its next playback on. */
export function EntryEditor({ entry, original, onEdit, onReset }: EntryEditorProps) {
  const { outcome } = entry
  const fault = faultOf(outcome)
  const first = original && faultOf(original.outcome) === 'ok' ? original.outcome : { ok: null }
  const choose = (next: Fault) => {
    if (next === 'ok') onEdit({ outcome: first })
    else if (next === 'lost') onEdit({ outcome: { lost: true } })
    else onEdit({ outcome: { error: { code: 'TIMEOUT', message: platformErrorText('TIMEOUT'), retryable: true } } })
  }
  const fail = (code: PlatformErrorCode, message: string) =>
    onEdit({ outcome: { error: { ...('error' in outcome ? outcome.error : {}), code, message } } })
  const id = `entry-${entry.seq}`
  return (
    <div className="qa-editor">
      <label htmlFor={`${id}-dt`}>多久后回答</label>
      <InputNumber
        id={`${id}-dt`}
        size="small"
        min={0}
        max={3_600_000}
        step={100}
        suffix="毫秒"
        value={entry.dt}
        disabled={fault === 'lost'}
        onChange={(dt) => typeof dt === 'number' && Number.isFinite(dt) && onEdit({ dt: Math.round(dt) })}
      />
      <span id={`${id}-fault`}>回答什么</span>
      <Select
        size="small"
        value={fault}
        aria-labelledby={`${id}-fault`}
        onChange={choose}
        options={[
          { value: 'ok', label: original && faultOf(original.outcome) !== 'ok' ? '成功（空结果）' : '录制的结果' },
          { value: 'lost', label: '丢掉回答' },
          { value: 'error', label: '返回错误' },
        ]}
      />
      {'error' in outcome && (
        <>
          <span id={`${id}-code`}>错误码</span>
          <Select
            size="small"
            value={outcome.error.code}
            aria-labelledby={`${id}-code`}
            onChange={(code: PlatformErrorCode) => fail(code, platformErrorText(code))}
            options={codes.map((code) => ({ value: code, label: code }))}
          />
          <label htmlFor={`${id}-message`}>商家看到</label>
          <Input
            id={`${id}-message`}
            size="small"
            value={outcome.error.message}
            onChange={(message) => fail(outcome.error.code, message)}
          />
        </>
      )}
      {original !== entry && (
        <Button size="mini" className="qa-reset" onClick={onReset}>
          恢复录制的样子
        </Button>
      )}
    </div>
  )
}
