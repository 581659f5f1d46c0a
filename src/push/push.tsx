import { Button } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { factoriesQuery } from '../api/queries/erp'
import { orderKeys } from '../api/queries/orders'
import { meQuery } from '../api/queries/session'
import { useApi } from '../api/services'
import { screens } from '../base/paths'
import { confirm } from '../ui/confirm'
import { DialogFoot } from '../ui/dialog-foot'
import { useUnsavedGuard } from '../ui/leave-guard'
import { useLatest } from '../ui/use-latest'
import { useOneAtATime } from '../ui/use-one-at-a-time'
import { availableFactories, FactoryField, ScreenLink } from './factory-field'
import { PrintSizeField } from './print-size-field'
import { lastFactory, storeFactory } from './push-memory'
import type { PushOrder } from './push-orders'
import { PushRow } from './push-row'
import { createPushRun, type PushRun, type PushView } from './push-run'
import { checkedText, commonProblems, countRows, endedText } from './push-texts'
import { accountOf, markPushed } from './pushed-flag'
import './push.css'
import { ProgressBar } from '../ui/progress-bar'

const emptyView: PushView = { factoryId: null, rows: [], phase: 'choosing', done: 0, total: 0, reason: null }
const noSubscription = () => () => undefined

const confirmStop = (run: PushRun) => {
  const { done, total } = run.view()
  return confirm({
    title: '正在推送，要停止并关闭吗？',
    content: `已推送 ${done}/${total} 个订单。正在推送的这一个会继续完成，其余的不再推送；已推送的不会撤回。`,
    okText: '停止并关闭',
    cancelText: '继续推送',
    danger: true,
  })
}

export interface PushProps {
  /** The same object while the dialog is open. */
  readonly orders: readonly PushOrder[]
  /** Shown above the orders, such as what is excluded. */
  readonly note?: string | null
  readonly onClose: () => void
  /** Called after a round: lists are refetched automatically, other displayed orders are outdated. */
  readonly onPushed?: () => void
  /** Registers the handler for the dialog's close button and Escape. */
  readonly onCloseHandler: (ask: () => void) => void
}

/** Returns a run over these orders; it is disposed when they change or the dialog unmounts. */
function useRun({ orders, onPushed }: Pick<PushProps, 'orders' | 'onPushed'>): PushRun | null {
  const api = useApi()
  const queries = useQueryClient()
  const { data: me } = useQuery(meQuery(api))
  const onOrderPushed = useEffectEvent(() => {
    if (me) markPushed(accountOf(me))
  })
  const onRoundEnded = useEffectEvent(() => onPushed?.())
  const [run, setRun] = useState<PushRun | null>(null)
  useEffect(() => {
    const newRun = createPushRun({
      api,
      orders,
      onPushed: () => onOrderPushed(),
      onEnded: () => {
        void queries.invalidateQueries({ queryKey: orderKeys.all })
        onRoundEnded()
      },
    })
    setRun(newRun)
    return () => newRun.dispose()
  }, [api, queries, orders])
  return run
}

