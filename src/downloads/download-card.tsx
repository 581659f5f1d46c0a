import { Button } from '@arco-design/web-react'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { usePlatform } from '../api/services'
import { lostWithPageText } from '../base/tasks/task-storage'
import type { TaskStore } from '../base/tasks/task-store'
import { ProgressBar } from '../ui/progress-bar'
import { toastFailure } from '../ui/toast'
import { usePace } from '../ui/use-pace'
import { acceptLeftOut, chargeLeftOut } from './decisions'
import { type DownloadState, type Part, stateOf } from './download-record'
import { needsAnswer, storageErrorText } from './download-stop'
import type { DownloadView } from './download-view'
import { kindNames } from './pictures'
import { smallerParts } from './plan'
import { saveAgain } from './save-again'

interface DownloadCardProps {
  readonly view: DownloadView
  readonly tasks: TaskStore
  readonly onCancel: (view: DownloadView) => void
  readonly onShowFailures: (view: DownloadView) => void
  readonly onRecharge: () => void
}

function runningText({ step, plan, total, done, failed }: DownloadView): string {
  const name = kindNames[plan.kind]
  const count = `${done + failed}/${total}`
  if (step === 'away') return `服务器连不上，正在重试（${name} ${count}）`
  if (step === 'offline') return `网络断开了，接好后自动继续（${name} ${count}）`
  if (step === 'charging') return '正在扣点'
  return step === 'saving' ? `正在保存压缩包，${name} ${count}` : `正在下载${name} ${count}`
}

function stoppedText({ stop, plan }: DownloadView): string {
  const message = stop?.message ?? ''
  return stop?.why === 'unsaved' || needsAnswer(stop?.why ?? '') ? message : `下载${kindNames[plan.kind]}时发生错误：${message}`
}

function endedText({ plan, done, failed, parts }: DownloadView): string {
  const name = kindNames[plan.kind]
  if (done === 0) return `${failed} 张${name}都没有下载成功`
  return `下载完成：${done} 张${name}，${parts.length} 个压缩包${failed > 0 ? `，${failed} 张失败` : ''}`
}

