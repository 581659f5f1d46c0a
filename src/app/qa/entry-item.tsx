import { IconDown, IconRight } from '@arco-design/web-react/icon'
import { useState } from 'react'
import type { CassetteEntry } from '../../../adapters/cassette/cassette'
import { EntryEditor } from './entry-editor'
import { isHandledByPlugin, type ReplayModel, type ReplayState, runOf } from './replay-model'
import { durationText, entrySubject, methodName, outcomeText, repeatText, runText } from './words'

interface EntryItemProps {
  readonly model: ReplayModel
  readonly state: ReplayState
  readonly entry: CassetteEntry
  /** Whether the next step plays this entry. */
  readonly isNext: boolean
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** A text that scrolls when it is long, also by keyboard. */
function Code({ text }: { readonly text: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable
  return <pre tabIndex={0}>{text}</pre>
}

/** One recorded call: its content, its state, and its editor. */
export function EntryItem({ model, state, entry, isNext }: EntryItemProps) {
  const [isOpen, setOpen] = useState(false)
  const run = runOf(state, entry.seq)
  const original = state.original.entries.find(({ seq }) => seq === entry.seq)
  const details = `qa-entry-${entry.seq}`
  return (
    <li className="qa-entry" data-state={run.state} aria-current={isNext ? 'step' : undefined}>
      <button
        type="button"
        className="qa-entry-head"
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <IconDown aria-hidden /> : <IconRight aria-hidden />}
        <span className="qa-seq">{entry.seq}</span>
        <span className="qa-what">
          <b>{methodName(entry.method)}</b>
          <span className="qa-subject">{entrySubject(entry)}</span>
        </span>
        <span className="qa-answer">
          <span className={'ok' in entry.outcome ? '' : 'qa-bad'}>{outcomeText(entry.outcome)}</span>
          <span className="qa-quiet">
            {durationText(entry.dt)}
            {original !== entry && ' · 已改'}
          </span>
        </span>
        <span className="qa-run" data-state={run.state}>
          {isHandledByPlugin(entry) ? '回放时不用' : runText(run)}
        </span>
      </button>
      {run.error !== '' && <p className="qa-error">插件得到：{run.error}</p>}
      {isOpen && (
        <div id={details} className="qa-details">
          <EntryEditor
            entry={entry}
            original={original}
            onEdit={(edit) => model.edit(entry.seq, edit)}
            onReset={() => model.reset(entry.seq)}
          />
          {repeatText(entry) !== '' && <p className="qa-quiet">{repeatText(entry)}</p>}
          {entry.payload && (
            <p className="qa-quiet">
              文件 {entry.payload.length} 字节{entry.payload.sha256 ? `，SHA-256 ${entry.payload.sha256.slice(0, 12)}…` : ''}
            </p>
          )}
          {entry.events.length > 0 && (
            <p className="qa-quiet">
              途中：
              {entry.events
                .map(({ type, stage, dt }) => `${type === 'ack' ? '收到' : (stage ?? '进度')} ${durationText(dt)}`)
                .join(' → ')}
            </p>
          )}
          <h2>请求</h2>
          <Code text={pretty(entry.request)} />
          <h2>结果</h2>
          <Code text={'lost' in entry.outcome ? '（不回答）' : pretty(entry.outcome)} />
        </div>
      )}
    </li>
  )
}
