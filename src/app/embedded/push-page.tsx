import { Alert, Button, Spin } from '@arco-design/web-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { closeDelayMs, embeddedPages, type ParentOrder } from '../../../contract/embedding'
import LoginScreen from '../../features/login/login-screen'
import PushDialog from '../../push/push-dialog'
import { type PushOrder, receivedOrder } from '../../push/push-orders'
import { LoadError } from '../../ui/failure-view'
import { Modal } from '../../ui/modal'
import { productBrand } from '../mini-app'
import { type SessionDeps, startSession } from '../session'
import { session } from '../session-store'
import { loadDevice, storeDevice } from '../token-store'
import { useTitle } from '../use-title'
import { Notice } from './notice'
import type { ParentEvent, ParentFrame } from './parent-frame'
import { useSignIn } from './use-sign-in'

interface PushPageProps {
  readonly parent: ParentFrame
  readonly deps: SessionDeps
}

interface ReceivedOrders {
  readonly orders: readonly PushOrder[]
  /** The orders as JSON, to recognize repeated ones. */
  readonly text: string
}

/** Receives the orders of the parent and holds them while they are on screen. */
function useReceivedOrders(parent: ParentFrame, isShown: (received: ReceivedOrders | null) => boolean) {
  const [received, setReceived] = useState<ReceivedOrders | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const onParentEvent = useEffectEvent((event: ParentEvent) => {
    if ('problem' in event) {
      parent.post({ type: 'ORDERS_REFUSED', problem: event.problem })
      // Open orders stay; only the parent gets the problem of the next ones.
      return setProblem(event.problem)
    }
    if (event.message.type !== 'PUSH_ORDER_TO_FACTORY') return
    const text = JSON.stringify(event.message.orders)
    if (received === null) {
      setProblem(null)
      setReceived({ orders: event.message.orders.map((order: ParentOrder) => receivedOrder(order)), text })
    } else if (received.text === text && isShown(received)) parent.post({ type: 'READY' })
    // Other orders must wait until these are closed, so that the dialog does not change while the seller uses it.
  })
  useEffect(() => {
    return parent.listen((event) => onParentEvent(event))
  }, [parent])
  return { received, problem, clear: () => setReceived(null) }
}

/** /push_order_to_factory: the push dialog for another program's page. */
export function PushPage({ parent, deps }: PushPageProps) {
  useTitle('推送到工厂')
  const signIn = useSignIn()
  const { notice } = useSnapshot(session)
  const [wasClosed, setClosed] = useState(false)
  /** The user for whom the dialog was opened; it stays, behind the sign-in, while the session has ended. */
  const [openedFor, setOpenedFor] = useState<string | null>(null)
  const { received, problem, clear } = useReceivedOrders(parent, () => signIn.state !== 'asking')
  if (received !== null && signIn.state === 'in' && openedFor !== signIn.username) setOpenedFor(signIn.username)
  const isShown = received !== null && signIn.state !== 'asking'
  useEffect(() => {
    if (isShown) parent.post({ type: 'READY' })
  }, [isShown, parent])

  const close = () => {
    clear()
    setClosed(true)
    setTimeout(() => parent.post({ type: 'CLOSE_APP' }), closeDelayMs)
  }
  const renderLogin = (message: string | null) => (
    <LoginScreen
      logoUrl={productBrand.logoUrl}
      notice={message}
      setupToken={null}
      username={session.username}
      loadDevice={() => loadDevice(deps.platform.storage)}
      onSignedIn={async (token, device) => {
        await startSession(deps, token, embeddedPages.push)
        await storeDevice(deps.platform.storage, device)
      }}
    />
  )
  const cancelButton = (
    <Button className="embedded-cancel" onClick={close}>
      取消推送
    </Button>
  )
  const isSignedOut = received !== null && signIn.state === 'out'
  return (
    <>
      {isSignedOut && openedFor === null ? (
        <>
          {renderLogin(`收到 ${received.orders.length} 个要推送的订单，登录后选择工厂推送。`)}
          {cancelButton}
        </>
      ) : (
        <main className="embedded">
          {received === null && problem !== null && (
            <Alert type="error" title="收到的订单格式不对，没有打开推送" content={`请联系对方系统的服务商：${problem}`} />
          )}
          {received === null &&
            problem === null &&
            (wasClosed ? (
              <Notice title="已关闭" text="需要再推送时，请在原来的页面重新打开。" />
            ) : (
              <div className="state-block" role="status">
                <Spin />
                <p className="state-text">正在等待要推送的订单…</p>
              </div>
            ))}
          {received !== null && signIn.state === 'failed' && openedFor === null && (
            <>
              <LoadError error={signIn.error} onRetry={signIn.retry} retrying={signIn.isChecking} />
              {cancelButton}
            </>
          )}
        </main>
      )}
      <PushDialog
        key={openedFor}
        visible={openedFor !== null && received !== null}
        orders={openedFor === null ? null : (received?.orders ?? null)}
        onClose={close}
      />
      <Modal
        visible={isSignedOut && openedFor !== null}
        className="login-layer"
        wrapClassName="login-layer-wrap"
        title={null}
        footer={null}
        closable={false}
        escToExit={false}
        simple={false}
      >
        {renderLogin(notice)}
        {cancelButton}
      </Modal>
    </>
  )
}
