import { Alert, Button } from '@arco-design/web-react'
import { FailureText } from '../../ui/failure-view'
import { ProgressBar } from '../../ui/progress-bar'
import type { PreviewExportControls, PreviewExportProgress } from './use-preview-export'

const textOf = (progress: Extract<PreviewExportProgress, { step: 'ended' }>) => {
  const { state, count, file } = progress
  if (state === 'saved') return `已保存 ${count} 张预览图到「${file?.name ?? ''}」`
  if (state === 'refused') return `${count} 张预览图已生成，还没有保存到电脑`
  if (state === 'nothing') return '没有一张预览图生成成功'
  return <FailureText error={progress.error} />
}

/** Progress and result of saving the previews. */
export function PreviewExportBar({ progress, cancel, dismiss, writeAgain, retryFailed }: Omit<PreviewExportControls, 'start'>) {
  if (progress.step === 'none') return null
  if (progress.step === 'making') {
    const { done, total } = progress
    return (
      <section className="batch-saving" aria-label="保存预览图">
        <span className="numeric" role="status">
          正在生成预览图 {done}/{total}
        </span>
        <ProgressBar percent={Math.floor((done / total) * 100)} showText={false} size="small" label="生成预览图的进度" />
        <Button size="small" type="text" onClick={cancel}>
          取消
        </Button>
      </section>
    )
  }
  if (progress.step === 'writing') {
    return (
      <section className="batch-saving" aria-label="保存预览图">
        <span role="status">正在保存「{progress.file?.name}」</span>
      </section>
    )
  }
  const { state, failed, file } = progress
  return (
    <section className="batch-saved" aria-label="保存预览图">
      <Alert
        type={
          state === 'saved' && failed.length === 0 ? 'success' : state === 'failed' || state === 'nothing' ? 'error' : 'warning'
        }
        closable
        onClose={dismiss}
        content={
          <span className="batch-saved-text numeric" role="status">
            {textOf(progress)}
          </span>
        }
        action={
          file !== null && state !== 'saved' ? (
            <Button size="small" onClick={writeAgain}>
              重新保存
            </Button>
          ) : undefined
        }
      />
      {failed.length > 0 && (
        <div className="batch-failed">
          <div className="batch-failed-head">
            <strong className="numeric">{failed.length} 张没有生成</strong>
            <Button size="small" onClick={retryFailed}>
              重试失败项
            </Button>
          </div>
          <ul aria-label="没有生成的预览图">
            {failed.map(({ id, name, reason }) => (
              <li key={id}>
                <span className="batch-failed-name">{name}</span>：{reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