/** The content of 推送到工厂. */
export function Push({ orders, note, onClose, onPushed, onCloseHandler }: PushProps) {
  const api = useApi()
  const run = useRun({ orders, ...(onPushed && { onPushed }) })
  const view = useSyncExternalStore(run?.subscribe ?? noSubscription, run?.view ?? (() => emptyView))
  const { data: me } = useQuery(meQuery(api))
  const account = me === undefined ? null : accountOf(me)
  const factories = useQuery({
    ...factoriesQuery(api),
    // Factories may have been set up in another window.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    meta: { quiet: true },
  })
  const [isFactoryMissing, setFactoryMissing] = useState(false)
  const { phase, factoryId, rows } = view
  const isRunning = phase === 'pushing'
  const counts = countRows(rows)
  const sharedProblems = useMemo(() => commonProblems(rows), [rows])

  const chooseFactory = (id: number) => {
    setFactoryMissing(false)
    if (account !== null) storeFactory(account, id)
    run?.chooseFactory(id)
  }
  // Preselect the only factory, or that of the last push.
  useEffect(() => {
    if (run === null || account === null || factories.data === undefined || run.view().factoryId !== null) return
    const available = availableFactories(factories.data)
    const last = lastFactory(account)
    const chosen = available.length === 1 ? available[0] : available.find(({ id }) => id === last)
    if (chosen) run.chooseFactory(chosen.id)
  }, [run, account, factories.data])

  const close = useOneAtATime(async () => {
    if (run !== null && run.view().phase === 'pushing') {
      if (!(await confirmStop(run))) return
      run.stop()
    }
    onClose()
  })
  onCloseHandler(close)
  const confirmLeaving = useLatest(async () => run === null || confirmStop(run))
  useUnsavedGuard(isRunning, confirmLeaving)

  const start = () => {
    if (factoryId === null) return setFactoryMissing(true)
    void run?.push()
  }
  const choose = useLatest((index: number, chosen: boolean) => run?.choose(index, chosen))
  const confirmPicture = useLatest((index: number, id: number, confirmed: boolean) => run?.confirm(index, id, confirmed))
  const recheckOne = useLatest((index: number) => run?.recheck(index))
  const chosenFactory = factories.data?.find(({ id }) => id === factoryId)
  const isOver = phase === 'ended'
  const canStart = !isOver && counts.unchecked === 0 && counts.waiting > 0
  const startText = () => {
    if (phase === 'stopped') return `继续推送 ${counts.waiting} 个`
    return counts.waiting === 0 || isOver ? '推送' : `推送 ${counts.waiting} 个订单`
  }
  return (
    <div className="push">
      <FactoryField
        factories={factories}
        value={factoryId}
        disabled={isRunning || (isOver && counts.failed === 0)}
        isMissing={isFactoryMissing}
        onChange={chooseFactory}
      />
      {chosenFactory && (
        <PrintSizeField factory={chosenFactory} disabled={isRunning || isOver} onChanged={() => run?.recheck()} />
      )}
      {note !== null && <p className="push-hint">{note}</p>}
      <div className="push-summary">
        {isRunning ? (
          <>
            <span className="numeric" role="status">
              正在推送 {Math.min(view.done + 1, view.total)}/{view.total}
            </span>
            <ProgressBar
              percent={Math.round((view.done / view.total) * 100)}
              showText={false}
              className="push-progress"
              label="推送进度"
            />
          </>
        ) : (
          <span className="numeric" role="status">
            {isOver || phase === 'stopped'
              ? endedText(view)
              : factoryId === null
                ? `共 ${rows.length} 个订单，选择工厂后检查`
                : checkedText(counts)}
          </span>
        )}
        {phase === 'choosing' && factoryId !== null && counts.unchecked === 0 && (
          <span className="push-summary-actions">
            {counts.problems > 0 && <ScreenLink path={screens.modelBindings.path}>去工厂对接</ScreenLink>}
            <Button type="text" size="small" icon={<IconRefresh />} onClick={() => run?.recheck()}>
              重新检查
            </Button>
          </span>
        )}
      </div>
      {view.reason !== null && (
        <p className="push-problem" role="alert">
          {view.reason}
        </p>
      )}
      {sharedProblems.map((text) => (
        <p key={text} className="push-problem" role="alert">
          {text}
        </p>
      ))}
      {/* Focusable, so that a long list can be scrolled by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ul className="push-rows" aria-label="要推送的订单" tabIndex={0}>
        {rows.map((row, index) => (
          <PushRow
            // Rows are never added, removed or moved.
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={index}
            index={index}
            row={row}
            disabled={isRunning || isOver || factoryId === null}
            onChoose={choose}
            onConfirm={confirmPicture}
            onDecided={recheckOne}
            common={sharedProblems}
          />
        ))}
      </ul>
      <DialogFoot {...(isOver || isRunning ? { onClose: close } : { onCancel: close })}>
        {isRunning && <Button onClick={() => run?.stop()}>停止</Button>}
        {!isRunning && counts.failed > 0 && (
          <Button type={isOver ? 'primary' : 'secondary'} onClick={() => void run?.retryFailed()}>
            重试失败的 {counts.failed} 个
          </Button>
        )}
        <Button
          type={isOver && counts.failed > 0 ? 'secondary' : 'primary'}
          loading={isRunning || (factoryId !== null && counts.unchecked > 0)}
          disabled={factoryId === null ? rows.length === 0 || !hasFactory(factories.data) : !canStart}
          onClick={start}
        >
          {startText()}
        </Button>
      </DialogFoot>
    </div>
  )
}

const hasFactory = (factories: Parameters<typeof availableFactories>[0] | undefined) =>
  factories !== undefined && availableFactories(factories).length > 0
