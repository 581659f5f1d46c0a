import { Button } from '@arco-design/web-react'
import { IconCheckCircleFill, IconCloseCircleFill } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { creditKeys, creditsQuery } from '../../api/queries/credits'
import { useApi } from '../../api/services'
import { announceChange } from '../../base/aside-window'
import { countText } from '../../base/money'
import { Page } from '../../ui/page'
import { useScreenParams } from '../../ui/use-list-query'
import { isPaymentWindow } from './payment-window'
import { readResultError } from './result-error'
import './credits.css'
import { screens } from '../../base/paths'
import './payment.css'

const redirectSeconds = 10

/** Counts seconds down to 0 and then calls `onEnd`. Returns the seconds left. */
function useCountdown(seconds: number, onEnd: () => void): number {
  const [secondsLeft, setLeft] = useState(seconds)
  const onEndEvent = useEffectEvent(onEnd)
  useEffect(() => {
    let remaining = seconds
    const timer = setInterval(() => {
      remaining--
      setLeft(remaining)
      if (remaining > 0) return
      clearInterval(timer)
      onEndEvent()
    }, 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return secondsLeft
}

/**
 * /app/payment_result: the page to which the payment provider returns the seller. Its address proves nothing, so the balance is
 * read from the server. The page also works signed out, since the client may open payments in a browser without a session. A
 * window that was opened for paying closes; any other one goes on to the credits.
 */
export default function PaymentResult({ signedIn = true }: { readonly signedIn?: boolean }) {
  const api = useApi()
  const queries = useQueryClient()
  const params = useScreenParams(screens.paymentResult)
  const [, navigate] = useLocation()
  const [inPaymentWindow] = useState(isPaymentWindow)
  const error = readResultError(params.has('error') ? params.get('error') : null)
  const account = useQuery({ ...creditsQuery(api), staleTime: 0, enabled: signedIn })
  // The lists were read before the payment.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: creditKeys.all })
    announceChange(creditKeys.all)
  }, [queries])
  const leavePage = () => {
    if (inPaymentWindow) window.close()
    // Also when the window could not be closed.
    navigate(screens.credits.path, { replace: true })
  }
  const secondsLeft = useCountdown(redirectSeconds, leavePage)
  return (
    <Page title="支付结果">
      <div className="state-block credits-result">
        {error === null ? (
          <IconCheckCircleFill className="credits-result-mark credits-paid" />
        ) : (
          <IconCloseCircleFill className="credits-result-mark credits-failed" />
        )}
        <div role="status">
          <h2 className="state-title">{error === null ? '支付成功' : '支付失败'}</h2>
        </div>
        {error !== null && <p className="state-text credits-result-error">{error}</p>}
        <p className="state-text">
          {account.data !== undefined && !account.isFetching && (
            <>
              当前点数余额 <b className="numeric">{countText(account.data.credits)} 点</b>。
            </>
          )}
          是否到账以点数余额为准，到账可能晚几秒。
        </p>
        <p className="state-hint numeric">
          {secondsLeft} 秒后{inPaymentWindow ? '关闭此页面' : '返回点数充值'}
        </p>
        <div className="state-actions">
          {inPaymentWindow && (
            <Button type="primary" onClick={leavePage}>
              关闭此页面
            </Button>
          )}
          <Link href={screens.credits.path} replace className="credits-result-link">
            返回点数充值
          </Link>
        </div>
      </div>
    </Page>
  )
}
