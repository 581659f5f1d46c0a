import { messageOf } from '../../../contract/ground/thrown'
import '@arco-design/web-react/es/_util/react-19-adapter'
import '../arco-styles'
import '../../theme.css'
import './qa.css'
import { Button, Select, Tag } from '@arco-design/web-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { pageSaving, saveFile } from '../../../adapters/browser/save-file'
import { type Cassette, readCassette, writeCassette } from '../../../adapters/cassette/cassette'
import { cassettes, cassetteTitle } from '../../../adapters/cassette/library'
import { SwitchField } from '../../ui/switch-field'
import { EntryItem } from './entry-item'
import { Misses, Unused } from './findings'
import { currentOf, isEdited, nextOf, type ReplayModel, type ReplayState, unusedOf } from './replay-model'

/** Returns the edited cassette with a new name and its origin, because an edited cassette is no recording any more. */
export function editedCassette({ cassette, original }: ReplayState): Cassette {
  if (cassette === original) return cassette
  const { name, origin, recordedAt, basedOn } = original
  return {
    ...cassette,
    name: name.endsWith('-edited') ? name : `${name}-edited`,
    origin: 'authored',
    basedOn: basedOn ?? `${name} (${origin}, ${recordedAt})`,
  }
}

function statusText(state: ReplayState): string {
  if (!state.open) return '正在打开插件…'
  const next = nextOf(state)
  if (state.held.length > 0) return `插件有 ${state.held.length} 个调用在等待放行`
  if (state.mode === 'play' && next) return '播放中…'
  return next ? `下一步：第 ${next.seq} 条` : '全部播放过了；插件再发出的调用仍按录制回答'
}

/** Cassette list, controls, entries and findings beside the real plugin with its mock platform adapter. */
export default function QaPage({ model }: { readonly model: ReplayModel }) {
  const state = useSyncExternalStore(model.subscribe, model.state)
  const [opened, setOpened] = useState<Cassette | null>(null)
  const [problem, setProblem] = useState('')
  const picker = useRef<HTMLInputElement>(null)
  const { cassette, original, mode } = state
  const next = nextOf(state)
  const current = currentOf(state)
  const list = opened ? [opened, ...cassettes] : cassettes

  const open = async (file: File | undefined) => {
    if (!file) return
    try {
      const read = readCassette(JSON.parse(await file.text()))
      setOpened(read)
      model.load(read)
      setProblem('')
    } catch (error) {
      setProblem(`「${file.name}」打不开：${messageOf(error)}`)
    }
  }
  const save = async () => {
    try {
      const edited = editedCassette(model.state())
      const blob = new Blob([writeCassette(edited)], { type: 'application/json' })
      await saveFile({ name: `${edited.name}.json`, blob }, pageSaving())
      setProblem('')
    } catch (error) {
      setProblem(`没有保存：${messageOf(error)}`)
    }
  }

  return (
    <div className="qa">
      <main className="qa-plugin" aria-label="插件">
        {/* A key per run, so that each run reloads the plugin. */}
        <iframe key={state.run} title="壳匠插件" src="/?platform=mock" />
      </main>
      <aside className="qa-panel" aria-label="录制回放">
        <header className="qa-head">
          <h1>录制回放</h1>
          <a href="/simulator">千牛客户端模拟器</a>
        </header>
        <div className="qa-row">
          <Select
            className="qa-choice"
            aria-label="录制数据"
            value={list.indexOf(original)}
            onChange={(index: number) => {
              const chosen = list[index]
              if (chosen) model.load(chosen)
            }}
            options={list.map(({ name }, value) => ({ value, label: cassetteTitle[name] ?? name }))}
          />
          <Button onClick={() => picker.current?.click()}>打开文件</Button>
          <input
            ref={picker}
            type="file"
            accept="application/json,.json"
            aria-label="录制文件"
            hidden
            onChange={({ target }) => {
              void open(target.files?.[0])
              target.value = ''
            }}
          />
          <Button type={isEdited(state) ? 'primary' : 'secondary'} onClick={() => void save()}>
            另存为文件
          </Button>
        </div>
        <p className="qa-facts">
          <Tag size="small">{original.origin === 'recorded' ? '真机录制' : '非真机'}</Tag>
          {isEdited(state) && <span className="qa-changed">已修改</span>}
          <span>
            {cassette.name} · {cassette.entries.length} 条 · 千牛 {cassette.client.qn || '版本未知'}
            {cassette.basedOn ? ` · 来自 ${cassette.basedOn}` : ''}
          </span>
        </p>
        {problem !== '' && (
          <p className="qa-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="qa-row qa-controls">
          <Button
            type="primary"
            disabled={!state.open || state.driving || (!next && state.held.length === 0)}
            onClick={() => void model.next()}
          >
            下一步
          </Button>
          {mode === 'play' ? (
            <Button onClick={model.pause}>暂停</Button>
          ) : (
            <Button disabled={!state.open} onClick={() => void model.playAll()}>
              全部播放
            </Button>
          )}
          <Button onClick={model.restart}>重新开始</Button>
          <SwitchField checked={state.instant} onChange={model.setInstant}>
            不等时间
          </SwitchField>
        </div>
        <p className="qa-status" role="status">
          {statusText(state)}
        </p>
        <section className="qa-scroll" aria-label="记录与结果">
          <ol className="qa-entries" aria-label="录制的调用">
            {cassette.entries.map((entry) => (
              <EntryItem
                key={`${original.name} ${entry.seq}`}
                model={model}
                state={state}
                entry={entry}
                isNext={entry === current}
              />
            ))}
          </ol>
          <Misses misses={state.misses} />
          <Unused unused={unusedOf(state)} />
        </section>
      </aside>
    </div>
  )
}
