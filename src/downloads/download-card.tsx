import { Button } from '@arco-design/web-react'
import dayjs from 'dayjs'
import { type ReactNode, useState } from 'react'
import { fileErrorText } from '../../contract/rules/file-errors'
import { usePlatform } from '../api/services'
import { lostWithPageText } from '../base/tasks/task-storage'
import type { TaskStore } from '../base/tasks/task-store'
import { confirm } from '../ui/confirm'
import { ProgressBar } from '../ui/progress-bar'
import { toastFailure } from '../ui/toast'
import { usePace } from '../ui/use-pace'
import { acceptLeftOut, acceptPrice, chargeLeftOut } from './decisions'
import { type DownloadState, type Part, stateOf } from './download-record'
import { needsAnswer } from './download-stop'
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
  /** Gives an archive out once more; absent: from the browser's own archives. */
  readonly giveOut?: typeof saveAgain
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

/** Archives that the seller's clicks on this card saved: those that the browser got, and those that are known to be on the disk. */
type Given = ReadonlyMap<number, 'unseen' | 'saved'>

const isWaiting = ({ number, state }: Part, given: Given): boolean => state === 'offered' && !given.has(number)
/** Whether nobody knows if the archive arrived: the browser may have blocked it. */
const isUnseen = ({ number, unseen }: Part, given: Given): boolean =>
  (given.get(number) ?? (unseen ? 'unseen' : 'saved')) === 'unseen'

function endedText({ plan, done, failed, parts }: DownloadView, given: Given): string {
  const name = kindNames[plan.kind]
  if (done === 0) return `${failed} 张${name}都没有下载成功`
  const waiting = parts.filter((part) => isWaiting(part, given)).length
  const contents = `${done} 张${name}，${parts.length} 个压缩包${failed > 0 ? `，${failed} 张失败` : ''}`
  if (waiting > 0) return `压缩包做好了，还有 ${waiting} 个要点「保存」：${contents}`
  return parts.some((part) => isUnseen(part, given)) ? `已交给浏览器保存：${contents}` : `下载完成：${contents}`
}

/** Shows the progress, the stop reason or the result of a download. */
export function DownloadCard({ view, tasks, onCancel, onShowFailures, onRecharge, giveOut = saveAgain }: DownloadCardProps) {
  const { id, plan, phase, isEnded, step, current, bytes, total, done, failed, parts, stop } = view
  const [given, setGiven] = useState<Given>(new Map())
  const waiting = parts.filter((part) => isWaiting(part, given)).length
  const pace = usePace(done + failed, total, phase === 'running' && step === 'fetching', bytes)
  const name = kindNames[plan.kind]
  const note = phase === 'running' ? smallerParts(plan) : null
  const dismiss = async () => {
    const agreed =
      waiting === 0 ||
      (await confirm({
        title: `还有 ${waiting} 个压缩包没有保存`,
        content: '关闭以后浏览器会清除它们；已付费的图片可以免费重新下载。',
        okText: '关闭',
        cancelText: '先不关闭',
        danger: true,
      }))
    if (agreed) tasks.dismiss(id)
  }
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
        return statusLine(
          isEnded
            ? `另一个窗口的${name}下载结束了，${failed} 张没有成功，请在那个窗口处理`
            : `另一个窗口正在下载${name}，那里关闭后可以在这里继续`,
          null,
        )
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
          endedText(view, given),
          <>
            {failed > 0 && (
              <Button size="small" onClick={() => onShowFailures(view)}>
                查看失败的图片
              </Button>
            )}
            <Button size="small" type="text" onClick={() => void dismiss()}>
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
      {phase === 'ended' && waiting === 0 && done > 0 && parts.some((part) => isUnseen(part, given)) && (
        <p className="download-hint">
          没有看到文件？看浏览器地址栏右侧的提示，选择允许
          {plan.destination.kind === 'disk' ? '，或点「再保存一次」，不再扣点。' : '，再重新下载，已付费的图片免费。'}
        </p>
      )}
      {plan.destination.kind === 'disk' && (phase === 'ended' || waiting > 0) && (
        <FinishedParts
          view={view}
          given={given}
          giveOut={giveOut}
          onGiven={(number, how) => setGiven((before) => new Map([...before, [number, how]]))}
        />
      )}
    </section>
  )
}

/** The seller's choices for unpaid pictures. */
function UnpaidActions({ view, tasks, onRecharge }: Pick<DownloadCardProps, 'view' | 'tasks' | 'onRecharge'>) {
  const { id, plan, stop, charged, short, confirmable, offeredPrice } = view
  const resumeWith = (decide: (state: DownloadState) => DownloadState) =>
    tasks.resume(id, (saved) => decide(stateOf(saved, plan)))
  const chargeRest = () => resumeWith((state) => chargeLeftOut(state, plan))
  const continueButton = charged && (
    <Button size="small" type="primary" onClick={() => resumeWith(acceptLeftOut)}>
      {stop?.why === 'short' ? '继续下载' : '继续下载其余'}
    </Button>
  )
  if (stop?.why === 'price') {
    return (
      <Button size="small" type="primary" onClick={() => resumeWith(acceptPrice)}>
        按每张 {offeredPrice} 点继续
      </Button>
    )
  }
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

interface FinishedPartsProps {
  readonly view: DownloadView
  readonly given: Given
  readonly giveOut: typeof saveAgain
  readonly onGiven: (number: number, how: 'unseen' | 'saved') => void
}

/** A browser that blocks further downloads does not report it, so every archive can be saved here, as often as it takes. */
function FinishedParts({ view, given, giveOut, onGiven }: FinishedPartsProps) {
  const platform = usePlatform()
  const save = async (part: Part) => {
    try {
      const result = await giveOut(platform, view.plan, { ...part, state: isWaiting(part, given) ? 'offered' : 'saved' })
      // Nothing is said when the seller closed the dialog.
      if (result.saved) onGiven(part.number, result.unseen ? 'unseen' : 'saved')
    } catch (error) {
      toastFailure(fileErrorText(error))
    }
  }
  const finished = view.parts.filter(({ state }) => state === 'saved' || state === 'offered')
  if (finished.length === 0) return null
  return (
    <ul className="download-parts" aria-label="压缩包">
      {finished.map((part) => {
        const waits = isWaiting(part, given)
        const label = waits ? '保存' : '再保存一次'
        return (
          <li key={part.number}>
            <span className="download-part-name" title={part.name}>
              {part.name}
            </span>
            <Button
              size="mini"
              type={waits ? 'primary' : 'text'}
              aria-label={`${label}「${part.name}」`}
              onClick={() => void save(part)}
            >
              {label}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
