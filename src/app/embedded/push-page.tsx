import { Alert, Button, Spin } from '@arco-design/web-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { closeDelayMs, embeddedPages, type ParentOrder } from '../../../contract/embedding'
import LoginScreen from '../../features/login/login-screen'
import { PushDialog } from '../../push/push-dialog'
import { handedOrder, type PushOrder } from '../../push/push-orders'
import { LoadError } from '../../ui/failure-view'
import { Modal } from '../../ui/modal'
import { productBrand } from '../mini-app'
import { type SessionDeps, startSession } from '../session'
import { session } from '../session-store'
import { keepDevice, loadDevice } from '../token-store'
import { useTitle } from '../use-title'
import { Notice } from './notice'
import type { Heard, ParentFrame } from './parent-frame'
import { useSignIn } from './use-sign-in'

interface PushPageProps {
  readonly parent: ParentFrame
  readonly deps: SessionDeps
}

interface Handed {
  readonly orders: readonly PushOrder[]
  /** The orders as JSON, to recognize repeated ones. */
  readonly text: string
}

/** Receives the orders of the parent and holds them while they are on screen. */
function useReceivedOrders(parent: ParentFrame, isShown: (handed: Handed | null) => boolean) {
  const [handed, setHanded] = useState<Handed | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const take = useEffectEvent((heard: Heard) => {
    if ('problem' in heard) {
      parent.post({ type: 'ORDERS_REFUSED', problem: heard.problem })
      // Open orders stay; only the parent is told the problem of the next ones.
      return setProblem(heard.problem)
    }
    if (heard.message.type !== 'PUSH_ORDER_TO_FACTORY') return
    const text = JSON.stringify(heard.message.orders)
    if (handed === null) {
      setProblem(null)
      setHanded({ orders: heard.message.orders.map((order: ParentOrder) => handedOrder(order)), text })
    } else if (handed.text === text && isShown(handed)) parent.post({ type: 'READY' })
    // Other orders must wait until these are closed, so that the dialog does not change while the seller uses it.
  })
  useEffect(() => {
    return parent.listen((heard) => take(heard))
  }, [parent])
  return { handed, problem, drop: () => setHanded(null) }
}

/** /push_order_to_factory: the push dialog for another program's page. */
export function PushPage({ parent, deps }: PushPageProps) {
  useTitle('推送到工厂')
  const signIn = useSignIn()
  const { notice } = useSnapshot(session)
  const [wasClosed, setClosed] = useState(false)
  /** The user for whom the dialog was opened; it stays, behind the sign-in, while the session has ended. */
  const [openedFor, setOpenedFor] = useState<string | null>(null)
  const { handed, problem, drop } = useReceivedOrders(parent, () => signIn.state !== 'asking')
  if (handed !== null && signIn.state === 'in' && openedFor !== signIn.username) setOpenedFor(signIn.username)
  const isShown = handed !== null && signIn.state !== 'asking'
  useEffect(() => {
    if (isShown) parent.post({ type: 'READY' })
  }, [isShown, parent])

  const close = () => {
    drop()
    setClosed(true)
    setTimeout(() => parent.post({ type: 'CLOSE_APP' }), closeDelayMs)
  }
  const login = (words: string | null) => (
    <LoginScreen
      logoUrl={productBrand.logoUrl}
      notice={words}
      setupToken={null}
      username={session.username}
      loadDevice={() => loadDevice(deps.platform.storage)}
      onSignedIn={async (token, device) => {
        await startSession(deps, token, embeddedPages.push)
        await keepDevice(deps.platform.storage, device)
      }}
    />
  )
  const cancel = (
    <Button className="embedded-cancel" onClick={close}>
      取消推送
    </Button>
  )
  const isOut = handed !== null && signIn.state === 'out'
  return (
    <>
      {isOut && openedFor === null ? (
        <>
          {login(`收到 ${handed.orders.length} 个要推送的订单，登录后选择工厂推送。`)}
          {cancel}
        </>
      ) : (
        <main className="embedded">
          {handed === null && problem !== null && (
            <Alert type="error" title="收到的订单格式不对，没有打开推送" content={`请联系对方系统的服务商：${problem}`} />
          )}
          {handed === null &&
            problem === null &&
            (wasClosed ? (
              <Notice title="已关闭" text="需要再推送时，请在原来的页面重新打开。" />
            ) : (
              <div className="state-block" role="status">
                <Spin />
                <p className="state-text">正在等待要推送的订单…</p>
              </div>
            ))}
          {handed !== null && signIn.state === 'failed' && openedFor === null && (
            <>
              <LoadError error={signIn.error} onRetry={signIn.retry} retrying={signIn.isAsking} />
              {cancel}
            </>
          )}
        </main>
      )}
      <PushDialog key={openedFor} orders={openedFor === null ? null : (handed?.orders ?? null)} onClose={close} />
      <Modal
        visible={isOut && openedFor !== null}
        className="login-layer"
        wrapClassName="login-layer-wrap"
        title={null}
        footer={null}
        closable={false}
        escToExit={false}
        simple={false}
      >
        {login(notice)}
        {cancel}
      </Modal>
    </>
  )
}
