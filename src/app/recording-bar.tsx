import { messageOf } from '../../contract/ground/thrown'
import './recording-bar.css'
import { Button } from '@arco-design/web-react'
import { useState, useSyncExternalStore } from 'react'
import type { Recording } from '../../adapters/platform'

/** Shows that the calls to the client are recorded, or why they are not, and saves the recording. */
export default function RecordingBar({ recording }: { readonly recording: Recording }) {
  const calls = useSyncExternalStore(recording.onChange, recording.calls)
  const [problem, setProblem] = useState('')
  const [saved, setSaved] = useState(false)
  const [closed, setClosed] = useState(false)
  if (closed) return null
  if (recording.refusal !== null) {
    return (
      <aside className="recording-bar" aria-label="录制">
        <p role="status">没有录制：{recording.refusal}</p>
        <Button size="small" onClick={() => setClosed(true)}>
          知道了
        </Button>
      </aside>
    )
  }
  const save = async () => {
    setProblem('')
    try {
      setSaved((await recording.save()).saved)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <aside className="recording-bar" aria-label="录制">
      <span className="recording-mark" aria-hidden />
      <p role="status">
        正在录制「{recording.name}」· {calls} 次调用{saved ? ' · 已导出' : ''}
      </p>
      <Button size="small" type="primary" disabled={calls === 0} onClick={() => void save()}>
        导出录制文件
      </Button>
      {problem !== '' && (
        <p className="recording-problem" role="alert">
          {problem}
        </p>
      )}
    </aside>
  )
}
