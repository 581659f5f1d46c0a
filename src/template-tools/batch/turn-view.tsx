import './turn-view.css'
import { Alert, Button, Spin } from '@arco-design/web-react'
import { IconMinus, IconPlus, IconRefresh } from '@arco-design/web-react/icon'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CaseSceneInput } from '../../../imaging/case-scene/types'
import { Modal } from '../../ui/modal'
import { useCaseViewer } from './use-case-viewer'

interface TurnViewProps {
  readonly open: boolean
  readonly name: string
  /** Identifies the case and its design. */
  readonly caseKey: string
  readonly prepare: (signal: AbortSignal) => Promise<CaseSceneInput>
  /** Shown instead when this machine cannot show a solid. */
  readonly flat: ReactNode
  readonly onClose: () => void
}

/** 转动看看: the case as a solid that is turned by drag, wheel, pinch and keys. */
export function TurnView({ open, name, caseKey, prepare, flat, onClose }: TurnViewProps) {
  return (
    <Modal visible={open} title={`转动看看：${name}`} footer={null} className="turn-view" onCancel={onClose}>
      <Stage name={name} caseKey={caseKey} prepare={prepare} flat={flat} onClose={onClose} />
    </Modal>
  )
}

/** Mounted while the dialog is open, so that closing it frees everything. */
function Stage({ name, caseKey, prepare, flat, onClose }: Omit<TurnViewProps, 'open'>) {
  const host = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const state = useCaseViewer(host, `${caseKey} ${attempt}`, prepare)
  const isShown = state.step === 'shown'
  useEffect(() => {
    if (isShown) host.current?.focus({ preventScroll: true })
  }, [isShown])
  const press = (key: string) => {
    if (state.step === 'shown') state.viewer.press(key)
  }
  return (
    <>
      {state.step === 'refused' && <Alert type="info" className="turn-view-refusal" content={state.reason} />}
      <div className="turn-view-space">
        <div
          ref={host}
          className="turn-view-stage"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes arrow keys, as the label says
          tabIndex={0}
          role="application"
          aria-label={`「${name}」的手机壳，按方向键转动，加号和减号缩放`}
          hidden={state.step === 'refused'}
          data-drawn-by={state.step === 'shown' ? state.viewer.drawnBy : undefined}
        />
        {state.step === 'refused' && flat}
        {state.step === 'preparing' && <Spin className="turn-view-wait" delay={200} tip="正在准备 3D 画面" />}
      </div>
      <div className="turn-view-foot">
        {state.step === 'refused' ? (
          state.retriable && <Button onClick={() => setAttempt((now) => now + 1)}>再试一次</Button>
        ) : (
          <>
            <Button icon={<IconRefresh />} disabled={!isShown} onClick={() => press('0')}>
              复位
            </Button>
            <Button icon={<IconPlus />} disabled={!isShown} onClick={() => press('+')}>
              放大
            </Button>
            <Button icon={<IconMinus />} disabled={!isShown} onClick={() => press('-')}>
              缩小
            </Button>
            <span className="turn-view-hint">拖动或按方向键转动，滚轮或双指缩放</span>
          </>
        )}
        <Button type="primary" className="turn-view-close" onClick={onClose}>
          关闭
        </Button>
      </div>
    </>
  )
}
