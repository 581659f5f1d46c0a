import { Alert, Button, Spin } from '@arco-design/web-react'
import { IconCheckCircleFill, IconExclamationCircleFill } from '@arco-design/web-react/icon'
import { type PaymentStatus, paymentStatus } from '../../../contract/constants'
import { countText, yuanText } from '../../base/money'
import { DialogFoot } from '../../ui/dialog-foot'
import { FailureText } from '../../ui/failure-view'
import { Modal } from '../../ui/modal'
import { toastHint } from '../../ui/toast'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { paymentStatusText } from './recharge-rules'
import type { Payment, PaymentState, WaitingPayment } from './use-payment'
import './payment.css'

const endingTexts: Readonly<Partial<Record<PaymentStatus, string>>> = {
  [paymentStatus.closed]: '超过时间没有收到付款，这笔订单已经关闭，没有扣款。需要点数请重新充值。',
  [paymentStatus.refunded]: '这笔款项已经退回，没有增加点数。需要点数请重新充值。',
  [paymentStatus.finished]: '这笔交易已经结束，是否到账以页面上的点数余额为准。',
}

const titleOf = (payment: Payment): string => {
  if (payment.phase !== 'ended') return '等待支付…'
  return payment.status === paymentStatus.success ? '支付成功' : paymentStatusText(payment.status)
}

function WaitingForPayment({ payment, paymentState }: { readonly payment: WaitingPayment; readonly paymentState: PaymentState }) {
  return (
    <div className="credits-waiting">
      {!payment.paymentWindow && (
        <Alert
          type="warning"
          content="支付页面可能被浏览器拦截了。没有看到它时，请点「重新打开支付页面」，并允许本页打开新窗口。"
        />
      )}
      <div className="credits-waiting-line">
        <Spin />
        <span>
          请在打开的支付页面付款 <b className="numeric">{yuanText(payment.amount)} 元</b>，充值{' '}
          <b className="numeric">{countText(payment.credits)} 点</b>。付款后这里会自动更新。
        </span>
      </div>
      <p className="credits-hint" role="status">
        {payment.paidCheck === 'unpaid' && '还没有查到付款。刚付完款的话请稍等几秒，这里会继续查询。'}
        {payment.pollError !== null && (
          <>
            没有查到支付结果，正在重试：
            <FailureText error={payment.pollError} />
          </>
        )}
      </p>
      <DialogFoot onCancel={() => dismissPayment(paymentState)}>
        <Button type={payment.paymentWindow ? 'default' : 'primary'} onClick={paymentState.reopen}>
          重新打开支付页面
        </Button>
        <Button
          type={payment.paymentWindow ? 'primary' : 'default'}
          loading={payment.paidCheck === 'checking'}
          onClick={paymentState.checkNow}
        >
          已完成支付
        </Button>
      </DialogFoot>
    </div>
  )
}

function dismissPayment(paymentState: PaymentState): void {
  if (paymentState.payment.phase === 'waiting') toastHint('订单保留在充值记录里；付款后没有到账，请点「同步订单」')
  paymentState.dismiss()
}

interface PaymentEndedProps {
  readonly credits: number
  readonly status: PaymentStatus
  /** null while the balance is read again. */
  readonly balance: number | null
  readonly onClose: () => void
  readonly onRecords: () => void
}

function PaymentEnded({ credits, status, balance, onClose, onRecords }: PaymentEndedProps) {
  const paid = status === paymentStatus.success
  return (
    <div className="credits-waiting">
      <p className="credits-waiting-line" role="status">
        {paid ? <IconCheckCircleFill className="credits-paid" /> : <IconExclamationCircleFill className="credits-unpaid" />}
        <span>
          {paid ? (
            <>
              支付成功，已到账 <b className="numeric">{countText(credits)} 点</b>
              {balance !== null && (
                <>
                  ，当前余额 <b className="numeric">{countText(balance)} 点</b>
                </>
              )}
              。
            </>
          ) : (
            (endingTexts[status] ?? '是否到账以页面上的点数余额为准。')
          )}
        </span>
      </p>
      <DialogFoot>
        <Button onClick={onRecords}>查看充值记录</Button>
        <Button type="primary" onClick={onClose}>
          完成
        </Button>
      </DialogFoot>
    </div>
  )
}

interface PaymentDialogProps {
  readonly paymentState: PaymentState
  /** null while the balance is read again. */
  readonly balance: number | null
  /** Shows the recharge records. */
  readonly onRecords: () => void
}

/** Waits for a payment that is made in another window, and shows how it ended. */
export function PaymentDialog({ paymentState, balance, onRecords }: PaymentDialogProps) {
  const { payment } = paymentState
  const open = payment.phase === 'waiting' || payment.phase === 'ended'
  const shownPayment = useValueWhileClosing(open, payment)
  const close = () => dismissPayment(paymentState)
  return (
    <Modal visible={open} title={titleOf(shownPayment)} footer={null} onCancel={close} className="credits-dialog">
      {shownPayment.phase === 'waiting' && <WaitingForPayment payment={shownPayment} paymentState={paymentState} />}
      {shownPayment.phase === 'ended' && (
        <PaymentEnded
          {...shownPayment}
          balance={balance}
          onClose={close}
          onRecords={() => {
            close()
            onRecords()
          }}
        />
      )}
    </Modal>
  )
}