/** Shows the progress, the stop reason or the result of a download. */
export function DownloadCard({ view, tasks, onCancel, onShowFailures, onRecharge }: DownloadCardProps) {
  const { id, plan, phase, step, current, bytes, total, done, failed, parts, stop } = view
  const pace = usePace(done + failed, total, phase === 'running' && step === 'fetching', bytes)
  const name = kindNames[plan.kind]
  const note = phase === 'running' ? smallerParts(plan) : null
  const cancelButton = (
    <Button size="small" type="text" onClick={() => onCancel(view)}>
      {phase === 'running' ? '取消下载' : '放弃'}
    </Button>
  )
  const statusLine = (text: string, actions: ReactNode, role: 'status' | 'alert' = 'status') => (
    <div className="download-line">
      <span className="numeric" role={role}>
        {text}
      </span>
      <span className="download-line-actions">{actions}</span>
    </div>
  )
  const body = () => {
    switch (phase) {
      case 'elsewhere':
        return statusLine(`另一个窗口正在下载${name}，那里关闭后可以在这里继续`, null)
      case 'waiting':
        return statusLine(
          `${dayjs(plan.startedAt).format('M月D日 HH:mm')} 的${name}下载没有完成（${done}/${total}）。继续不会重复扣点，已保存的压缩包不会重新下载。`,
          <>
            <Button size="small" type="primary" onClick={() => tasks.resume(id)}>
              继续
            </Button>
            {cancelButton}
          </>,
        )
      case 'paused':
      case 'session':
        return statusLine(
          phase === 'paused'
            ? `已暂停（${name} ${done + failed}/${total}）`
            : `登录过期，重新登录后自动继续（${name} ${done + failed}/${total}）`,
          <>
            {phase === 'paused' && (
              <Button size="small" type="primary" onClick={() => tasks.resume(id)}>
                继续
              </Button>
            )}
            {cancelButton}
          </>,
        )
      case 'running':
        return (
          <>
            {statusLine(runningText(view), cancelButton)}
            {step === 'fetching' && current !== null && (
              <p className="download-current numeric" title={current}>
                {[pace, `正在下载 ${current}`].filter(Boolean).join('，')}
              </p>
            )}
            <ProgressBar
              percent={Math.floor(((done + failed) / Math.max(1, total)) * 100)}
              showText={false}
              size="small"
              label={`下载${name}的进度`}
            />
          </>
        )
      case 'stopped':
        return statusLine(
          stoppedText(view),
          <>
            {needsAnswer(stop?.why ?? '') ? (
              <UnpaidActions view={view} tasks={tasks} onRecharge={onRecharge} />
            ) : (
              <Button size="small" type="primary" onClick={() => tasks.resume(id)}>
                {stop?.why === 'unsaved' ? '重新保存' : '重试'}
              </Button>
            )}
            {cancelButton}
          </>,
          'alert',
        )
      case 'ended':
        return statusLine(
          endedText(view),
          <>
            {failed > 0 && (
              <Button size="small" onClick={() => onShowFailures(view)}>
                查看失败的图片
              </Button>
            )}
            <Button size="small" type="text" onClick={() => tasks.dismiss(id)}>
              知道了
            </Button>
          </>,
        )
    }
  }
  return (
    <section
      className={`download-card is-${phase}`}
      aria-label={`下载${name} ${dayjs(plan.startedAt).format('M月D日 HH:mm:ss')}`}
    >
      {body()}
      {phase === 'running' && view.isLostWithPage && <p className="download-hint">{lostWithPageText}</p>}
      {note !== null && <p className="download-hint">{note}</p>}
      {phase === 'ended' && plan.destination.kind === 'disk' && parts.length > 0 && <SavedParts view={view} />}
    </section>
  )
}

/** The seller's choices for unpaid pictures. */
function UnpaidActions({ view, tasks, onRecharge }: Pick<DownloadCardProps, 'view' | 'tasks' | 'onRecharge'>) {
  const { id, plan, stop, charged, short, confirmable } = view
  const resumeWith = (decide: (state: DownloadState) => DownloadState) =>
    tasks.resume(id, (saved) => decide(stateOf(saved, plan)))
  const chargeRest = () => resumeWith((state) => chargeLeftOut(state, plan))
  const continueButton = charged && (
    <Button size="small" type="primary" onClick={() => resumeWith(acceptLeftOut)}>
      {stop?.why === 'short' ? '继续下载' : '继续下载其余'}
    </Button>
  )
  if (stop?.why === 'refused') {
    return (
      <>
        {confirmable > 0 && (
          <Button size="small" onClick={chargeRest}>
            仍要下载（{confirmable} 张）
          </Button>
        )}
        {continueButton}
      </>
    )
  }
  return (
    <>
      <Button size="small" onClick={onRecharge}>
        立即充值
      </Button>
      <Button size="small" onClick={chargeRest}>
        已充值，下载全部（{short} 张新图）
      </Button>
      {continueButton}
    </>
  )
}

/** A browser that blocks further downloads does not report it, so every archive can be saved again from here. */
function SavedParts({ view }: Pick<DownloadCardProps, 'view'>) {
  const platform = usePlatform()
  const save = async (part: Part) => {
    try {
      // Also false when the seller closed the dialog, which needs no message.
      await saveAgain(platform, view.plan, part)
    } catch (error) {
      toastFailure(storageErrorText(error))
    }
  }
  return (
    <ul className="download-parts" aria-label="压缩包">
      {view.parts.map((part) => (
        <li key={part.number}>
          <span className="download-part-name" title={part.name}>
            {part.name}
          </span>
          <Button size="mini" type="text" aria-label={`再保存一次「${part.name}」`} onClick={() => void save(part)}>
            再保存一次
          </Button>
        </li>
      ))}
    </ul>
  )
}
