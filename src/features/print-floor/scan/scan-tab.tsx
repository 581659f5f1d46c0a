import { Button, Radio } from '@arco-design/web-react'
import { IconCamera, IconLaunch } from '@arco-design/web-react/icon'
import { useEffect, useRef, useState } from 'react'
import { type PieceStep, pieceStateNames } from '../../../../contract/rules/print-batch'
import { usePlatform } from '../../../api/services'
import { usePermissions } from '../../../api/use-permissions'
import { screens } from '../../../base/paths'
import { lazyScreen } from '../../../ui/lazy-screen'
import { PageActions } from '../../../ui/page'
import { useScreenParams } from '../../../ui/use-list-query'
import { CodeField } from './code-field'
import { FailureChoice } from './failure-choice'
import { ScanAnswer } from './scan-answer'
import { ScanLog } from './scan-log'
import { type ScanMode, scanModeNames, scanModes } from './scan-modes'
import { useScans } from './use-scans'
import './scan.css'

const CameraView = lazyScreen(() => import('./camera-view'))

/** 扫码: finds a piece by its code, and takes it one step further with each scan. */
export function ScanTab() {
  const platform = usePlatform()
  const maySteps = usePermissions().may(['orders', 'factory'])
  const params = useScreenParams(screens.scan)
  const given = params.get('mode')
  const mode: ScanMode = maySteps ? (scanModes.find((one) => one === given) ?? 'look') : 'look'
  const [reason, setReason] = useState('')
  const [hasCamera, setCamera] = useState(false)
  const scans = useScans(mode, reason)
  const field = useRef<{ focus: () => void }>(null)
  // Whatever was clicked, the next scan is typed into the field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mode, the reason and each answer were clicked or scanned
  useEffect(() => {
    field.current?.focus()
  }, [mode, reason, hasCamera, scans.current])
  const step = (next: PieceStep) => scans.current?.code && scans.submit(scans.current.code, next)
  return (
    <div className="scan">
      <PageActions>
        <Button icon={<IconLaunch />} onClick={() => void platform.openLink(screens.scan()).catch(() => undefined)}>
          在另一个窗口打开
        </Button>
      </PageActions>
      {maySteps && (
        <Radio.Group
          type="button"
          name="scan-mode"
          aria-label="扫码做什么"
          className="scan-modes"
          value={mode}
          options={scanModes.map((value) => ({ value, label: scanModeNames[value] }))}
          onChange={(next: ScanMode) => params.set({ mode: next === 'look' ? null : next }, { replace: true })}
        />
      )}
      {mode === 'failed' && <FailureChoice value={reason} onChange={setReason} />}
      <div className="scan-line">
        <CodeField ref={field} isBusy={scans.isBusy} onCode={(code) => scans.submit(code)} />
        <Button icon={<IconCamera />} aria-pressed={hasCamera} onClick={() => setCamera(!hasCamera)}>
          {hasCamera ? '关掉摄像头' : '用摄像头扫'}
        </Button>
      </div>
      {hasCamera && <CameraView onCode={(code: string) => scans.submit(code)} />}
      <p className="floor-hint">
        {mode === 'look'
          ? '扫标签上的二维码，看这一件是谁的、到哪一步了。'
          : `每扫一次就${scanModeNames[mode]}一件，不用再点。重复扫不会多登记。`}
      </p>
      <ScanAnswer scan={scans.current} mayStep={maySteps} onStep={step} onRetry={scans.retry} />
      <ScanLog scans={scans.log} stateNames={pieceStateNames} />
    </div>
  )
}
